import { maskAddresses } from "./email-addresses.ts";

/**
 * Returns the start of a text that a reader may have written. If the cut is within an address, addresses are masked first:
 * without its at sign, its first half isn't recognized anymore for people who may not see it.
 * @param length in characters, at most
 */
export function truncateReaderText(text: string, length: number): string {
  const start = cut(text, length);
  if (start === text) return text;
  const masked = maskAddresses(text);
  return masked.startsWith(maskAddresses(start)) ? start : cut(masked, length);
}

/** As `truncateReaderText`, with an ellipsis in place of what was cut. */
export function shortenReaderText(text: string, length: number): string {
  if (cut(text, length) === text) return text;
  return `${truncateReaderText(text, length - 1).trimEnd()}…`;
}

function cut(text: string, length: number): string {
  // A character has at most two UTF-16 units, so a long text isn't split in full.
  return text.length <= length
    ? text
    : Array.from(text.slice(0, 2 * length))
        .slice(0, length)
        .join("");
}
