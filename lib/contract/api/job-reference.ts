import { z } from "zod";
import { LEDGER_STATES } from "./job-states.ts";
import { PULL_STATES } from "./pull-states.ts";

/** Our state of a job; see job-states.ts. */
export const jobState = z.enum(LEDGER_STATES);

/** State of a pull request; `unknown` if the code host can't be asked. */
export const pullState = z.enum(PULL_STATES);

/** A job as shown beside the feedback it was created for. */
export const jobReference = z.strictObject({
  id: z.string(),
  state: jobState,
  /** The platform's word once the job was sent. */
  platformStatus: z.string().nullable(),
  createdAt: z.number(),
  prLink: z.string().nullable(),
  prState: pullState.nullable(),
});
export type JobReference = z.infer<typeof jobReference>;
