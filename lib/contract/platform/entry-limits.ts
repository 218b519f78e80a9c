const KB = 1_024;

/** Bytes of each text in UTF-8 that the built-in platform accepts (docs/import.md, "Limits"). */
export const ENTRY_BYTES = {
  comment: 32 * KB,
  code: 32 * KB,
  path: 2 * KB,
  filename: KB,
  contact: KB,
  lang: 100,
} as const;

/**
 * Bytes of an entry as JSON in UTF-8. A page of the export holds up to 100 entries, and clients such
 * as Errata read up to 8 MB.
 */
export const MAX_ENTRY_BYTES = 80 * KB;

/** Most characters of an ID. */
export const MAX_ID_LENGTH = 500;

/** Whether databases store an ID as it is. They'd change others, which could then be those of something else. */
export function isStorableId(id: string): boolean {
  return !id.includes("\0") && id.isWellFormed();
}
