import { z } from "zod";

/**
 * `intent`: written, nothing sent. `waiting`: not sent before `notBefore`. `sending`: on its way.
 * `unknown`: sent, the answer was lost. `refused`: the platform said no, nothing was created.
 * `cancelled`: taken back before it was sent. `not_created`: a person looked, it is not there. The
 * rest is the platform's own word, usually one of the documented four.
 */
export type JobState =
  | "intent"
  | "waiting"
  | "sending"
  | "unknown"
  | "refused"
  | "cancelled"
  | "not_created"
  | (string & {});
export const jobState: z.ZodType<JobState> = z.string();

/** State of a pull request; `unknown` if the code host can't be asked. */
export const pullState = z.enum(["open", "merged", "closed", "unknown"]);
export type PullState = z.infer<typeof pullState>;

/** A job as shown beside the feedback it was created for. */
export const jobReference = z.strictObject({
  id: z.string(),
  state: jobState,
  createdAt: z.number(),
  prLink: z.string().nullable(),
  prState: pullState.nullable(),
});
export type JobReference = z.infer<typeof jobReference>;
