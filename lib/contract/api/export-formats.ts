// Imports nothing, so that browser code can use the values.

export const EXPORT_FORMATS = ["csv", "json", "ndjson"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Columns of exports that come from Errata, not from the reader or the platform. */
export const EXPORTED_DECISIONS = ["dismissedFor", "snoozedUntil", "labels"] as const;

/** Media types of an export. */
export const EXPORT_TYPES: Record<ExportFormat, string> = {
  csv: "text/csv; charset=utf-8",
  json: "application/json",
  ndjson: "application/x-ndjson",
};
