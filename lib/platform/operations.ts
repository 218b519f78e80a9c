import "server-only";
import type { KeyScope } from "../contract/api/key-scopes.ts";
import type { AgentJob } from "../contract/platform/job.ts";
import { EXPORT_REQUESTS_PER_HOUR, JOB_USES_PER_HOUR } from "../contract/platform/vocabulary.ts";
import { NotFound } from "../errors.ts";
import { exportPage } from "./entries.ts";
import { parseExportQuery } from "./export-query.ts";
import type { PlatformJobs } from "./jobs/jobs.ts";
import type { Keys } from "./keys.ts";
import type { Limits } from "./limits.ts";
import { platformResponse } from "./platform-response.ts";
import { type OwnedProject, openProject } from "./projects.ts";
import { readPromptBody } from "./prompt-body.ts";
import type { PlatformDatabase } from "./schema/schema.ts";

export interface OperationServices {
  database: PlatformDatabase;
  keys: Keys;
  limits: Limits;
  jobs: PlatformJobs;
}

/** Handles one documented operation. Errors are thrown as `AppError`. */
export type Operation = (request: Request, path: PathParameters) => Promise<Response>;

export interface PathParameters {
  projectId: string;
  jobId: string;
}

/** Creates the documented operations (docs/contract/platform.md, "Endpoints"). */
export function createOperations({ database, keys, limits, jobs }: OperationServices) {
  const authenticate = (request: Request, scope: KeyScope) =>
    keys.authenticate(request.headers.get("authorization"), scope);

  /** Returns the project of an agent job. */
  async function projectOf(request: Request, projectId: string): Promise<OwnedProject> {
    const { organization } = await authenticate(request, "agent:write");
    return openProject(database.query, projectId, organization);
  }

  /** Counts a request against the project's hourly limit, and refunds it if `work` fails. */
  async function withJobLimit(projectId: string, work: () => Promise<AgentJob | null>) {
    const request = await limits.spend(`jobs:${projectId}`, JOB_USES_PER_HOUR);
    const job = await work().catch(async (error) => {
      await limits.refund(request);
      throw error;
    });
    if (!job) await limits.refund(request);
    return requireJob(job);
  }

  return {
    /** Every request with a valid key counts, even a rejected one, so that clients can count too. */
    listFeedback: async (request, { projectId }) => {
      const { organization } = await authenticate(request, "feedback:read");
      await limits.spend(`export:${organization}`, EXPORT_REQUESTS_PER_HOUR);
      const project = await openProject(database.query, projectId, organization);
      const query = parseExportQuery(project.id, new URL(request.url).searchParams);
      return platformResponse(200, await exportPage(database.query, project.id, query));
    },

    createJob: async (request, { projectId }) => {
      const { id } = await projectOf(request, projectId);
      const prompt = await readPromptBody(request);
      return platformResponse(201, await withJobLimit(id, () => jobs.create(id, prompt)));
    },

    retrieveJob: async (request, { projectId, jobId }) => {
      const { id } = await projectOf(request, projectId);
      return platformResponse(200, requireJob(await jobs.retrieve(id, jobId)));
    },

    messageJob: async (request, { projectId, jobId }) => {
      const { id } = await projectOf(request, projectId);
      const prompt = await readPromptBody(request);
      return platformResponse(200, await withJobLimit(id, () => jobs.message(id, jobId, prompt)));
    },
  } satisfies Record<string, Operation>;
}

function requireJob(job: AgentJob | null): AgentJob {
  if (!job) throw new NotFound("This job doesn't exist in this project. Check the job ID.");
  return job;
}
