/** Formats of an export, with their media types. */
export const EXPORT_TYPES = {
  csv: "text/csv; charset=utf-8",
  json: "application/json",
  ndjson: "application/x-ndjson",
} as const;

export type ExportFormat = keyof typeof EXPORT_TYPES;

export function isExportFormat(text: string): text is ExportFormat {
  return Object.hasOwn(EXPORT_TYPES, text);
}
