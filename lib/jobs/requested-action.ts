import "server-only";
import { z } from "zod";
import { HELD_DECISIONS } from "../contract/api/leash.ts";
import { commentedLines } from "../contract/api/review-comments.ts";

/** An action that someone requested from the platform. */
const jobAction = z.discriminatedUnion("kind", [
  z.strictObject({
    /** A decision about a change that goes beyond what the agent may change. */
    kind: z.literal("decide"),
    decision: z.enum(HELD_DECISIONS),
    /** See `HeldChange`. */
    version: z.string(),
    /** Number of files that the agent may not change. */
    files: z.number(),
    /** Lines that were left out, for later prompts. */
    leftOut: z.array(commentedLines),
  }),
  z.strictObject({ kind: z.literal("stop"), keep: z.boolean() }),
  z.strictObject({ kind: z.literal("archive") }),
]);
/** A requested action as the job's row stores it. */
export const requestedAction = z.strictObject({
  id: z.string(),
  at: z.number(),
  /** Name and ID of the person. */
  by: z.string(),
  byId: z.string(),
  action: jobAction,
});

export type JobAction = z.infer<typeof jobAction>;
export type RequestedAction = z.infer<typeof requestedAction>;
