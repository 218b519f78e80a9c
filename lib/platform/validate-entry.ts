import "server-only";
import type { z } from "zod";
import { parseInstant } from "../contract/platform/dates.ts";
import { ENTRY_BYTES, MAX_ENTRY_BYTES, MAX_ID_LENGTH } from "../contract/platform/entry-limits.ts";
import { type FeedbackEntry, feedbackEntry } from "../contract/platform/feedback.ts";
import { SOURCES, STATUSES } from "../contract/platform/vocabulary.ts";

/** A valid entry, or why it was rejected. */
export type EntryValidation = { entry: FeedbackEntry } | { reason: string };

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
  if (instant === null) return { reason: "createdAt: must be null or an ISO 8601 date" };
  return { entry: { ...entry, createdAt: new Date(instant).toISOString() } };
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
  for (const [name, limit] of Object.entries(ENTRY_BYTES)) {
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
  return bytes < 1_024 ? `${bytes} bytes` : `${Math.ceil((bytes / 1_024) * 10) / 10} KB`;
}

/** Describes a valid field, for people who have never seen a schema. */
const MUST_BE: Readonly<Record<string, string>> = {
  id: "must be a text that isn't empty",
  helpful: "must be true or false",
  source: `must be one of ${SOURCES.join(", ")}`,
  status: `must be one of ${STATUSES.join(", ")}`,
};

function reasonOf(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === "unrecognized_keys") {
    const source = Object(value).source;
    return `${issue.keys.join(", ")}: ${source} feedback doesn't have this`;
  }
  const key = issue.code === "invalid_union" ? "source" : issue.path[0];
  if (typeof key !== "string") return "must be an object with the fields of an entry";
  const isMissing = Object(value)[key] === undefined;
  return `${key}: ${isMissing ? "is missing" : (MUST_BE[key] ?? "must be a text")}`;
}
