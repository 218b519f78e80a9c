import "server-only";
import { StringDecoder } from "node:string_decoder";

/** Bytes, or characters, that are read in one step. A file of line breaks took half a second in one. */
const UNITS_PER_STEP = 100_000;

/** Decodes UTF-8 in steps, after each of which others may run. */
export function* decodeText(bytes: Buffer): Generator<void, string> {
  const decoder = new StringDecoder("utf8");
  let text = "";
  for (let at = 0; at < bytes.length; at += UNITS_PER_STEP) {
    text += decoder.write(bytes.subarray(at, at + UNITS_PER_STEP));
    yield;
  }
  return text + decoder.end();
}

/** Returns the length of a text's longest line, in steps; 0 for a binary file. */
export function* longestLine(text: string): Generator<void, number> {
  if (text.includes("\0")) return 0;
  let longest = 0;
  let stepEnd = UNITS_PER_STEP;
  for (let start = 0, end = 0; end < text.length; start = end + 1) {
    const found = text.indexOf("\n", start);
    end = found < 0 ? text.length : found;
    longest = Math.max(longest, end - start);
    if (end < stepEnd) continue;
    stepEnd = end + UNITS_PER_STEP;
    yield;
  }
  return longest;
}
