import type { Evidence } from "../contract/api/feedback.ts";
import { counted } from "../text/counted.ts";
import { pageName } from "./fence.ts";
import { plainLine } from "./untrusted.ts";

/** Evidence about one documentation page. */
export interface PageEvidence {
  page: string;
  /** The page's file; null if none was found, undefined if Errata can't read the repository. */
  file: string | null | undefined;
  /** Other files that fit. Without a `file`, they fit equally well. */
  otherFiles: readonly string[];
  items: Evidence[];
}

/** Groups evidence by page, pages with the most items first. Keeps the order within a page. */
export function byPage(items: readonly Evidence[]): PageEvidence[] {
  const pages = [...Map.groupBy(items, ({ page }) => page)];
  return pages
    .map(([page, group]) => ({ page, ...filesOf(group), items: group }))
    .sort((a, b) => b.items.length - a.items.length || (a.page < b.page ? -1 : 1));
}

/** One of a page's addresses may lead to its file where another one doesn't. */
function filesOf(items: readonly Evidence[]): Pick<PageEvidence, "file" | "otherFiles"> {
  const item =
    items.find(({ file }) => file) ?? items.find(({ otherFiles }) => otherFiles) ?? items[0];
  return { file: item?.file, otherFiles: item?.otherFiles ?? [] };
}

/** Returns a page's name without links or hidden characters. */
export function nameOfPage(page: string): string {
  return pageName(plainLine(page, 1_000)) || "/";
}

/** Returns whether the item has a comment, reasons, or code. */
export function hasWords(item: Evidence): boolean {
  return Boolean(item.comment?.trim() || item.reasons.length > 0 || item.code?.trim());
}

/**
 * Returns the items that a prompt only counts at first: votes without words, and praise. None if nothing else was selected.
 */
export function countedOnly(items: readonly Evidence[]): Evidence[] {
  const counted = items.filter((item) => !hasWords(item) || item.isPraise);
  return counted.length < items.length ? counted : [];
}

/** Counts such items, as in `7 votes without words and 2 with praise`; empty for none. */
export function countedWords(items: readonly Evidence[]): string {
  const votes = items.filter((item) => !hasWords(item)).length;
  const praise = items.length - votes;
  return [
    ...(votes > 0 ? [`${counted(votes, "vote")} without words`] : []),
    ...(praise > 0 ? [`${praise.toLocaleString("en-US")} with praise`] : []),
  ].join(" and ");
}

/** Returns a summary such as `3 items: 2 not helpful, 1 about a code snippet`. */
export function countsOf(items: readonly Evidence[]): string {
  const kinds = [...Map.groupBy(items, kindOf)];
  const named = kinds.map(([kind, group]) => counted(group.length, kind, MANY.get(kind) ?? kind));
  return `${counted(items.length, "item")}: ${named.join(", ")}`;
}

function kindOf({ source, helpful }: Evidence): string {
  if (helpful === false) return "not helpful";
  if (helpful === true) return "helpful";
  if (source === "code_snippet") return "about a code snippet";
  if (source === "agent") return "from an AI agent";
  if (source === "thumbs_only") return VOTE;
  return "of another kind";
}

const VOTE = "vote without a rating";

/** The plural of kinds that don't form it regularly. */
const MANY = new Map([[VOTE, "votes without a rating"]]);
