// What a job's pull request did about its linked feedback, as a person reviews it.
import { z } from "zod";
import { pullChanges } from "./pull-request.ts";

/** Whether the change does what an item asked for. */
export const verdict = z.enum(["addressed", "not_addressed", "unclear"]);
export type Verdict = z.infer<typeof verdict>;

/** A linked item with what the change did about it. */
export const reviewedItem = z.strictObject({
  id: z.string(),
  page: z.string(),
  source: z.string(),
  status: z.string(),
  helpful: z.boolean().nullable(),
  /** Cut at 1,000 characters. */
  comment: z.string().nullable(),
  verdict,
  /** The name of the person who set the verdict; null while it is proposed. */
  by: z.string().nullable(),
  /** IDs of the hunks that touch the text that the item is about. */
  hunks: z.array(z.string()),
  /** Equal for items of the same reader; null if the reader left no email address. */
  reader: z.number().nullable(),
});
export type ReviewedItem = z.infer<typeof reviewedItem>;

/**
 * A change that no item asked for and that may be wrong. `fact`: a number, code, a link, a flag, or the order of steps; `removed` and `rewritten`:
 * text. `old` and `new` are shortened; null where there is none.
 */
export const finding = z.strictObject({
  kind: z.enum(["fact", "removed", "rewritten"]),
  hunk: z.string(),
  path: z.string(),
  old: z.string().nullable(),
  new: z.string().nullable(),
});
export type Finding = z.infer<typeof finding>;

/**
 * A linked item's correction, and the places where the documentation would still have the
 * uncorrected text.
 */
export const leftover = z.strictObject({
  text: z.string(),
  correct: z.string(),
  places: z.array(z.strictObject({ path: z.string(), line: z.number() })),
  /** How many more places there are. */
  more: z.number(),
});
export type Leftover = z.infer<typeof leftover>;

/** Everything that the review of a change needs, apart from the job itself. */
export const jobReview = z.strictObject({
  /** The pull request's number on the built-in code host; null for one elsewhere. */
  number: z.number().nullable(),
  /** Null if there is no change, or Errata can't read it. */
  changes: pullChanges.nullable(),
  /** The address of each page on this page of the diff as it would be published: `/site/docs/guides/auth?at=branch`. */
  previews: z.record(z.string(), z.string()),
  /** Why the change can't be read; null otherwise. */
  problem: z.string().nullable(),
  items: z.array(reviewedItem),
  /** Findings to check first, at most 100. */
  findings: z.array(finding),
  /** How many more there are of the first 1,000 that were found. */
  moreFindings: z.number(),
  /** Changed files that are too large to be read in full, at most 100. */
  unread: z.array(z.string()),
  /** Changed files that are no linked item's page, at most 100. */
  outside: z.array(z.string()),
  /** Corrections that are made on one page and not on others. */
  leftovers: z.array(leftover),
  /** Versions of files that the person has reviewed. */
  reviewed: z.array(z.string()),
});
export type JobReview = z.infer<typeof jobReview>;

/** What to merge: IDs of the linked items that it resolves, and of those that it doesn't address. */
export const mergeRequest = z.strictObject({
  /** The last commit of the diff that the person saw. Nothing else is merged. */
  head: z.string().max(64),
  resolve: z.array(z.string()).max(500),
  requeue: z.array(z.string()).max(500),
});
export type MergeRequest = z.infer<typeof mergeRequest>;

/** A verdict about an item; null for the proposed one. */
export const verdictRequest = z.strictObject({
  feedbackId: z.string(),
  verdict: verdict.nullable(),
});

export const reviewedFile = z.strictObject({
  version: z.string().min(1).max(200),
  isReviewed: z.boolean(),
});
