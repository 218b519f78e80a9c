/** Maximum characters of an address. A text that is cut within one can be read this much further. */
export const ADDRESS_LENGTH = 330;

// Parts of regular expressions with the flags `giu`. Repetition is bounded.

/** The `@`, also as HTML, in a URL, and in JSON. */
export const AT = "(?:[@＠﹫]|%40|&#0{0,5}64;?|&#x0{0,5}40;?|&commat;|\\\\u0040)";
/** The dot of a domain in the same spellings. */
export const DOT = "(?:[.．。｡]|%2e|&#0{0,5}46;?|&#x0{0,5}2e;?|&period;)";
export const LOCAL = "[^\\s@＠﹫<>‹›()[\\],;:/\\\\]{1,64}";
const LABELS = `(?:[\\p{L}\\p{N}\\p{M}_-]{1,63}${DOT}){1,8}`;

// What can follow the `@`: a domain in any script, an IP address in brackets, or localhost. Package
// versions (`x@1.2.3-rc.next`) and matrix products (`a @ b.T`) don't match.
export const HOST = [
  `(?!\\d+\\.\\d+\\.\\d+-)${LABELS}\\p{L}[\\p{L}\\p{N}\\p{M}-]{1,62}`,
  "\\[(?=[^\\]]{0,45}[.:])(?:IPv6:)?[\\da-f.:]{3,45}\\]",
  "localhost(?![\\p{L}\\p{N}_-])",
].join("|");

/** An `@` with the possible name before it and the spaces between them. */
const SIGN = new RegExp(`(?=${AT})(?<=(${LOCAL})([ \\t]{0,3}))`, "giu");

/**
 * Yields the matches of a sticky expression that begins with `LOCAL` and continues with `AT`. It finds what a search from each
 * character would, but tries only the first character of each name that an `@` follows: in a long text
 * without spaces, a search reads dozens of characters from each one.
 */
export function* addressesIn(text: string, address: RegExp): Generator<RegExpExecArray> {
  let tried = -1;
  let end = 0;
  for (const { index, 1: name = "", 2: spaces = "" } of text.matchAll(SIGN)) {
    const start = Math.max(end, index - name.length - spaces.length);
    if (start === tried) continue;
    tried = start;
    address.lastIndex = start;
    const match = address.exec(text);
    if (!match) continue;
    end = address.lastIndex;
    yield match;
  }
}

/** Replaces what `addressesIn` finds. */
export function replaceAddresses(
  text: string,
  address: RegExp,
  replacement: (match: RegExpExecArray) => string,
): string {
  let result = "";
  let end = 0;
  for (const match of addressesIn(text, address)) {
    result += text.slice(end, match.index) + replacement(match);
    end = match.index + match[0].length;
  }
  return result + text.slice(end);
}
