import "server-only";

export interface Correction {
  wrong: string;
  right: string;
}

const SHOULD_BE = "[ \\u00a0]+should be[ \\u00a0]+";
const PART = "{1,300}?";
// An apostrophe within a word does not end single quotes.
const SINGLE = "((?:[^'\\n]|(?<=\\w)'(?=\\w)){1,300}?)";

// "X" should be "Y" in each kind of quotes, then "X should be Y" inside one pair.
const PATTERNS = [
  `"([^"\\n]${PART})"${SHOULD_BE}"([^"\\n]${PART})"`,
  `“([^“”\\n]${PART})”${SHOULD_BE}“([^“”\\n]${PART})”`,
  `\`([^\`\\n]${PART})\`${SHOULD_BE}\`([^\`\\n]${PART})\``,
  `(?<!\\w)'${SINGLE}'${SHOULD_BE}'${SINGLE}'(?!\\w)`,
  `"([^"\\n]${PART})${SHOULD_BE}([^"\\n]${PART})"`,
  `“([^“”\\n]${PART})${SHOULD_BE}([^“”\\n]${PART})”`,
  `\`([^\`\\n]${PART})${SHOULD_BE}([^\`\\n]${PART})\``,
  `(?<!\\w)'${SINGLE}${SHOULD_BE}${SINGLE}'(?!\\w)`,
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
 * Replaces every place where the wrong text stands in a page, whole words before parts of words.
 * Leaves alone what is part of the right text already, and where the right text is not inert.
 * @param except a part of the page that keeps its words
 * @returns the page, and how often it was replaced
 */
export function applyCorrection(
  content: string,
  correction: Correction,
  except: { from: number; to: number } | null = null,
): { content: string; count: number } {
  const { wrong, right } = correction;
  const places = placesOf(content, wrong).filter(
    (at) =>
      !(except && at >= except.from && at < except.to) &&
      !standsIn(content, at, wrong, right) &&
      mayStand(content, at, correction),
  );
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
 * Whether the right text does nothing but show where it is put. The page's format would run what a
 * stranger brings in, so markup that the wrong text did not have stays out of the page, fenced
 * code excepted, which only must not be left.
 */
function mayStand(content: string, at: number, { wrong, right }: Correction): boolean {
  const brings = (mark: string) => right.split(mark).length > wrong.split(mark).length;
  if (isFenced(content, at)) return !brings("`") && !brings("~");
  const active = /^\s*(import|export)\b|javascript:|data:/i;
  if (active.test(right) && !active.test(wrong)) return false;
  return !["<", ">", "{", "}", "[", "]", "`", "~~~", "---"].some(brings);
}

/** Whether a place is inside a fenced code block. */
function isFenced(content: string, at: number): boolean {
  let open: string | null = null;
  for (const line of content.slice(0, content.lastIndexOf("\n", at - 1) + 1).split("\n")) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (!mark) continue;
    if (open === null) open = mark;
    else if (mark.startsWith(open) && line.trim() === mark) open = null;
  }
  return open !== null;
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
