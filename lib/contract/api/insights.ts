// How feedback and the team's work develop over time. Days are UTC days, instants epoch milliseconds.
import { z } from "zod";
import { theme } from "./themes.ts";

const counts = z.record(z.string(), z.number());

/** A share of items, with its 95% interval (Wilson). */
export const share = z.strictObject({
  part: z.number(),
  whole: z.number(),
  /** The bounds, 0 to 1; null without items. */
  low: z.number().nullable(),
  high: z.number().nullable(),
});
export type Share = z.infer<typeof share>;

/** How long items waited, in milliseconds, to about 5%. */
export const waitTime = z.strictObject({
  items: z.number(),
  /** Null without items. */
  median: z.number().nullable(),
  /** Nine of ten items waited less. */
  p90: z.number().nullable(),
});
export type WaitTime = z.infer<typeof waitTime>;

/** The counts of a range of days. */
export const insightSums = z.strictObject({
  /** Items from these days, with the status that they have now. */
  total: z.number(),
  source: counts,
  status: counts,
  /** Helpful votes of all votes. */
  helpful: share,
  /** Items in progress or resolved, of those that aren't pending. */
  actionable: share,
  /** From the arrival of items to their first decision on these days. */
  decision: waitTime,
  /** From the arrival of items until they were resolved on these days. */
  resolution: waitTime,
});
export type InsightSums = z.infer<typeof insightSums>;

/** A day, or a week or month in longer ranges. */
export const insightPeriod = insightSums.extend({
  /** The first day, `YYYY-MM-DD`. */
  from: z.string(),
  /** The day after the last one. */
  to: z.string(),
});
export type InsightPeriod = z.infer<typeof insightPeriod>;

/** A merged job, and the complaints about its pages before and after. */
export const mergedJob = z.strictObject({
  id: z.string(),
  title: z.string(),
  /** When Errata noticed the merge. */
  mergedAt: z.number(),
  /** The pages of its items. */
  pages: z.array(z.string()),
  /** Complaints in `daysAfter` days before the day of the merge, and in as many after it. */
  before: z.number(),
  after: z.number(),
  /** Days since the day of the merge, at most 28. */
  daysAfter: z.number(),
  /** Items that report a problem again that the job resolved. */
  recurrences: z.number(),
  /** ID of one of these items if all of them are similar, for the filter `similarTo`. */
  recurrenceId: z.string().nullable(),
});
export type MergedJob = z.infer<typeof mergedJob>;

export const insights = z.strictObject({
  unit: z.enum(["day", "week", "month"]),
  /** Oldest first. */
  periods: z.array(insightPeriod),
  total: insightSums,
  /** Items without a date, which no period has. */
  undated: z.number(),
  /** The reports with most items in the range, most first. */
  themes: z.array(theme),
  /** The latest merged ones in the range, newest first. */
  merged: z.array(mergedJob),
  /** Open items that people are assigned now, independent of the range. */
  workload: z.array(
    z.strictObject({ person: z.string(), pending: z.number(), inProgress: z.number() }),
  ),
});
export type Insights = z.infer<typeof insights>;
