// What people said about a pull request on its code host, as of the last reading. Instants are epoch milliseconds.
import { z } from "zod";
import { HOST_REVIEW, REVIEW } from "./limits.ts";

/** The latest verdict of a reviewer. */
export const hostVerdict = z.strictObject({
  /** Name of the reviewer on the host. */
  by: z.string(),
  verdict: z.enum(["approved", "changes_requested"]),
  /** Null where the host doesn't say. */
  at: z.number().nullable(),
  link: z.string().nullable(),
  /** Whether something was pushed since. */
  isOutdated: z.boolean(),
});
export type HostVerdict = z.infer<typeof hostVerdict>;

/** A comment on lines, on a file, or on the pull request as a whole. */
export const hostComment = z.strictObject({
  /** Unique in the job. */
  id: z.string(),
  /** Name of the author on the host. */
  by: z.string(),
  isBot: z.boolean(),
  /** As its author wrote it, shortened. */
  text: z.string(),
  at: z.number().nullable(),
  link: z.string().nullable(),
  /** Empty for the pull request as a whole. */
  path: z.string(),
  /** Numbers of the first and the last line: after the change, or before it if it `isRemoved`; 0 for all of a file. */
  line: z.number(),
  lastLine: z.number(),
  isRemoved: z.boolean(),
  /** See `CommentedLines`; empty where the host doesn't say. */
  quote: z.string(),
  /** `outdated`: its lines changed since; `dismissed`: the review that it was part of doesn't count anymore. */
  state: z.enum(["open", "outdated", "resolved", "dismissed"]),
});
export type HostComment = z.infer<typeof hostComment>;

/** What people said on a code host. */
export interface HostReview {
  /** Name of the host. */
  host: string;
  verdicts: HostVerdict[];
  /** The newest ones, oldest first. */
  comments: HostComment[];
  /** How many more there are. */
  more: number;
}

/** What a job's row has of it. */
export const storedHostReview = z.strictObject({
  host: z.string(),
  verdicts: z.array(hostVerdict),
  more: z.number(),
  /** Changes with the comments. */
  version: z.string(),
});
export type StoredHostReview = z.infer<typeof storedHostReview>;

/** A comment, and whether it is in the review of someone else; `sentAt` is null until it is sent to the agent. */
export const takeableComment = hostComment.extend({
  taken: z.strictObject({ sentAt: z.number().nullable() }).nullable(),
});
export type TakeableComment = z.infer<typeof takeableComment>;

/** The comments on a job's pull request, oldest first. */
export const hostCommentList = z.strictObject({
  /** Name of the code host; null while there are none. */
  host: z.string().nullable(),
  comments: z.array(takeableComment),
  /** How many more there are on the host. */
  more: z.number(),
});
export type HostCommentList = z.infer<typeof hostCommentList>;

/** Takes comments into the person's review. Those that are in one, and those that the host doesn't have anymore, stay out. */
export const takeRequest = z.strictObject({
  comments: z
    .array(
      z.strictObject({
        id: z.string().max(100),
        /** The lines as the person saw them in the diff, for a host that doesn't quote them. */
        quote: z.string().max(REVIEW.quote),
      }),
    )
    .max(HOST_REVIEW.comments),
});
export type TakeRequest = z.infer<typeof takeRequest>;
