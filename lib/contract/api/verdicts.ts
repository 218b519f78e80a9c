// What a merge does to a linked item, for the browser and the server. Imports no values.
import type { Verdict } from "./job-review.ts";

/** What a merge resolves: items that are addressed, and votes without words. */
export function isResolvedByMerge({ verdict, isVote }: { verdict: Verdict; isVote: boolean }) {
  return verdict === "addressed" || (verdict === "unclear" && isVote);
}
