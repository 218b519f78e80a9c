import "server-only";

/** `windows-1252` includes Latin-1, and stands for every encoding that has ASCII in its first half. */
export type FileEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

export interface DecodedFile {
  /** With its byte order mark, if it has one. */
  text: string;
  encoding: FileEncoding;
}

/**
 * Decodes a text file. UTF-16 is recognized by its byte order mark. Returns null for a binary file, and for
 * one that couldn't be written back with the same bytes.
 */
export function decodeFile(bytes: Buffer): DecodedFile | null {
  const encoding = encodingOf(bytes);
  if (encoding === null) return null;
  const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
  return encodeFile(text, encoding)?.equals(bytes) ? { text, encoding } : null;
}

/** Returns the bytes of a text; null if the encoding doesn't have all of its characters. */
export function encodeFile(text: string, encoding: FileEncoding): Buffer | null {
  if (encoding === "utf-8") return text.isWellFormed() ? Buffer.from(text) : null;
  if (encoding === "utf-16le") return Buffer.from(text, "utf16le");
  if (encoding === "utf-16be") return Buffer.from(text, "utf16le").swap16();
  const bytes = Buffer.alloc(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const byte = WINDOWS_1252.get(text.charAt(at));
    if (byte === undefined) return null;
    bytes[at] = byte;
  }
  return bytes;
}

function encodingOf(bytes: Buffer): FileEncoding | null {
  if (bytes.length % 2 === 0) {
    if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
    if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  }
  if (bytes.includes(0)) return null;
  return isUtf8(bytes) ? "utf-8" : "windows-1252";
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The byte of each character. The standard's decoder has a character for all 256. */
const WINDOWS_1252: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 256 }, (_, byte) => [
    new TextDecoder("windows-1252").decode(Uint8Array.of(byte)),
    byte,
  ]),
);
