import "server-only";
import { z } from "zod";
import { HELD_DECISIONS } from "../contract/api/leash.ts";
import { commentedLines } from "../contract/api/review-comments.ts";

/** What someone asks of the platform. */
const jobAction = z.discriminatedUnion("kind", [
  z.strictObject({
    /** About a change that goes beyond what the agent may change. */
    kind: z.literal("decide"),
    decision: z.enum(HELD_DECISIONS),
    /** See `HeldChange`. */
    version: z.string(),
    /** How many files go beyond it. */
    files: z.number(),
    /** What is left out, for later prompts. */
    leftOut: z.array(commentedLines),
  }),
  z.strictObject({ kind: z.literal("stop"), keep: z.boolean() }),
  z.strictObject({ kind: z.literal("archive") }),
]);
/** The same, as it is recorded. */
export const requestedAction = z.strictObject({
  id: z.string(),
  at: z.number(),
  /** The person's name and ID. */
  by: z.string(),
  byId: z.string(),
  action: jobAction,
});

export type JobAction = z.infer<typeof jobAction>;
export type RequestedAction = z.infer<typeof requestedAction>;
