import { z } from "zod";
import { parseInstant } from "./dates.ts";
import { MAX_ID_LENGTH } from "./entry-limits.ts";
import { PAGE_LIMIT, SOURCES, STATUSES } from "./vocabulary.ts";

// zod's compiled validators use `eval`, which a strict content security policy blocks.
z.config({ jitless: true });

const base = {
  id: z.string().min(1),
  path: z.string(),
  comment: z.string().nullable(),
  createdAt: z.string().nullable(),
  status: z.enum(STATUSES),
};

/** A feedback entry as the interface defines it, one shape per source. */
export const feedbackEntry = z.discriminatedUnion("source", [
  z.strictObject({
    ...base,
    source: z.literal("contextual"),
    helpful: z.boolean(),
    contact: z.string().nullable(),
  }),
  z.strictObject({
    ...base,
    source: z.literal("code_snippet"),
    code: z.string(),
    filename: z.string().nullable(),
    lang: z.string().nullable(),
  }),
  z.strictObject({ ...base, source: z.literal("agent") }),
  z.strictObject({ ...base, source: z.literal("thumbs_only") }),
]);
export type FeedbackEntry = z.infer<typeof feedbackEntry>;

const instant = z.string().refine((text) => parseInstant(text) !== null, {
  message: "must be YYYY-MM-DD or an ISO 8601 date-time",
});

/**
 * `GET /v1/analytics/{projectId}/feedback`. `query` is what clients may send, `response` what the built-in
 * platform returns, and `received` what Errata accepts from live services
 * (docs/contract/live-services.md).
 */
export const listFeedback = {
  path: (projectId: string) => `/v1/analytics/${encodeURIComponent(projectId)}/feedback`,
  query: z.object({
    dateFrom: instant.optional(),
    dateTo: instant.optional(),
    source: z.enum(SOURCES).optional(),
    status: z
      .string()
      .transform((list) => list.split(","))
      .pipe(z.array(z.enum(STATUSES)))
      .optional(),
    limit: z
      .string()
      .regex(/^\d{1,9}$/, "must be a whole number")
      .transform(Number)
      .pipe(z.number().min(PAGE_LIMIT.minimum).max(PAGE_LIMIT.maximum))
      .default(PAGE_LIMIT.default),
    cursor: z.string().optional(),
  }),
  response: z.strictObject({
    feedback: z.array(feedbackEntry),
    nextCursor: z.string().nullable(),
    hasMore: z.boolean(),
  }),
  received: z.object({
    feedback: z.array(z.unknown()),
    nextCursor: z.string().nullish(),
    hasMore: z.boolean(),
  }),
};
export type ExportPage = z.infer<typeof listFeedback.response>;
export type ReceivedExportPage = z.infer<typeof listFeedback.received>;

const text = z.string().nullish().catch(null);

/** Most characters of a source or status. Entries with longer ones are rejected. */
const LONGEST_WORD = 100;

/**
 * An entry as a live service may send it. The ID, source, and status are required. Unknown sources and
 * statuses are kept, missing keys become null, and extra keys remain in the stored raw entry.
 */
export const receivedEntry = z.object({
  id: z.string().min(1).max(MAX_ID_LENGTH),
  path: z.string().catch(""),
  comment: text,
  createdAt: text,
  source: z.string().min(1).max(LONGEST_WORD),
  status: z.string().min(1).max(LONGEST_WORD),
  helpful: z.boolean().nullish().catch(null),
  contact: text,
  code: text,
  filename: text,
  lang: text,
});
export type ReceivedEntry = z.infer<typeof receivedEntry>;
