import type { Evidence } from "../contract/api/feedback.ts";
import { hasWords } from "./evidence.ts";

/** Ways to choose when the evidence is too long for one prompt. */
export const CHOICES = ["newest", "mostNegative", "deduplicated"] as const;
export type Choice = (typeof CHOICES)[number];

/** What a choice keeps, in the order it was given, and what it leaves out, each with its reason. */
export interface Chosen {
  kept: Evidence[];
  left: { id: string; reason: string }[];
  /** Whether what is kept fits. */
  fits: boolean;
}

/**
 * Chooses evidence so that a prompt about it fits; what fits as it is stays whole.
 * `newest` and `mostNegative` keep as much as fits, in that order. `deduplicated` keeps the newest
 * of entries that say the same about the same page, and may still not fit.
 * @param fits whether a prompt about these entries is short enough; more entries are never shorter
 */
export function chooseEvidence(
  entries: readonly Evidence[],
  choice: Choice,
  fits: (entries: readonly Evidence[]) => boolean,
): Chosen {
  if (fits(entries)) return { kept: [...entries], left: [], fits: true };
  return choice === "deduplicated" ? deduplicated(entries, fits) : best(entries, choice, fits);
}

function best(
  entries: readonly Evidence[],
  choice: "newest" | "mostNegative",
  fits: (entries: readonly Evidence[]) => boolean,
): Chosen {
  const ranked = entries.toSorted(choice === "newest" ? newestFirst : mostNegativeFirst);
  const keep = (count: number) => {
    const ids = new Set(ranked.slice(0, count).map(({ id }) => id));
    return entries.filter(({ id }) => ids.has(id));
  };
  let [most, tooMany] = [0, entries.length];
  while (tooMany - most > 1) {
    const middle = Math.floor((most + tooMany) / 2);
    if (fits(keep(middle))) most = middle;
    else tooMany = middle;
  }
  const kept = keep(most);
  const reason = choice === "newest" ? "older than what fits" : "less negative than what fits";
  const left = ranked.slice(most).map(({ id }) => ({ id, reason }));
  return { kept, left, fits: fits(kept) };
}

function deduplicated(
  entries: readonly Evidence[],
  fits: (entries: readonly Evidence[]) => boolean,
): Chosen {
  const newest = new Map<string, string>();
  for (const entry of entries.toSorted(newestFirst)) {
    const said = saying(entry);
    if (said !== null && !newest.has(said)) newest.set(said, entry.id);
  }
  const kept: Evidence[] = [];
  const left: Chosen["left"] = [];
  for (const entry of entries) {
    const same = newest.get(saying(entry) ?? "");
    if (same === undefined || same === entry.id) kept.push(entry);
    else left.push({ id: entry.id, reason: `says the same as ${same}` });
  }
  return { kept, left, fits: fits(kept) };
}

/**
 * What an entry says about which page, however its words are spaced, cased or ended; null where it
 * says nothing, as a vote is not worth less because there is another.
 */
function saying(entry: Evidence): string | null {
  if (!hasWords(entry)) return null;
  const words = (entry.comment ?? "")
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, " ")
    .trim();
  return JSON.stringify([entry.page, entry.source, entry.helpful, words, entry.code?.trim()]);
}

function newestFirst(one: Evidence, other: Evidence): number {
  const age = (entry: Evidence) => entry.createdAt ?? Number.NEGATIVE_INFINITY;
  return compare(age(other), age(one)) || compare(one.id, other.id);
}

function mostNegativeFirst(one: Evidence, other: Evidence): number {
  return compare(negativity(other), negativity(one)) || newestFirst(one, other);
}

/** Complaints in words first, then complaints, then words (contract/observed.md). */
function negativity(entry: Evidence): number {
  const complaint =
    entry.helpful === false || entry.source === "code_snippet" || entry.source === "agent";
  return (complaint ? 2 : 0) + (hasWords(entry) ? 1 : 0) - (entry.helpful === true ? 2 : 0);
}

function compare<T extends string | number>(one: T, other: T): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
