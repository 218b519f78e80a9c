import "server-only";

export interface Correction {
  wrong: string;
  right: string;
}

const SHOULD_BE = "[ \\u00a0]+should be[ \\u00a0]+";
const PART = "{1,300}?";

// "X" should be "Y" in each kind of quotes, then "X should be Y" inside one pair.
const PATTERNS = [
  `"([^"\\n]${PART})"${SHOULD_BE}"([^"\\n]${PART})"`,
  `“([^“”\\n]${PART})”${SHOULD_BE}“([^“”\\n]${PART})”`,
  `\`([^\`\\n]${PART})\`${SHOULD_BE}\`([^\`\\n]${PART})\``,
  `(?<!\\w)'([^'\\n]${PART})'${SHOULD_BE}'([^'\\n]${PART})'(?!\\w)`,
  `"([^"\\n]${PART})${SHOULD_BE}([^"\\n]${PART})"`,
  `“([^“”\\n]${PART})${SHOULD_BE}([^“”\\n]${PART})”`,
  `\`([^\`\\n]${PART})${SHOULD_BE}([^\`\\n]${PART})\``,
  `(?<!\\w)'([^'\\n]${PART})${SHOULD_BE}([^'\\n]${PART})'(?!\\w)`,
];
const CORRECTION = new RegExp(PATTERNS.join("|"), "giu");

/** Words that point at something else ("it should be clearer") and so are not what stands there. */
const POINTING =
  /^(it|this|that|these|those|there|here|they|we|you|he|she|i|what|which|who|one|everything|something|all|page|docs?)$/i;

/** The corrections that a text spells out, each once, in the order in which they stand. */
export function readCorrections(text: string): Correction[] {
  const found = new Map<string, Correction>();
  for (const match of text.matchAll(CORRECTION)) {
    const [wrong = "", right = ""] = match.slice(1).filter((part) => part !== undefined);
    const correction = tidy(wrong, right);
    if (correction) found.set(`${correction.wrong}\n${correction.right}`, correction);
  }
  return [...found.values()];
}

function tidy(wrong: string, right: string): Correction | null {
  const before = wrong.trim();
  const sentence = /[.!]$/.test(right.trim()) && !/[.!]$/.test(before);
  const after = sentence ? right.trim().slice(0, -1) : right.trim();
  if (before.length < 2 || after === "" || before === after) return null;
  if (POINTING.test(before)) return null;
  return { wrong: before, right: after };
}

/**
 * Replaces every place where the wrong text stands in a page, whole words before parts of words,
 * and leaves alone those that are part of the right text already.
 * @returns the page, and how often it was replaced
 */
export function applyCorrection(
  content: string,
  { wrong, right }: Correction,
): { content: string; count: number } {
  const places = placesOf(content, wrong).filter((at) => !standsIn(content, at, wrong, right));
  const words = places.filter((at) => isWhole(content, at, wrong));
  const chosen = words.length > 0 ? words : places;
  let result = "";
  let from = 0;
  for (const at of chosen) {
    result += content.slice(from, at) + right;
    from = at + wrong.length;
  }
  return { content: result + content.slice(from), count: chosen.length };
}

/**
 * Whether the right text may be written into a page as it is. The page's format could run what a
 * stranger brings in: markup that the wrong text did not have is not applied, but noted, escaped.
 */
export function isPlain({ wrong, right }: Correction): boolean {
  const count = (text: string, mark: string) => text.split(mark).length;
  const marks = ["<", ">", "{", "}", "[", "]", "`", "---"];
  if (marks.some((mark) => count(right, mark) > count(wrong, mark))) return false;
  const active = /^\s*(import|export)\b|javascript:|data:/i;
  return !active.test(right) || active.test(wrong);
}

function placesOf(content: string, text: string): number[] {
  const places: number[] = [];
  for (let at = content.indexOf(text); at !== -1; at = content.indexOf(text, at + text.length)) {
    places.push(at);
  }
  return places;
}

function standsIn(content: string, at: number, wrong: string, right: string): boolean {
  return placesOf(right, wrong).some(
    (offset) => content.slice(at - offset, at - offset + right.length) === right,
  );
}

function isWhole(content: string, at: number, text: string): boolean {
  const joined = /^[\p{L}\p{N}_]{2}$/u;
  const before = content.charAt(at - 1) + text.charAt(0);
  const after = text.charAt(text.length - 1) + content.charAt(at + text.length);
  return !joined.test(before) && !joined.test(after);
}
