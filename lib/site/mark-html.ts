import "server-only";
import { pairsOf } from "../text/word-changes.ts";

/** Most products of the words of a change before and after, and of all changes of a page. */
const MAX_PRODUCT = 200_000;
const MAX_TOTAL = 3_000_000;
/** If less than this share is kept, the text counts as replaced. */
const MIN_KEPT = 0.3;

const PARTS =
  /<(\/?)([a-z][a-z0-9]*)(?:[ /][^<>]*)?>|&(?:amp|lt|gt|quot|#\d{1,7});|[\p{L}\p{M}\p{N}_]+|[^<]/gu;
const LETTERS = /[\p{L}\p{N}]/u;
const WITHOUT_END = new Set(["br", "hr"]);

/** A tag, a word, an image, or another character. */
interface Part {
  text: string;
  /**
   * The key for comparison: the text with the tags around it, so that a link that leads elsewhere differs. Empty for a tag.
   */
  key: string;
}

/** Marks differences in the HTML of the same block before and after a change. */
export interface WordMarks {
  /** Null for texts that have too little in common, or are too long. */
  mark(before: string, after: string): { before: string; after: string } | null;
}

/** Creates the marks of one page, whose work is limited as a whole. */
export function createWordMarks(): WordMarks {
  let left = MAX_TOTAL;
  return {
    mark: (before, after) => {
      const [old, now] = [partsOf(before), partsOf(after)];
      const [oldWords, nowWords] = [old.filter(isWord), now.filter(isWord)];
      const sides = trimmed(oldWords, nowWords);
      const cost = sides.old.length * sides.now.length;
      if (cost > MAX_PRODUCT || cost > left) return null;
      left -= cost;
      const changed = changedParts(sides.old, sides.now);
      const kept = oldWords.filter((part) => !changed.has(part));
      if (lengthOf(kept) < MIN_KEPT * lengthOf(oldWords)) return null;
      return { before: marked(old, changed, "del"), after: marked(now, changed, "ins") };
    },
  };
}

const isWord = ({ key }: Part) => key !== "";

function partsOf(html: string): Part[] {
  const open: string[] = [];
  return Array.from(html.matchAll(PARTS), ([text, slash, tag]): Part => {
    if (tag === undefined || tag === "img") return { text, key: `${open.join("")}${text}` };
    if (slash) open.pop();
    // The number of a list's first item is no change.
    else if (!WITHOUT_END.has(tag)) open.push(tag === "ol" ? "<ol>" : text);
    return { text, key: "" };
  });
}

function trimmed(old: readonly Part[], now: readonly Part[]) {
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start]?.key === now[start]?.key) start += 1;
  let end = 0;
  while (end < most - start && old.at(-1 - end)?.key === now.at(-1 - end)?.key) end += 1;
  return {
    old: old.slice(start, old.length - end),
    now: now.slice(start, now.length - end),
  };
}

function changedParts(old: readonly Part[], now: readonly Part[]): ReadonlySet<Part> {
  const changed = new Set<Part>();
  const keys = (parts: readonly Part[]) => parts.map(({ key }) => key);
  let [at, place] = [0, 0];
  for (const [one, other] of pairsOf(keys(old), keys(now))) {
    const [was, is] = [old[at], now[place]];
    if (other === "" && was) changed.add(was);
    if (one === "" && is) changed.add(is);
    if (one !== "") at += 1;
    if (other !== "") place += 1;
  }
  return changed;
}

/** The number of words and images. */
const lengthOf = (parts: readonly Part[]) =>
  parts.filter(({ text }) => LETTERS.test(text) || text.startsWith("<")).length;

/** Puts tags around what changed, also around a space between two changed words. */
function marked(parts: readonly Part[], changed: ReadonlySet<Part>, tag: "ins" | "del"): string {
  const isChanged = (part: Part | undefined) => part !== undefined && changed.has(part);
  let html = "";
  let run = "";
  const endRun = () => {
    html += run.trim() === "" ? run : `<${tag}>${run}</${tag}>`;
    run = "";
  };
  for (const [index, part] of parts.entries()) {
    const isBetween = isChanged(parts[index - 1]) && isChanged(parts[index + 1]);
    const isJoined = isBetween && isWord(part) && !LETTERS.test(part.text);
    if (isChanged(part) || isJoined) run += part.text;
    else {
      endRun();
      html += part.text;
    }
  }
  endRun();
  return html;
}
