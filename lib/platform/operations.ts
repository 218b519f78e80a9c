import "server-only";
import type { AgentJob } from "../contract/platform/job.ts";
import { EXPORT_REQUESTS_PER_HOUR, JOB_USES_PER_HOUR } from "../contract/platform/vocabulary.ts";
import type { Database } from "../database/open.ts";
import { NotFound } from "../errors.ts";
import { exportPage } from "./entries.ts";
import { parseExportQuery } from "./export-query.ts";
import type { PlatformJobs } from "./jobs/jobs.ts";
import type { Keys } from "./keys.ts";
import type { Limits } from "./limits.ts";
import { type OwnedProject, openProject } from "./projects.ts";
import { readPromptBody } from "./prompt-body.ts";
import type { PlatformSchema } from "./schema.ts";

export interface OperationServices {
  database: Database<PlatformSchema>;
  keys: Keys;
  limits: Limits;
  jobs: PlatformJobs;
}

/** What one documented operation answers; a refusal is thrown as an `AppError`. */
export type Operation = (request: Request, path: PathParameters) => Promise<Response>;

export interface PathParameters {
  projectId: string;
  jobId: string;
}

/** The documented operations (contract: "Endpoints"; contract/observed.md: "Agent jobs"). */
export function openOperations({ database, keys, limits, jobs }: OperationServices) {
  const authenticate = (request: Request) =>
    keys.authenticate(request.headers.get("authorization"));

  async function projectOf(request: Request, projectId: string): Promise<OwnedProject> {
    const { organization } = await authenticate(request);
    return openProject(database.query, projectId, organization);
  }

  /** Counts a use of the project's hour, and only if `work` was done. */
  async function counted(projectId: string, work: () => Promise<AgentJob | null>) {
    const use = await limits.spend(`jobs:${projectId}`, JOB_USES_PER_HOUR);
    const job = await work().catch(async (error) => {
      await limits.refund(use);
      throw error;
    });
    if (!job) await limits.refund(use);
    return found(job);
  }

  return {
    /** Every request with a valid key counts, whatever it asks for, as the caller's own count does. */
    listFeedback: async (request, { projectId }) => {
      const { organization } = await authenticate(request);
      await limits.spend(`export:${organization}`, EXPORT_REQUESTS_PER_HOUR);
      const project = await openProject(database.query, projectId, organization);
      const asked = parseExportQuery(project.id, new URL(request.url).searchParams);
      return answer(200, await exportPage(database.query, project.id, asked));
    },

    createJob: async (request, { projectId }) => {
      const { id } = await projectOf(request, projectId);
      const prompt = await readPromptBody(request);
      return answer(201, await counted(id, () => jobs.create(id, prompt)));
    },

    retrieveJob: async (request, { projectId, jobId }) => {
      const { id } = await projectOf(request, projectId);
      return answer(200, found(await jobs.retrieve(id, jobId)));
    },

    messageJob: async (request, { projectId, jobId }) => {
      const { id } = await projectOf(request, projectId);
      const prompt = await readPromptBody(request);
      return answer(200, await counted(id, () => jobs.message(id, jobId, prompt)));
    },
  } satisfies Record<string, Operation>;
}

/** A JSON answer that nothing between here and the client may keep. */
export function answer(status: number, body: unknown, headers: HeadersInit = {}): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store", ...headers } });
}

function found(job: AgentJob | null): AgentJob {
  if (!job) throw new NotFound("There is no such job in this project.");
  return job;
}
