import type { Evidence } from "../contract/api/feedback.ts";
import { normalForm } from "../text/normal-form.ts";
import { hasWords } from "./evidence.ts";

/** Ways to shorten evidence that is too long for one prompt. */
export const SHORTENINGS = ["newest", "mostNegative", "deduplicated"] as const;
export type Shortening = (typeof SHORTENINGS)[number];

/** The items to keep, in their original order, and the excluded ones with reasons. */
export interface ChosenEvidence {
  kept: Evidence[];
  excluded: { id: string; reason: string }[];
  /** Whether the kept items fit. */
  fits: boolean;
}

/**
 * Chooses evidence so that its prompt fits. Keeps everything if it already fits.
 * `newest` and `mostNegative` keep as many items as fit, in that order. `deduplicated` keeps the
 * newest of near-duplicates about the same page, which may still not fit.
 * @param fits whether the prompt for these items is short enough; more items never make it shorter
 */
export function chooseEvidence(
  items: readonly Evidence[],
  choice: Shortening,
  fits: (items: readonly Evidence[]) => boolean,
): ChosenEvidence {
  if (fits(items)) return { kept: [...items], excluded: [], fits: true };
  return choice === "deduplicated" ? deduplicated(items, fits) : keepBest(items, choice, fits);
}

function keepBest(
  items: readonly Evidence[],
  choice: "newest" | "mostNegative",
  fits: (items: readonly Evidence[]) => boolean,
): ChosenEvidence {
  const ranked = items.toSorted(choice === "newest" ? newestFirst : mostNegativeFirst);
  const keep = (size: number) => {
    const ids = new Set(ranked.slice(0, size).map(({ id }) => id));
    return items.filter(({ id }) => ids.has(id));
  };
  let [count, tooMany] = [0, items.length];
  while (tooMany - count > 1) {
    const middle = Math.floor((count + tooMany) / 2);
    if (fits(keep(middle))) count = middle;
    else tooMany = middle;
  }
  const kept = keep(count);
  const reason =
    choice === "newest" ? "older than the items that fit" : "less negative than the items that fit";
  const excluded = ranked.slice(count).map(({ id }) => ({ id, reason }));
  return { kept, excluded, fits: fits(kept) };
}

function deduplicated(
  items: readonly Evidence[],
  fits: (items: readonly Evidence[]) => boolean,
): ChosenEvidence {
  const newest = new Map<string, string>();
  for (const item of items.toSorted(newestFirst)) {
    const key = duplicateKey(item);
    if (key !== null && !newest.has(key)) newest.set(key, item.id);
  }
  const kept: Evidence[] = [];
  const excluded: ChosenEvidence["excluded"] = [];
  for (const item of items) {
    const same = newest.get(duplicateKey(item) ?? "");
    if (same === undefined || same === item.id) kept.push(item);
    else excluded.push({ id: item.id, reason: `near-duplicate of ${same}` });
  }
  return { kept, excluded, fits: fits(kept) };
}

/**
 * Returns a key that near-duplicates share: same page, rating, and words, ignoring case, spacing, and
 * punctuation. Null for a vote without words, because each vote counts.
 */
function duplicateKey(item: Evidence): string | null {
  if (!hasWords(item)) return null;
  const words = normalForm(item.comment ?? "", "NFKC")
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, " ")
    .trim();
  const { page, source, helpful, reasons } = item;
  return JSON.stringify([page, source, helpful, reasons, words, item.code?.trim()]);
}

function newestFirst(one: Evidence, other: Evidence): number {
  const age = (item: Evidence) => item.createdAt ?? Number.NEGATIVE_INFINITY;
  return compare(age(other), age(one)) || compare(one.id, other.id);
}

function mostNegativeFirst(one: Evidence, other: Evidence): number {
  return compare(negativity(other), negativity(one)) || newestFirst(one, other);
}

/** Ranks complaints with words first, then other complaints, then other words. */
function negativity(item: Evidence): number {
  const complaint =
    item.helpful === false || item.source === "code_snippet" || item.source === "agent";
  return (complaint ? 2 : 0) + (hasWords(item) ? 1 : 0) - (item.helpful === true ? 2 : 0);
}

function compare<T extends string | number>(one: T, other: T): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
