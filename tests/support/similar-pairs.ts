import { readFileSync } from "node:fs";
import { compareItems } from "../../lib/groups/compare.ts";
import { bucketsOf, Profile } from "../../lib/groups/profile.ts";

/** Two comments, and whether a person says that they mean the same. */
export interface LabeledPair {
  language: string;
  /** `variant`: the second says the same as the first. */
  kind: "variant" | "different";
  one: string;
  other: string;
}

/** Returns the 300 labeled pairs, which were written for Errata. */
export function labeledPairs(): LabeledPair[] {
  const file = new URL("../fixtures/similar-pairs.tsv", import.meta.url);
  const [, ...lines] = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line) => {
    const [language = "", kind, one = "", other = ""] = line.split("\t");
    return { language, kind: kind === "variant" ? "variant" : "different", one, other };
  });
}

/** Prepares a comment. */
export function profileOfComment(comment: string): Profile {
  return new Profile({ page: "/guides/auth", comment, code: null, helpful: null });
}

/** Whether Errata groups two comments by itself: they meet in a bucket and are the same. */
export function areGrouped(one: string, other: string): boolean {
  const [left, right] = [profileOfComment(one), profileOfComment(other)];
  const buckets = new Set(bucketsOf("docs", left));
  const meet = bucketsOf("docs", right).some((bucket) => buckets.has(bucket));
  return meet && compareItems(left, right).verdict === "same";
}

/** What share of the grouped pairs means the same, and what share of those that do is grouped. */
export function measurePairs(pairs: readonly LabeledPair[]): { precision: number; recall: number } {
  const grouped = pairs.filter(({ one, other }) => areGrouped(one, other));
  const right = grouped.filter(({ kind }) => kind === "variant").length;
  const all = pairs.filter(({ kind }) => kind === "variant").length;
  return { precision: right / grouped.length, recall: right / all };
}
