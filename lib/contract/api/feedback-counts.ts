// Counts of feedback under filters. Instants are epoch milliseconds.
import { z } from "zod";

const counts = z.record(z.string(), z.number());

/**
 * Counts per value. Each facet ignores its own filter. Sources and statuses that the interface
 * doesn't define come last.
 */
export const facets = z.strictObject({
  /** Items that match all filters. */
  total: z.number(),
  /** Items of the project without any filter. */
  all: z.number(),
  source: counts,
  status: counts,
  /** `true`, `false`, and `none` for items without a rating. */
  helpful: counts,
  /** `true` and `false`: whether the reader wrote a comment. */
  comment: counts,
  /** Noise. */
  noise: z.number(),
  /** Snoozed items. */
  snoozed: z.number(),
  /** Reasons that readers chose lately, the most frequent first, whatever the filters. */
  reasons: z.array(z.string()),
});
export type Facets = z.infer<typeof facets>;

/** A documentation page and the feedback on it that matches the filters. */
export const pageFeedback = z.strictObject({
  page: z.string(),
  total: z.number(),
  /** Items with `helpful` true. */
  up: z.number(),
  /** Items with `helpful` false. */
  down: z.number(),
  /** Complaints: `helpful` false, and everything from code snippets and agents. */
  negative: z.number(),
  /** Pending or in progress. */
  open: z.number(),
  /** Date of the newest dated item. */
  lastSeenAt: z.number().nullable(),
  /** How much the page needs work, 0 and up; see `rankOf` in the store. */
  rank: z.number(),
  /** How often the page was viewed; null if that isn't known. */
  views: z.number().nullable(),
  /** About how many readers the page fails, 0 and up; see `impactOf` in the store. */
  impact: z.number(),
  /** The share of helpful votes that the votes show with 95% confidence; null without votes. */
  helpfulAtLeast: z.number().nullable(),
  /** Complaints in each of the last 12 weeks, oldest first; null if they weren't asked for. */
  trend: z.array(z.number()).nullable(),
});
export type PageFeedback = z.infer<typeof pageFeedback>;

export const pageList = z.strictObject({
  pages: z.array(pageFeedback),
  nextCursor: z.string().nullable(),
  hasMore: z.boolean(),
  /** The documentation pages with the most feedback that matches the filters. */
  total: z.number(),
  /** How many pages aren't listed, because they have less feedback. */
  unlisted: z.number(),
  /** When page views were uploaded; null without any. */
  viewsAt: z.number().nullable(),
});
export type PageList = z.infer<typeof pageList>;

export const activityDay = z.strictObject({
  /** A UTC day, `YYYY-MM-DD`. */
  day: z.string(),
  total: z.number(),
  source: counts,
  status: counts,
});
export type ActivityDay = z.infer<typeof activityDay>;

export const activity = z.strictObject({
  /** Oldest first, without days that have no feedback. */
  days: z.array(activityDay),
  /** Items without a date. */
  undated: z.number(),
});
export type Activity = z.infer<typeof activity>;
