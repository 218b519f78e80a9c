// Quoted evidence is enclosed in fences with a random name, so that its author can't close them. The
// embedded sample agent parses the same format.

/** Returns the line that opens a quote. Values are encoded, so that none can end the line or fence. */
export function openingFence(token: string, attributes: Record<string, string | null>): string {
  const named = Object.entries(attributes)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => ` ${name}=${attribute(value ?? "")}`);
  return `[[feedback:${token}${named.join("")}]]`;
}

export function closingFence(token: string): string {
  return `[[/feedback:${token}]]`;
}

/** Encodes a value for a fence or a list: without spaces, brackets, line breaks, `@`, or `/`. */
export function attribute(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replaceAll("%3A", ":");
}

/** Maximum length of a page's name. */
const MAX_PAGE_NAME = 120;

/** Letters, digits, and marks of any script, except fillers and those that look like quotes. */
const PAGE_LETTER = /^[[\p{L}\p{N}\p{M}]--[\u02B0-\u02FF\uA788-\uA78C\uFF9E\uFF9F]]$/v;

/**
 * Returns a page's name in a form that is safe outside of quotes, because page paths are untrusted,
 * too. Keeps letters of every script, `/`, `-`, `_`, `~`, and dots within a name. Percent-encodes
 * everything that could form a sentence, a line, or a quote.
 */
export function pageName(page: string): string {
  const letters = Array.from(page.toWellFormed());
  const isLetter = (at: number) => PAGE_LETTER.test(letters[at] ?? "");
  let name = "";
  for (const [at, letter] of letters.entries()) {
    const isSafe =
      isLetter(at) ||
      "/-_~".includes(letter) ||
      (letter === "." && isLetter(at - 1) && isLetter(at + 1));
    const part = isSafe ? letter : encoded(letter);
    if (name.length + part.length > MAX_PAGE_NAME) return `${name}…`;
    name += part;
  }
  return name;
}

/** Control, format, and separating characters. In a prompt they could hide or start a line. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Returns the path of a file for a prompt, on one line. The team's repository names files, so that spaces and
 * brackets stay, and the agent can open what it reads.
 */
export function filePath(path: string): string {
  return path.toWellFormed().replace(UNPRINTABLE, encodeURIComponent);
}

/** Percent-encodes a letter, including `.`, `!`, `'`, `(`, `)`, and `*`. */
function encoded(letter: string): string {
  return encodeURIComponent(letter).replace(
    /[.!'()*]/,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Escapes everything that could open or close a quote, whatever its token. */
export function escapeFence(text: string): string {
  return text.replace(/\[(?=\[\s*(?:\/\s*)?feedback\s*:)/gi, "[ ");
}

/** Prefixes the lines of a quote, so that none of them can be a fence. */
export function quoted(lines: string): string {
  return lines
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
}

/**
 * Returns one sentence for each problem with the fences of `token`, such as a quote that isn't closed
 * after an edit.
 */
export function fenceProblems(prompt: string, token: string): string[] {
  const problems: string[] = [];
  let openedAt: number | null = null;
  prompt.split(/\r\n?|\n/).forEach((line, index) => {
    const number = index + 1;
    if (/^\[\[feedback:([^\s[\]]+)(?: [^[\]]*)?\]\]$/.exec(line)?.[1] === token) {
      if (openedAt !== null)
        problems.push(`The quote that starts on line ${openedAt} isn't closed.`);
      openedAt = number;
    } else if (line === closingFence(token)) {
      if (openedAt === null) problems.push(`Line ${number} closes a quote that wasn't opened.`);
      openedAt = null;
    } else if (/^\s*\[\[\s*(?:\/\s*)?feedback\s*:/i.test(line)) {
      problems.push(
        `Line ${number} looks like a quote marker, but it's damaged or not from this prompt.`,
      );
    } else if (openedAt !== null && !/^>( |$)/.test(line)) {
      problems.push(`Line ${number} is inside a quote but doesn't start with "> ".`);
    }
  });
  if (openedAt !== null) problems.push(`The quote that starts on line ${openedAt} isn't closed.`);
  return problems;
}
