import "server-only";
import type { Submission } from "../../contract/collect/submission.ts";
import type { FeedbackEntry } from "../../contract/platform/feedback.ts";
import { validateEntry } from "../validate-entry.ts";

/** A reader's answers that the interface has no fields for. They are never exported. */
export interface ReaderAnswers {
  /** Null if the reader didn't vote. A bare vote's entry has no such field. */
  helpful: boolean | null;
  reasons: string[];
  locale: string | null;
}

/** An entry with its extras, or why there can't be one. */
export type SubmissionEntry = { entry: FeedbackEntry; extras: ReaderAnswers } | { problem: string };

/** Returns an earlier submission as it was sent, so that a later one can complete it. */
export function submissionOf(entry: FeedbackEntry, extras: ReaderAnswers): Omit<Submission, "url"> {
  const given = {
    helpful: extras.helpful,
    reasons: extras.reasons,
    locale: extras.locale,
    comment: entry.comment,
    agent: entry.source === "agent" || null,
    ...(entry.source === "code_snippet"
      ? { code: entry.code, filename: entry.filename, lang: entry.lang }
      : {}),
    ...(entry.source === "contextual" ? { email: entry.contact } : {}),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

/**
 * Returns the interface's entry for a submission (docs/collect.md, "Sources").
 * @param submission with the fields of the submission that it completes, if any
 */
export function submissionEntry(
  submission: Submission,
  given: { id: string; path: string; createdAt: string; status?: string },
): SubmissionEntry {
  const { helpful, reasons = [], locale } = submission;
  const own = sourceFields(submission);
  if (own === null) {
    return { problem: "helpful: is required, unless code or an agent's comment is sent" };
  }
  const base = {
    id: given.id,
    path: given.path,
    comment: textOrNull(submission.comment),
    createdAt: given.createdAt,
    status: given.status ?? "pending",
  };
  const validated = validateEntry({ ...base, ...own });
  if ("reason" in validated) return { problem: validated.reason };
  const extras = { helpful: helpful ?? null, reasons, locale: locale ?? null };
  return { entry: validated.entry, extras };
}

function sourceFields(submission: Submission): Record<string, unknown> | null {
  const { helpful, reasons = [], comment, code, filename, lang, email, agent } = submission;
  if (textOrNull(code) !== null) {
    const file = { filename: textOrNull(filename), lang: textOrNull(lang) };
    return { source: "code_snippet", code, ...file };
  }
  if (agent && textOrNull(comment) !== null) return { source: "agent" };
  if (helpful === undefined) return null;
  const isBareVote = [comment, email].every((text) => textOrNull(text) === null);
  if (isBareVote && reasons.length === 0) return { source: "thumbs_only" };
  return { source: "contextual", helpful, contact: textOrNull(email) };
}

function textOrNull(text: string | undefined): string | null {
  return text === undefined || text.trim() === "" ? null : text;
}
