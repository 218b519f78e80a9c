/**
 * A part of a note: plain text, a link, the punctuation right after a link, or the name of a teammate after an
 * at sign.
 */
export type NotePart = { kind: "text" | "link" | "punctuation" | "mention"; text: string };

/** What ends a link in a sentence and isn't part of it; a bracket only without one in the link. */
const AFTER_LINK = {
  sentence: /(?<![.,;:!?'’”])[.,;:!?'’”]+$/,
  brackets: /(?<![.,;:!?'’”)\]}])[.,;:!?'’”)\]}]+$/,
};
const SPECIAL = /[\\^$.*+?()[\]{}|]/g;

/**
 * Splits a note into parts. Only `https` links count. The parts together are the whole text.
 * @param names of teammates; of two that begin alike, the longer one counts
 */
export function noteParts(text: string, names: readonly string[]): NotePart[] {
  const escaped = names
    .filter((name) => name !== "")
    .toSorted((one, other) => other.length - one.length)
    .map((name) => name.replace(SPECIAL, "\\$&"));
  const mention =
    escaped.length > 0 ? `|(?<![\\p{L}\\p{N}])@(?:${escaped.join("|")})(?![\\p{L}\\p{N}])` : "";
  const pattern = new RegExp(`https://[^\\s<>"]+${mention}`, "gu");
  const parts: NotePart[] = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(pattern)) {
    const isLink = match.startsWith("https://");
    const after = /[([{]/.test(match) ? AFTER_LINK.sentence : AFTER_LINK.brackets;
    const found = isLink ? match.replace(after, "") : match;
    if (index > end) parts.push({ kind: "text", text: text.slice(end, index) });
    parts.push({ kind: isLink ? "link" : "mention", text: found });
    end = index + match.length;
    if (found !== match) parts.push({ kind: "punctuation", text: match.slice(found.length) });
  }
  if (end < text.length) parts.push({ kind: "text", text: text.slice(end) });
  return parts;
}
