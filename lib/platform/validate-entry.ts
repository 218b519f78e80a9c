import "server-only";
import type { z } from "zod";
import { parseInstant } from "../contract/platform/dates.ts";
import { type FeedbackEntry, feedbackEntry, MAX_ID_LENGTH } from "../contract/platform/feedback.ts";
import { SOURCES } from "../contract/platform/vocabulary.ts";

/** A valid entry, or why it was rejected. */
export type EntryValidation = { entry: FeedbackEntry } | { reason: string };

const KB = 1_024;

/** Bytes of each text in UTF-8 that the built-in platform accepts (docs/import.md, "Limits"). */
const MAX_BYTES = {
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

/**
 * Validates `value` against the interface's strict entry and the size limits. Texts are kept unchanged,
 * including invisible characters. `createdAt` becomes an ISO 8601 instant. Keys are in the interface's
 * order, so that equal entries have equal JSON.
 */
export function validateEntry(value: unknown): EntryValidation {
  const parsed = feedbackEntry.safeParse(value);
  if (!parsed.success) {
    return { reason: parsed.error.issues.map((issue) => reasonOf(issue, value)).join("; ") };
  }
  const entry = parsed.data;
  if (Object.values(entry).some((text) => typeof text === "string" && text.includes("\0"))) {
    return { reason: "a text field contains a NUL character" };
  }
  const tooLong = lengthProblem(entry);
  if (tooLong) return { reason: tooLong };
  // The database replaces lone surrogates, so two different IDs could become one.
  if (!entry.id.isWellFormed()) return { reason: "id: must be well-formed Unicode" };
  if (entry.createdAt === null) return { entry };
  const instant = parseInstant(entry.createdAt);
  const createdAt = instant === null ? "" : new Date(instant).toISOString();
  // A date near the ends of the calendar can move beyond four-digit years when it becomes UTC.
  if (parseInstant(createdAt) === null) {
    return { reason: "createdAt: must be null or an ISO 8601 date" };
  }
  return { entry: { ...entry, createdAt } };
}

/** Returns whether `id` can be the ID of an entry, and be looked up in either database. */
export function isEntryId(id: unknown): id is string {
  return (
    typeof id === "string" &&
    id !== "" &&
    id.length <= MAX_ID_LENGTH &&
    id.isWellFormed() &&
    !id.includes("\0")
  );
}

function lengthProblem(entry: FeedbackEntry): string | null {
  if (entry.id.length > MAX_ID_LENGTH)
    return `id: must be at most ${MAX_ID_LENGTH} characters long`;
  const texts = new Map<string, unknown>(Object.entries(entry));
  for (const [name, limit] of Object.entries(MAX_BYTES)) {
    const text = texts.get(name);
    if (typeof text !== "string") continue;
    const bytes = Buffer.byteLength(text);
    if (bytes > limit)
      return `${name}: must be at most ${size(limit)} in UTF-8 (got ${size(bytes)})`;
  }
  const bytes = Buffer.byteLength(JSON.stringify(entry));
  if (bytes <= MAX_ENTRY_BYTES) return null;
  return `must be at most ${size(MAX_ENTRY_BYTES)} as JSON in total (got ${size(bytes)})`;
}

/** Writes a number of bytes the way people say it: `100 bytes`, `32 KB`, `32.1 KB`. */
function size(bytes: number): string {
  return bytes < KB ? `${bytes} bytes` : `${Math.ceil((bytes / KB) * 10) / 10} KB`;
}

function reasonOf(issue: z.core.$ZodIssue, value: unknown): string {
  const [key] = issue.path;
  if (issue.code === "invalid_union") return `source: must be one of ${SOURCES.join(", ")}`;
  if (key === undefined) return issue.message;
  const isMissing = !Object.hasOwn(Object(value), key) || Object(value)[key] === undefined;
  return `${issue.path.join(".")}: ${isMissing ? "is missing" : issue.message}`;
}
