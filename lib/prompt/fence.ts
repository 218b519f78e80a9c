// Quoted evidence stands between fences whose name nobody outside can know. The format is read by
// the built-in sample agent as well.

/** A name for the fences of one prompt: 16 random hexadecimal digits. */
export function newToken(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The line that opens a quote. Values are encoded, so that none can end the line or the fence. */
export function openFence(token: string, attributes: Record<string, string | null>): string {
  const named = Object.entries(attributes)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => ` ${name}=${attribute(value ?? "")}`);
  return `[[feedback:${token}${named.join("")}]]`;
}

export function closeFence(token: string): string {
  return `[[/feedback:${token}]]`;
}

/** A value as it stands in a fence or a list: no blank, bracket, line end, `@` or `/` in it. */
export function attribute(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replaceAll("%3A", ":");
}

/** Characters of a page's name that are shown. */
const PAGE_LENGTH = 120;

/** Letters, digits and marks of any script; not those that look like quotes, nor fillers. */
const PAGE_LETTER = /^[[\p{L}\p{N}\p{M}]--[\u02B0-\u02FF\uA788-\uA78C\uFF9E\uFF9F]]$/v;

/**
 * The name of a page as a prompt may say it outside of quotes: whoever writes the address of a page
 * is a stranger, too. Letters of every script stay readable, and so do `/`, `-`, `_`, `~` and a dot
 * within a name; whatever could make a sentence, a line or a quote of it is percent-encoded.
 */
export function pageName(page: string): string {
  const letters = Array.from(page.toWellFormed());
  const isLetter = (at: number) => PAGE_LETTER.test(letters[at] ?? "");
  let name = "";
  for (const [at, letter] of letters.entries()) {
    const inert =
      isLetter(at) ||
      "/-_~".includes(letter) ||
      (letter === "." && isLetter(at - 1) && isLetter(at + 1));
    const part = inert ? letter : encoded(letter);
    if (name.length + part.length > PAGE_LENGTH) return `${name}…`;
    name += part;
  }
  return name;
}

/** Also what `encodeURIComponent` leaves: `.`, `!`, `'`, `(`, `)` and `*`. */
function encoded(letter: string): string {
  return encodeURIComponent(letter).replace(
    /[.!'()*]/,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Text in which nothing opens or closes a quote, whatever the token. */
export function escapeFence(text: string): string {
  return text.replace(/\[(?=\[\s*(?:\/\s*)?feedback\s*:)/gi, "[ ");
}

/** Lines of a quote as they stand between fences, so that none of them is ever the fence itself. */
export function quoted(lines: string): string {
  return lines
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
}

/**
 * What an edit broke of the fences that `token` names: one sentence for each problem, none where
 * every quote is still opened, marked and closed.
 */
export function fenceProblems(prompt: string, token: string): string[] {
  const problems: string[] = [];
  let openedAt: number | null = null;
  prompt.split(/\r\n?|\n/).forEach((line, index) => {
    const number = index + 1;
    if (/^\[\[feedback:([^\s[\]]+)(?: [^[\]]*)?\]\]$/.exec(line)?.[1] === token) {
      if (openedAt !== null) problems.push(`The quote opened in line ${openedAt} is not closed.`);
      openedAt = number;
    } else if (line === closeFence(token)) {
      if (openedAt === null) problems.push(`Line ${number} closes a quote that was not opened.`);
      openedAt = null;
    } else if (/^\s*\[\[\s*(?:\/\s*)?feedback\s*:/i.test(line)) {
      problems.push(`Line ${number} looks like a fence of a quote, but is damaged or not ours.`);
    } else if (openedAt !== null && !/^>( |$)/.test(line)) {
      problems.push(`Line ${number} stands inside a quote without the mark "> ".`);
    }
  });
  if (openedAt !== null) problems.push(`The quote opened in line ${openedAt} is not closed.`);
  return problems;
}
