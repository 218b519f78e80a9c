// How up to date a project's feedback is. Instants are epoch milliseconds, durations milliseconds.
import { z } from "zod";

/** Requests to the platform in the last hour. */
export const budgetStatus = z.strictObject({
  limit: z.number(),
  /** Requests reserved for other clients. */
  reserve: z.number(),
  /** Requests sent within the last hour. */
  used: z.number(),
  /** Requests that can be sent right now. */
  remaining: z.number(),
  /** When the oldest counted request is an hour old; null if none is counted. */
  resetsAt: z.number().nullable(),
  /** End of the pause that the platform asked for; null if there is none. */
  pausedUntil: z.number().nullable(),
});
export type BudgetStatus = z.infer<typeof budgetStatus>;

/** Checks that people can request, per hour and for all projects together. */
export const manualChecks = z.strictObject({
  limit: z.number(),
  remaining: z.number(),
  /** When the next one is possible; null if one is possible now. */
  availableAt: z.number().nullable(),
});
export type ManualChecks = z.infer<typeof manualChecks>;

/** The interface doesn't report how many entries there are, so nobody knows how much is left. */
export const backfillProgress = z.strictObject({
  startedAt: z.number(),
  pages: z.number(),
  items: z.number(),
  /** Export pages per hour that the budget allows for this project. */
  pagesPerHour: z.number(),
  /** When the sync resumes after the hourly limit was reached; null while it's running. */
  resumesAt: z.number().nullable(),
  /** All dated items newer than this are here; null while unknown, or if the list has no order. */
  readBackTo: z.number().nullable(),
  /** The oldest date on the platform; null while unknown. */
  oldestDate: z.number().nullable(),
});
export type BackfillProgress = z.infer<typeof backfillProgress>;

export const fullSyncProgress = z.strictObject({
  startedAt: z.number(),
  pages: z.number(),
  /** Estimated from the number of known items. */
  expectedPages: z.number(),
  expectedEndAt: z.number(),
});
export type FullSyncProgress = z.infer<typeof fullSyncProgress>;

const common = {
  phase: z.enum(["backfill", "following"]),
  /** Items in the store, including those deleted on the platform. */
  items: z.number(),
  /** Items deleted on the platform. They're kept and marked. */
  deleted: z.number(),
  /** Entries that Errata couldn't read; see `skippedItem`. */
  quarantined: z.number(),
  /** How old the stored feedback is at most. */
  lastSuccessAt: z.number().nullable(),
  problem: z
    .strictObject({
      code: z.string(),
      message: z.string(),
      since: z.number(),
      /** `most_missing`: when the missing items will be marked as deleted. */
      dueAt: z.number().optional(),
    })
    .nullable(),
};

/** A project of the built-in platform, which reports every change. */
export const feedStatus = z.strictObject({
  source: z.literal("feed"),
  ...common,
  /** Increases with every stored change. */
  revision: z.number(),
  /** Changes that aren't stored yet, at most. */
  changesLeft: z.number(),
});
export type FeedStatus = z.infer<typeof feedStatus>;

/** A project of a hosted platform, whose export is read within the hourly request budget. */
export const exportStatus = z.strictObject({
  source: z.literal("export"),
  ...common,
  /** Export pages read by the first sync so far. */
  pagesRead: z.number(),
  /** When the next request is due. */
  nextRequestAt: z.number(),
  budget: budgetStatus,
  /** No requests are sent because all of them are reserved for other clients. */
  paused: z.boolean(),
  /** Projects that share the budget. Those that the platform rejects don't count. */
  projects: z.number(),
  /** Expected time until the next check for new items, and between two of them. */
  newItemsInterval: z.number(),
  /**
   * Whether checks for new items can't read what they ask for. Then the interval is the time until syncs of
   * known items have found new ones.
   */
  newItemsLate: z.boolean(),
  /** Whether the platform lists the same items whatever dates a request asks for. */
  ignoresDates: z.boolean(),
  /**
   * Whether it also lists its oldest items first. Then new items are found at the end of the list, and
   * changes only by full syncs.
   */
  oldestFirst: z.boolean(),
  manualChecks,
  /** Expected time until a change to one of the newest 3,000 items shows up. */
  recentInterval: z.number(),
  /** Expected time until a full sync has read everything again, which finds all other changes. */
  fullSyncInterval: z.number(),
  /** Expected time until a deletion among the newest 3,000 items shows up. */
  deletedInterval: z.number(),
  /** Progress of the first sync; null once it's complete. */
  backfill: backfillProgress.nullable(),
  /** Progress of the current full sync, if one is running after the first. */
  fullSync: fullSyncProgress.nullable(),
  /** When the last complete full sync finished. */
  lastFullSyncAt: z.number().nullable(),
});
export type ExportStatus = z.infer<typeof exportStatus>;

export const syncStatus = z.discriminatedUnion("source", [feedStatus, exportStatus]);
export type SyncStatus = z.infer<typeof syncStatus>;
