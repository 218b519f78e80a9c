import { displayable } from "../text/displayable.ts";
import { escapeFence } from "./fence.ts";

/** Most characters of one quoted text. */
export const QUOTE_LIMIT = 4_000;

/**
 * A stranger's prose as it may stand in a prompt: no hidden characters, no markup, no address that
 * can be followed, no e-mail address, nothing like a fence, and cut visibly when it is long.
 */
export function plain(text: string, limit = QUOTE_LIMIT): string {
  return cut(escapeFence(withoutLinks(withoutSpacedAddresses(flattened(readable(text))))), limit);
}

/** Like `plain`, for code, whose tags and brackets are what it is about. */
export function plainCode(text: string, limit = QUOTE_LIMIT): string {
  return cut(escapeFence(withoutLinks(maskAddresses(readable(text)))), limit);
}

/** Like `plain`, in one line: for what stands in headings and labels. */
export function plainLine(text: string, limit = 300): string {
  return plain(text.replace(/[\r\n\t\u0085\u2028\u2029]+/g, " "), limit).trim();
}

function readable(text: string): string {
  return displayable(text).normalize("NFC");
}

/** HTML and Markdown as the text that they are: `‹b›`, `[image: alt]`, `label (address)`. */
function flattened(text: string): string {
  return text
    .replace(/!\[([^\]\n]{0,500})\]\([^)\n]{0,2000}\)/g, "[image: $1]")
    .replace(/\[([^[\]\n]{1,500})\]\(([^)\n]{0,2000})\)/g, "$1 ($2)")
    .replace(/<([a-z/!?][^<>]*)>/gi, "‹$1›")
    .replace(/<(?=[a-z/!?])/gi, "‹");
}

const AT = "(?:[@＠﹫]|%40|&#0{0,5}64;?|&#x0{0,5}40;?|&commat;)";
const DOT = "(?:[.．。｡]|%2e|&#0{0,5}46;?|&#x0{0,5}2e;?|&period;)";
const LOCAL = "[^\\s@＠﹫<>‹›()[\\],;:/\\\\]{1,64}";
const LABELS = `(?:[\\p{L}\\p{N}\\p{M}_-]{1,63}${DOT}){1,8}`;

// Behind it stands a domain, a domain in other writing, an address in brackets, or this machine. The
// versions that packages have (`x@1.2.3-rc.next`) and what numbers multiply by (`a @ b.T`) are none.
const HOST = [
  `(?!\\d+\\.\\d+\\.\\d+-)${LABELS}\\p{L}[\\p{L}\\p{N}\\p{M}-]{1,62}`,
  "\\[(?=[^\\]]{0,45}[.:])(?:IPv6:)?[\\da-f.:]{3,45}\\]",
  "localhost(?![\\p{L}\\p{N}_-])",
].join("|");

/** Bounded repetition: unbounded, a long word without `@` would take quadratic time. */
const ADDRESS = new RegExp(`${LOCAL}${AT}(?:${HOST})`, "giu");
const SPACED_ADDRESS = new RegExp(
  `(?<![^\\s<>‹›()[\\],;:/\\\\])${LOCAL}[ \\t]{0,3}${AT}[ \\t]{1,3}(?:${HOST})`,
  "giu",
);

function maskAddresses(text: string): string {
  return text.replace(ADDRESS, "[e-mail]");
}

/** In prose also with blanks around the sign, which in code multiplies. */
function withoutSpacedAddresses(text: string): string {
  return maskAddresses(text).replace(SPACED_ADDRESS, "[e-mail]");
}

function withoutLinks(text: string): string {
  return text
    .replace(/http(s?)(?=:\/\/)/gi, "hxxp$1")
    .replace(/\b(ftp|file|wss?)(?=:\/\/)/gi, "$1[.]")
    .replace(/\b(javascript|vbscript):(?=\S)/gi, "$1[:]")
    .replace(/\bdata:(?=[a-z]+\/)/gi, "data[:]");
}

function cut(text: string, limit: number): string {
  // Twice as many units are at least as many characters: a megabyte is not taken apart.
  if (text.length <= limit) return text;
  const kept = Array.from(text.slice(0, limit * 2)).slice(0, limit);
  const more = lengthOf(text) - kept.length;
  return more > 0
    ? `${kept.join("")}… [cut, ${more.toLocaleString("en-US")} more characters]`
    : text;
}

function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}
