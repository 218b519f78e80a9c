import { AT, HOST, LOCAL, replaceAddresses } from "../text/address-patterns.ts";
import { displayable } from "../text/displayable.ts";
import { normalForm } from "../text/normal-form.ts";
import { escapeFence } from "./fence.ts";

/** Maximum length of one quoted text, in characters. */
export const QUOTE_LIMIT = 4_000;

/**
 * Returns untrusted prose in a form that is safe in a prompt: without hidden characters, markup,
 * working links, email addresses, or fences, and visibly truncated if it's long.
 */
export function plain(text: string, limit = QUOTE_LIMIT): string {
  return truncate(
    escapeFence(withoutLinks(withoutSpacedAddresses(flattened(readable(text))))),
    limit,
  );
}

/** Like `plain`, for code: keeps tags and brackets. */
export function plainCode(text: string, limit = QUOTE_LIMIT): string {
  return truncate(escapeFence(withoutLinks(maskAddresses(readable(text)))), limit);
}

/** Like `plain`, on one line, for headings and labels. */
export function plainLine(text: string, limit = 300): string {
  return plain(text.replace(/[\r\n\t\u0085\u2028\u2029]+/g, " "), limit).trim();
}

function readable(text: string): string {
  return normalForm(displayable(text), "NFC");
}

/**
 * Flattens HTML and Markdown to text: `‹b›`, `[image: alt]`, `[label] (address)`. The sample agent knows these forms and
 * doesn't write them into pages.
 */
function flattened(text: string): string {
  return text
    .replace(/!\[([^[\]\n]{0,500})\]\([^)\]\n]{0,2000}\)/g, "[image: $1]")
    .replace(/\](?=\()/g, "] ")
    .replace(/<([a-z/!?][^<>]*)>/gi, "‹$1›")
    .replace(/<(?=[a-z/!?])/gi, "‹");
}

const ADDRESS = new RegExp(`${LOCAL}${AT}(?:${HOST})`, "giuy");
const SPACED_ADDRESS = new RegExp(
  `(?<![^\\s<>‹›()[\\],;:/\\\\])${LOCAL}[ \\t]{0,3}${AT}[ \\t]{1,3}(?:${HOST})`,
  "giu",
);

function maskAddresses(text: string): string {
  return replaceAddresses(text, ADDRESS, () => "[email]");
}

/** Also masks addresses with spaces around the `@`, which is an operator in code. */
function withoutSpacedAddresses(text: string): string {
  return maskAddresses(text).replace(SPACED_ADDRESS, "[email]");
}

function withoutLinks(text: string): string {
  return text
    .replace(/http(s?)(?=:\/\/)/gi, "hxxp$1")
    .replace(/\b(ftp|file|wss?)(?=:\/\/)/gi, "$1[.]")
    .replace(/\b(javascript|vbscript):(?=\S)/gi, "$1[:]")
    .replace(/\bdata:(?=[a-z]+\/)/gi, "data[:]");
}

function truncate(text: string, limit: number): string {
  // Avoids splitting all of a very long text: a character has at most two UTF-16 units.
  if (text.length <= limit) return text;
  const kept = Array.from(text.slice(0, limit * 2)).slice(0, limit);
  const more = lengthOf(text) - kept.length;
  return more > 0
    ? `${kept.join("")}… [truncated, ${more.toLocaleString("en-US")} more characters]`
    : text;
}

function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}
