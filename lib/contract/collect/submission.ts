import { z } from "zod";
import { DAY } from "../platform/vocabulary.ts";

// zod's compiled validators use `eval`, which a strict content security policy blocks.
z.config({ jitless: true });

/** Most bytes of a submission's body. */
export const MAX_SUBMISSION_BYTES = 32 * 1_024;

/** How long a second submission with the same ID completes the first one, in milliseconds. */
export const COMPLETION_PERIOD_MS = DAY;

const MAX_REASONS = 5;

const text = (most: number) =>
  z
    .string({ error: "must be a string" })
    .max(most, `must be at most ${most} characters long`)
    .refine((value) => value.isWellFormed(), "must be well-formed Unicode")
    .refine((value) => !value.includes("\0"), "must not contain a NUL character");

const flag = z.boolean({ error: "must be true or false" });

/**
 * A submission of a reader's browser to `POST /v1/collect/{publicKey}` (docs/collect.md). Forms send the
 * same names as text.
 */
export const submission = z.strictObject({
  /** Chosen by the client, so that sending twice adds one item. */
  id: text(64)
    .regex(/^[\w-]{8,64}$/, "must be 8 to 64 letters, digits, hyphens, or underscores")
    .optional(),
  /** Address or path of the documentation page. */
  url: text(2_048).min(1, "is required"),
  helpful: flag.optional(),
  reasons: z
    .array(text(100).min(1, "must not be empty"), { error: "must be a list of strings" })
    .max(MAX_REASONS, `must be at most ${MAX_REASONS}`)
    .optional(),
  comment: text(MAX_SUBMISSION_BYTES).optional(),
  code: text(MAX_SUBMISSION_BYTES).optional(),
  filename: text(1_000).optional(),
  lang: text(100).optional(),
  email: z.email({ error: "must be an email address" }).max(254, "is too long").optional(),
  /** The page's language as a BCP 47 tag. */
  locale: text(35)
    .regex(/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/, "must be a language tag such as en-US")
    .optional(),
  /** True if an AI agent sends it, not a person. */
  agent: flag.optional(),
  /** A hidden field. People leave it empty. */
  website: text(500).optional(),
  /** The solution of the challenge that a key can ask for, in ALTCHA's format. */
  altcha: text(4_096).optional(),
  /** Milliseconds between showing the form and sending it. */
  shownFor: z.number({ error: "must be a number" }).min(0).optional(),
});
export type Submission = z.infer<typeof submission>;
