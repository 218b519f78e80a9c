import "server-only";

const [QUOTE, BACKSLASH] = [0x22, 0x5c] as const;

/** Bytes that were removed from JSON text, and where the text continues without them. */
export interface RemovedBytes {
  at: number;
  removed: number;
}

/** Shortens long strings in JSON text that arrives in chunks. */
export interface StringShortener {
  /** Returns the next chunk without the removed bytes. */
  shorten(chunk: Uint8Array): Buffer;
  cuts: RemovedBytes[];
}

/**
 * Creates a shortener of JSON strings, which removes their ends. Its result has the same structure; a
 * shortened string may end in the middle of a character.
 * @param limit bytes of a string that are always kept
 */
export function createStringShortener(limit: number): StringShortener {
  const cuts: RemovedBytes[] = [];
  let isInString = false;
  let isEscaped = false;
  let length = 0;
  let written = 0;
  let cut: RemovedBytes | null = null;

  const isKept = (byte: number): boolean => {
    if (!isInString) {
      isInString = byte === QUOTE;
      length = 0;
      return true;
    }
    const wasEscaped = isEscaped;
    isEscaped = !wasEscaped && byte === BACKSLASH;
    if (byte === QUOTE && !wasEscaped) {
      isInString = false;
      cut = null;
      return true;
    }
    length += 1;
    // Keep an escaped character with its backslash, so that the backslash never escapes the closing
    // quote.
    if (cut === null && length > limit && !wasEscaped) {
      cut = { at: written, removed: 0 };
      cuts.push(cut);
    }
    if (cut === null) return true;
    cut.removed += 1;
    return false;
  };

  const shorten = (chunk: Uint8Array): Buffer => {
    const kept = Buffer.allocUnsafe(chunk.length);
    const start = written;
    for (const byte of chunk) {
      if (!isKept(byte)) continue;
      kept[written - start] = byte;
      written += 1;
    }
    return kept.subarray(0, written - start);
  };

  return { shorten, cuts };
}
