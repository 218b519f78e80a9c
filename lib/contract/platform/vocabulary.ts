// Vocabularies and limits of the interface (docs/contract/platform.md). Imports nothing, so that browser
// code can use the values without zod.

export const SOURCES = ["contextual", "code_snippet", "agent", "thumbs_only"] as const;
export type Source = (typeof SOURCES)[number];

export const STATUSES = ["pending", "in_progress", "resolved", "dismissed"] as const;
export type Status = (typeof STATUSES)[number];

/** Whether an item with this status needs no more attention. */
export function isDecided(status: string): boolean {
  return status === "resolved" || status === "dismissed";
}

export const JOB_STATUSES = ["active", "completed", "archived", "failed"] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** Entries per page of the export. */
export const PAGE_LIMIT = { minimum: 1, maximum: 100, default: 50 } as const;

/** Requests per organization per hour, over all analytics endpoints. */
export const EXPORT_REQUESTS_PER_HOUR = 100;

/** Created jobs and follow-up messages together, per project per hour. */
export const JOB_USES_PER_HOUR = 100;

export const HOUR = 3_600_000;
export const DAY = 86_400_000;
