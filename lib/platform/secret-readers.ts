import "server-only";

/**
 * Reads a character of an encoding at a place in a text: its code and how many UTF-16 units it takes, as `codeOf` and
 * `unitsOf` say. One number, because a reader is called for each character of an agent's output.
 */
export type Reader = (text: string, at: number) => number;

/** The code of what an encoding skips, such as a line break. */
export const SKIPPED = -1;

function read(code: number, units: number): number {
  return (code + 1) * 8 + units;
}

export function codeOf(read: number): number {
  return (read >> 3) - 1;
}

export function unitsOf(read: number): number {
  return read & 7;
}

const PERCENT = 0x25;
const BACKSLASH = 0x5c;

/** The letters of escaped line breaks and tabs. */
const SPACES = new Set<string | undefined>(["n", "r", "t"]);

/** Reads a character of plain text, also as `%61`, `\x61`, or `\u0061`. Skips white space, and zeros of UTF-16. */
export const readPlain: Reader = (text, at) => {
  const unit = text.charCodeAt(at);
  if (unit !== PERCENT && unit !== BACKSLASH) return visible(unit, 1);
  const kind = unit === PERCENT ? "%" : text[at + 1];
  if (SPACES.has(kind)) return read(SKIPPED, 2);
  const units = kind === "%" ? 3 : kind === "x" ? 4 : text.startsWith("u00", at + 1) ? 6 : 0;
  const byte = units === 0 ? -1 : hexByte(text, at + units - 2);
  return byte < 0 ? visible(unit, 1) : visible(byte, units);
};

/** Reads a character of base64 or of its URL-safe variant. Skips the rest, such as quotes around a line. */
export const readBase64: Reader = (text, at) => mapped(readPlain(text, at), BASE64_CODES);

/** Reads a hexadecimal digit. Skips the rest, such as `0x`, colons, and spaces. */
export const readHex: Reader = (text, at) =>
  text[at] === "0" && (text[at + 1] === "x" || text[at + 1] === "X")
    ? read(SKIPPED, 2)
    : mapped(readPlain(text, at), HEX_CODES);

function visible(code: number, units: number): number {
  const isSkipped = code === 0 || code === 0x20 || (code >= 0x09 && code <= 0x0d);
  return read(isSkipped ? SKIPPED : code, units);
}

/** Returns the codes of an encoding's characters, by ASCII code, and of other characters for the same. */
function codesFor(characters: string, same: readonly string[]): Int16Array {
  const codes = new Int16Array(128).fill(SKIPPED);
  for (const character of characters) codes[character.charCodeAt(0)] = character.charCodeAt(0);
  for (const [from = "", to = ""] of same) codes[from.charCodeAt(0)] = to.charCodeAt(0);
  return codes;
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const DIGITS = "0123456789";
const BASE64_CODES = codesFor(`${LETTERS}${LETTERS.toUpperCase()}${DIGITS}+/`, ["-+", "_/"]);
const HEX_CODES = codesFor(`${DIGITS}abcdef`, ["Aa", "Bb", "Cc", "Dd", "Ee", "Ff"]);

function mapped(character: number, codes: Int16Array): number {
  return read(codes[codeOf(character)] ?? SKIPPED, unitsOf(character));
}

/** Returns the byte of two hexadecimal digits; -1 if they aren't. */
function hexByte(text: string, at: number): number {
  const [high, low] = [hexDigit(text.charCodeAt(at)), hexDigit(text.charCodeAt(at + 1))];
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

function hexDigit(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  const letter = (unit | 0x20) - 0x61;
  return letter >= 0 && letter < 6 ? letter + 10 : -1;
}
