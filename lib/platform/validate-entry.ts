import "server-only";
import type { z } from "zod";
import { parseInstant } from "../contract/platform/dates.ts";
import { type FeedbackEntry, feedbackEntry, LONGEST_ID } from "../contract/platform/feedback.ts";
import { SOURCES } from "../contract/platform/vocabulary.ts";

/** A valid entry, or why it was rejected. */
export type EntryValidation = { entry: FeedbackEntry } | { reason: string };

/**
 * Validates `value` against the interface's strict entry. Texts are kept unchanged, including
 * invisible characters. `createdAt` becomes an ISO 8601 instant. Keys are in the interface's order,
 * so that equal entries have equal JSON.
 */
export function validateEntry(value: unknown): EntryValidation {
  const parsed = feedbackEntry.safeParse(value);
  if (!parsed.success) return { reason: parsed.error.issues.map(reasonOf).join("; ") };
  const entry = parsed.data;
  if (Object.values(entry).some((text) => typeof text === "string" && text.includes("\0"))) {
    return { reason: "a text field contains a NUL character" };
  }
  if (entry.id.length > LONGEST_ID)
    return { reason: `id: must be at most ${LONGEST_ID} characters long` };
  // The database replaces lone surrogates, so two different IDs could become one.
  if (!entry.id.isWellFormed()) return { reason: "id: must be well-formed Unicode" };
  if (entry.createdAt === null) return { entry };
  const instant = parseInstant(entry.createdAt);
  if (instant === null) return { reason: "createdAt: must be null or an ISO 8601 date" };
  return { entry: { ...entry, createdAt: new Date(instant).toISOString() } };
}

function reasonOf(issue: z.core.$ZodIssue): string {
  const expected =
    issue.code === "invalid_union" ? `must be one of ${SOURCES.join(", ")}` : issue.message;
  return issue.path.length > 0 ? `${issue.path.join(".")}: ${expected}` : expected;
}
