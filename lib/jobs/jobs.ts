import "server-only";
import { randomUUID } from "node:crypto";
import type { Job, JobDetail, JobPage } from "../contract/dashboard.ts";
import { InvalidRequest, NotFound } from "../errors.ts";
import { badCursor, decodeCursor, encodeCursor } from "../store/cursor.ts";
import type { JobRow } from "../store/job-write.ts";
import { type Delivery, isUnsent, lookAfter, send } from "./deliver.ts";
import { type Delay, startLoop } from "./loop.ts";
import { type JobRequest, requireJobRequest, requireSameRequest } from "./request.ts";
import { INTENT_PATIENCE } from "./schedule.ts";
import { jobView } from "./view.ts";

/** The ledger of agent jobs: which feedback, which exact prompt, which job, what became of it. */
export interface Jobs {
  /**
   * Creates the job of an intent, once: the same `intentKey` again gives the same job, and nothing
   * more is sent. A platform that refuses or does not answer is no error here; the job says so.
   * @throws {InvalidRequest} {Conflict} the intent was used for another prompt or selection
   */
  create(projectId: string, request: JobRequest): Promise<{ job: Job; created: boolean }>;
  /** The newest first; `limit` is 1 to 200 (50). @throws {InvalidRequest} */
  list(projectId: string, page?: { cursor?: string | null; limit?: number }): Promise<JobPage>;
  /** @throws {NotFound} */
  get(projectId: string, jobId: string): Promise<JobDetail>;
  /** Asks the platform now if that is due, and gives what is known. @throws {NotFound} */
  refresh(projectId: string, jobId: string): Promise<Job>;
  /** Asks the platform now, also about a job that had settled. @throws {NotFound} */
  lookAgain(projectId: string, jobId: string): Promise<Job>;
  /** Begins to look after jobs in the background. */
  start(): void;
  /** Ends that; resolves when nothing is under way any more. */
  stop(): Promise<void>;
}

const MOST_JOBS = 200;

export function createJobs(options: Delivery & { delay?: Delay }): Jobs {
  let stopLoop: (() => Promise<void>) | undefined;
  return {
    create: (projectId, request) => create(options, projectId, request),
    list: (projectId, page = {}) => list(options, projectId, page),
    get: (projectId, jobId) => detail(options, projectId, jobId),
    refresh: (projectId, jobId) => refresh(options, projectId, jobId),
    lookAgain: (projectId, jobId) => lookAgain(options, projectId, jobId),
    start: () => {
      stopLoop ??= startLoop(options, options.delay);
    },
    stop: async () => {
      await stopLoop?.();
      stopLoop = undefined;
    },
  };
}

async function create(
  delivery: Delivery,
  projectId: string,
  asked: JobRequest,
): Promise<{ job: Job; created: boolean }> {
  const request = requireJobRequest(asked);
  const { store, clock } = delivery;
  const now = clock.now();
  const intent = {
    id: randomUUID(),
    project_id: projectId,
    intent_key: request.intentKey,
    state: "intent",
    prompt: request.prompt,
    created_at: now,
    next_poll_at: now + INTENT_PATIENCE,
  };
  const { row, created } = await store.insertIntent(intent, request.feedbackIds);
  if (!created) {
    const feedbackIds = await store.feedbackIds(projectId, row.id);
    requireSameRequest(request, { prompt: row.prompt, feedbackIds });
  }
  if (isUnsent(row)) await send(delivery, row);
  return { job: await view(delivery, projectId, row.id), created };
}

async function list(
  { store }: Delivery,
  projectId: string,
  { cursor, limit = 50 }: { cursor?: string | null; limit?: number },
): Promise<JobPage> {
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_JOBS) {
    throw new InvalidRequest(`limit: must be a whole number from 1 to ${MOST_JOBS}`);
  }
  const before = cursor ? positionOf(cursor) : null;
  const found = await store.summaries(projectId, { before, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const hasMore = found.length > limit;
  const nextCursor = hasMore && last ? encodeCursor([last.created_at, last.id]) : null;
  return { jobs: rows.map(jobView), nextCursor, hasMore };
}

async function detail(delivery: Delivery, projectId: string, jobId: string): Promise<JobDetail> {
  const { store } = delivery;
  const { prompt } = await requireRow(delivery, projectId, jobId);
  const ids = await store.feedbackIds(projectId, jobId);
  const feedback = await store.feedbackRows(projectId, ids);
  const known = new Set(feedback.map(({ id }) => id));
  const missing = ids.filter((id) => !known.has(id));
  return { ...(await view(delivery, projectId, jobId)), prompt, feedback, missing };
}

async function refresh(delivery: Delivery, projectId: string, jobId: string): Promise<Job> {
  const row = await requireRow(delivery, projectId, jobId);
  const due = row.next_poll_at !== null && row.next_poll_at <= delivery.clock.now();
  if (due) await lookAfter(delivery, row);
  return view(delivery, projectId, jobId);
}

async function lookAgain(delivery: Delivery, projectId: string, jobId: string): Promise<Job> {
  const row = await requireRow(delivery, projectId, jobId);
  const due = { next_poll_at: delivery.clock.now() };
  if (row.platform_job_id !== null && (await delivery.store.change(row, due))) {
    await lookAfter(delivery, { ...row, ...due });
  }
  return view(delivery, projectId, jobId);
}

async function view({ store }: Delivery, projectId: string, jobId: string): Promise<Job> {
  const row = await store.summary(projectId, jobId);
  if (!row) throw noSuchJob();
  return jobView(row);
}

async function requireRow({ store }: Delivery, projectId: string, jobId: string): Promise<JobRow> {
  const row = await store.row(projectId, jobId);
  if (!row) throw noSuchJob();
  return row;
}

function noSuchJob(): NotFound {
  return new NotFound("There is no such job in this project.");
}

function positionOf(cursor: string): { createdAt: number; id: string } {
  const [createdAt, id, ...rest] = decodeCursor(cursor);
  const sound = typeof createdAt === "number" && typeof id === "string" && rest.length === 0;
  if (!sound || id.includes("\0")) throw badCursor();
  return { createdAt, id };
}
