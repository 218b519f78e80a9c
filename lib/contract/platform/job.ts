import { z } from "zod";
import { isStorableId, MAX_ID_LENGTH } from "./entry-limits.ts";
import { JOB_STATUSES } from "./vocabulary.ts";

/** An agent job as the interface defines it. */
export const agentJob = z.strictObject({
  id: z.string().min(1),
  status: z.enum(JOB_STATUSES),
  source: z.strictObject({ repository: z.string(), ref: z.string() }),
  model: z.string(),
  prLink: z.url().nullable(),
  createdAt: z.iso.datetime(),
  archivedAt: z.iso.datetime().nullable(),
});
export type AgentJob = z.infer<typeof agentJob>;

/**
 * A job as a live service may send it: only `id` and `status` are certain, and the status may be any
 * text, even an empty one (docs/contract/live-services.md, "Agent jobs"). An ID that can't be stored or asked for as it is
 * would name another job.
 */
export const receivedJob = z.object({
  id: z.string().min(1).max(MAX_ID_LENGTH).refine(isStorableId).refine(isPathSegment),
  status: z.string(),
  source: z
    .object({ repository: z.string().nullish().catch(null), ref: z.string().nullish().catch(null) })
    .nullish()
    .catch(null),
  model: z.string().nullish().catch(null),
  prLink: z.string().nullish().catch(null),
  createdAt: z.string().nullish().catch(null),
  archivedAt: z.string().nullish().catch(null),
});
export type ReceivedJob = z.infer<typeof receivedJob>;

/** Whether an ID stays one part of an address: URLs remove `.` and `..`. */
function isPathSegment(id: string): boolean {
  return id !== "." && id !== "..";
}

const prompted = z.object({ prompt: z.string().min(1) });
const jobs = (projectId: string) => `/v2/agent/${encodeURIComponent(projectId)}/job`;
const job = (projectId: string, id: string) => `${jobs(projectId)}/${encodeURIComponent(id)}`;

/** `POST /v2/agent/{projectId}/job` → 201 and the job. */
export const createJob = { path: jobs, body: prompted, response: agentJob, received: receivedJob };

/** `GET /v2/agent/{projectId}/job/{id}` → 200 and the job (docs/contract/live-services.md, "Agent jobs"). */
export const retrieveJob = { path: job, response: agentJob, received: receivedJob };

/** `POST /v2/agent/{projectId}/job/{id}/message` → 200 and the job, which may be active again. */
export const messageJob = {
  path: (projectId: string, id: string) => `${job(projectId, id)}/message`,
  body: prompted,
  response: agentJob,
  received: receivedJob,
};
