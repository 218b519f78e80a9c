import { type FileItem, MAX_ITEM_LENGTH, parseItem } from "./file-item.ts";

// Finds where items start and end, and leaves the rest to JSON.parse. The usual streaming parsers need
// 25 times the size of a long text in memory, and can't skip an item that is too long.

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Yields the items of a JSON array, or of an export page: the `feedback` array of an object. Memory use
 * is that of one item.
 */
export async function* itemsOfJson(
  parts: AsyncIterable<string>,
  isPage: boolean,
): AsyncGenerator<FileItem, void> {
  const scanner = scanList(isPage);
  let line = 0;
  for await (const part of parts) {
    for (const text of scanner.scan(part)) yield { line: ++line, ...parseItem(text) };
  }
  scanner.end();
}

/** Returns whether `start`, the start of a JSON object, has a `feedback` array. */
export function startsExportPage(start: string): boolean {
  const scanner = scanList(true);
  scanner.scan(start);
  return scanner.isInList() || scanner.isDone();
}

interface ListScanner {
  /** Returns the text of the items that end in this part; null for an item that is too long. */
  scan(part: string): (string | null)[];
  isInList(): boolean;
  /** Whether the list ended. */
  isDone(): boolean;
  /** @throws if the text isn't complete */
  end(): void;
}

function scanList(isPage: boolean): ListScanner {
  const level = isPage ? 2 : 1;
  const current = cappedText();
  let depth = 0;
  let items = 0;
  let inString = false;
  let isEscaped = false;
  let inList = false;
  let isDone = false;
  let isClosed = false;
  let hasTextAfterEnd = false;

  function scan(part: string): (string | null)[] {
    const found: (string | null)[] = [];
    let from = 0;
    const endItem = (at: number, isLast: boolean) => {
      current.add(part, from, at);
      from = at + 1;
      const text = current.take();
      if (isLast && items === 0 && text?.trim() === "") return;
      items += 1;
      found.push(text);
    };
    for (let at = 0; at < part.length; at += 1) {
      if (isClosed) {
        hasTextAfterEnd ||= part.slice(at).trim() !== "";
        return found;
      }
      const code = part.charCodeAt(at);
      if (isEscaped) isEscaped = false;
      else if (inString) {
        if (code === BACKSLASH) isEscaped = true;
        else if (code === QUOTE) inString = false;
      } else if (code === QUOTE) inString = true;
      else if (OPENING.has(code)) {
        depth += 1;
        if (depth === level && !isDone && isListStart(at)) inList = true;
        else if (depth > 1 || !isPage) continue;
        current.take();
        from = at + 1;
      } else if (CLOSING.has(code)) {
        if (inList && depth === level) {
          endItem(at, true);
          inList = false;
          isDone = true;
        }
        depth -= 1;
        isClosed = depth === 0;
      } else if (code === COMMA) {
        if (inList && depth === level) endItem(at, false);
        else if (depth === 1) {
          current.take();
          from = at + 1;
        }
      }
    }
    current.add(part, from, part.length);
    return found;

    /** In a page, the list is the array that follows the key `feedback`. */
    function isListStart(at: number): boolean {
      if (!isPage) return true;
      if (part[at] !== "[") return false;
      current.add(part, from, at);
      from = at;
      return /^\s*"feedback"\s*:\s*$/.test(current.text());
    }
  }

  return {
    scan,
    isInList: () => inList,
    isDone: () => isDone,
    end: () => {
      if (hasTextAfterEnd) throw new Error("there is text after its end");
      if (!isDone && isPage && !inList) throw new Error('it has no list named "feedback"');
      if (!isClosed) throw new Error(`it ends in the middle of item ${items + 1}`);
    },
  };
}

/** Collects text up to the length of an item. */
function cappedText() {
  let text = "";
  let isTooLong = false;
  return {
    text: () => text,
    add: (part: string, from: number, to: number) => {
      if (isTooLong) return;
      isTooLong = text.length + to - from > MAX_ITEM_LENGTH;
      text = isTooLong ? "" : text + part.slice(from, to);
    },
    /** Returns the text and starts over; null if it was too long. */
    take: () => {
      const taken = isTooLong ? null : text;
      text = "";
      isTooLong = false;
      return taken;
    },
  };
}
