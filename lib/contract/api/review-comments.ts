// Comments of a person on lines of a job's pull request. They are sent to the agent at once. Instants are epoch milliseconds.
import { z } from "zod";
import { REVIEW } from "./limits.ts";

const line = z.number().int().min(1).max(100_000_000);

/** The lines that something is about, as the diff shows them. */
export const commentedLines = z.strictObject({
  path: z.string().min(1).max(4_096),
  /** Numbers of the first and the last line: after the change, or before it if all of them were removed. */
  line,
  lastLine: line,
  /** Each line after its sign: a space, `+`, or `-`. */
  quote: z.string().min(1).max(REVIEW.quote),
});
export type CommentedLines = z.infer<typeof commentedLines>;

/** The comment of a code host that one was taken from. */
export const commentOrigin = z.strictObject({
  /** See `HostComment`. */
  id: z.string(),
  by: z.string(),
  /** Name of the host. */
  host: z.string(),
  link: z.string().nullable(),
});
export type CommentOrigin = z.infer<typeof commentOrigin>;

/** One from a code host can be about a file, without lines and a quote, or about the pull request, also without a path. */
export const reviewComment = z.strictObject({
  path: z.string(),
  line: z.number(),
  lastLine: z.number(),
  quote: z.string(),
  id: z.string(),
  /** `discarded` and `edited`: what someone discarded or edited, which the next follow-up of anyone can say. It has no text. */
  kind: z.enum(["comment", "discarded", "edited"]),
  text: z.string(),
  createdAt: z.number(),
  /** When it was sent with a follow-up; null while it is pending. One that was canceled or rejected sent nothing. */
  sentAt: z.number().nullable(),
  /** ID of that follow-up. */
  message: z.string().nullable(),
  /** Null for the person's own. */
  origin: commentOrigin.nullable(),
});
export type ReviewComment = z.infer<typeof reviewComment>;

/** What a person may see: their own, and what anyone discarded or edited. Oldest first. */
export const reviewCommentList = z.strictObject({ comments: z.array(reviewComment) });

/** The browser makes the ID, so that sending one again doesn't add another one. */
const newId = z.string().regex(/^[\w-]{8,80}$/);

/** A new comment, or a stored one, of which only the text changes. */
export const reviewCommentRequest = commentedLines.extend({
  id: newId,
  text: z.string().trim().min(1).max(REVIEW.comment),
});
export type ReviewCommentRequest = z.infer<typeof reviewCommentRequest>;

/** A hunk in a diff that a person has seen, and which they change. */
export const seenHunk = z.strictObject({
  /** ID of what is remembered for the next follow-up. */
  id: newId,
  /** The diff's last commit. */
  head: z.string().max(64),
  path: z.string().min(1).max(4_096),
  /** See `PullFile`. */
  version: z.string().max(200),
  /** ID of the hunk. */
  hunk: z.string().max(5_000),
});
export type SeenHunk = z.infer<typeof seenHunk>;

/** Lines of a hunk after the change, of which the pull request changes one at least, and their new text. */
export const editRequest = seenHunk.extend({
  line,
  lastLine: line,
  /** Without the last line's end. Empty text removes the lines. */
  text: z
    .string()
    .max(REVIEW.edit)
    .refine((text) => text.isWellFormed() && !/[\0\r]/.test(text)),
});
export type EditRequest = z.infer<typeof editRequest>;
