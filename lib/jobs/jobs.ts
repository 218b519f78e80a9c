import "server-only";
import { randomUUID } from "node:crypto";
import type { FeedbackChange } from "../contract/api/feedback.ts";
import type {
  Job,
  JobCounts,
  JobDetail,
  JobMessage,
  JobPage,
  OpenJob,
} from "../contract/api/jobs.ts";
import type { Actor } from "../contract/api/people.ts";
import { requireSelection } from "../store/feedback/selection.ts";
import { createClaims } from "./claims.ts";
import { pollNow, send } from "./deliver.ts";
import { type Ledger, type LedgerParts, noSuchJob, requireRow } from "./ledger.ts";
import { type JobQuery, listJobs } from "./list.ts";
import { type Delay, startLoop } from "./loop.ts";
import { cancelMessage, type MessageRequest, messageView, sendMessage } from "./messages.ts";
import { applySuggestedTriage, offerOf } from "./offer.ts";
import { type JobRequest, requireJobRequest, requireSameRequest } from "./request.ts";
import { type Resolution, resolve } from "./resolve.ts";
import { isLookedAtLongAgo } from "./schedule.ts";
import { jobView } from "./view.ts";

/**
 * The ledger of agent jobs: which feedback, which exact prompt, which job, what became of it. `by` is
 * the person who asks; nobody where Errata does by itself.
 */
export interface Jobs {
  /**
   * Creates the job of an intent, once: the same `intentKey` again gives the same job, and nothing
   * more is sent. A platform that refuses or does not answer is no error here; the job says so.
   * @throws {InvalidRequest} {Conflict} the intent was used for another prompt or selection
   */
  create(
    projectId: string,
    request: JobRequest,
    by?: Actor | null,
  ): Promise<{ job: Job; created: boolean }>;
  /** The newest first; `limit` is 1 to 200 (50). @throws {InvalidRequest} */
  list(projectId: string, query?: JobQuery): Promise<JobPage>;
  counts(projectId: string): Promise<JobCounts>;
  /** Which of the entries (1 to 500) are behind a job that is not over. @throws {InvalidRequest} */
  check(projectId: string, feedbackIds: readonly string[]): Promise<OpenJob[]>;
  /** The job that is `platformJobId` on the platform; null where it was made elsewhere. */
  findByPlatformId(projectId: string, platformJobId: string): Promise<string | null>;
  /** @throws {NotFound} */
  get(projectId: string, jobId: string): Promise<JobDetail>;
  /** Asks the platform now, also about a job that had settled. @throws {NotFound} */
  lookAgain(projectId: string, jobId: string): Promise<Job>;
  /**
   * Settles what the platform did not say, once; `retry` is the job that was sent instead.
   * @throws {NotFound} {InvalidRequest} {Conflict}
   */
  resolve(
    projectId: string,
    jobId: string,
    resolution: Resolution,
    by?: Actor | null,
  ): Promise<{ job: Job; retry: Job | null }>;
  /** Sends a follow-up, once. @throws {NotFound} {InvalidRequest} {Conflict} */
  message(
    projectId: string,
    jobId: string,
    request: MessageRequest,
    by?: Actor | null,
  ): Promise<{ job: Job; message: JobMessage }>;
  /** Takes back a follow-up that waits. @throws {NotFound} {Conflict} */
  cancelMessage(
    projectId: string,
    jobId: string,
    messageId: string,
    by?: Actor | null,
  ): Promise<JobMessage>;
  /** Does what the job offers for its feedback. @throws {NotFound} {Conflict} */
  resolveFeedback(projectId: string, jobId: string, by?: Actor | null): Promise<FeedbackChange>;
  /** Notes that somebody archived the job on the platform, and asks it. @throws {NotFound} */
  archived(projectId: string, jobId: string, by: Actor): Promise<Job>;
  /** Has the pull request at `link` looked at now: something happened to it. */
  pullChanged(link: string): Promise<void>;
  /** Begins to look after jobs in the background. */
  start(): void;
  /** Ends that; resolves when nothing is under way any more. */
  stop(): Promise<void>;
}

export function createJobs(parts: LedgerParts & { delay?: Delay }): Jobs {
  const options: Ledger = { ...parts, claims: createClaims(parts) };
  let stopLoop: (() => Promise<void>) | undefined;
  const shown = (projectId: string, jobId: string) => view(options, projectId, jobId);
  return {
    create: (projectId, request, by = null) => create(options, projectId, request, by),
    list: (projectId, query = {}) => listJobs(options, projectId, query),
    counts: (projectId) => options.store.counts(projectId),
    check: async (projectId, ids) => options.store.openJobsOf(projectId, requireSelection(ids)),
    findByPlatformId: (projectId, id) => options.store.findByPlatformId(projectId, id),
    get: (projectId, jobId) => detail(options, projectId, jobId),
    lookAgain: (projectId, jobId) => lookAgain(options, projectId, jobId),
    resolve: async (projectId, jobId, resolution, by = null) => {
      const retry = await resolve(options, projectId, jobId, resolution, by);
      const job = await shown(projectId, jobId);
      return { job, retry: retry === null ? null : await shown(projectId, retry) };
    },
    message: async (projectId, jobId, request, by = null) => {
      const message = await sendMessage(options, projectId, jobId, request, by);
      return { job: await shown(projectId, jobId), message };
    },
    cancelMessage: (projectId, jobId, id, by = null) =>
      cancelMessage(options, projectId, jobId, id, by),
    resolveFeedback: (projectId, jobId, by = null) =>
      applySuggestedTriage(options, projectId, jobId, by),
    archived: async (projectId, jobId, by) => {
      const event = { kind: "archive" as const, detail: { by: by.name } };
      const job = { id: jobId, project_id: projectId };
      await options.store.addEvents(job, options.clock.now(), [event]);
      return lookAgain(options, projectId, jobId);
    },
    pullChanged: (link) => options.store.checkPullsNow(options.clock.now(), { link }),
    start: () => {
      stopLoop ??= startLoop(options, parts.delay);
    },
    stop: async () => {
      await stopLoop?.();
      stopLoop = undefined;
    },
  };
}

async function create(
  ledger: Ledger,
  projectId: string,
  asked: JobRequest,
  by: Actor | null,
): Promise<{ job: Job; created: boolean }> {
  const request = requireJobRequest(asked);
  const { store, clock, claims } = ledger;
  const now = clock.now();
  const intent = {
    id: randomUUID(),
    project_id: projectId,
    intent_key: request.intentKey,
    state: "intent",
    prompt: request.prompt,
    created_at: now,
    began_at: now,
    next_poll_at: claims.end(),
    by_id: by?.id ?? null,
    by_name: by?.name ?? null,
  };
  const { row, created } = await store.insertIntent(intent, request.feedbackIds);
  if (!created) {
    const feedbackIds = await store.feedbackIds(projectId, row.id);
    requireSameRequest(request, { prompt: row.prompt, feedbackIds });
  }
  if (row.state === "intent" && row.platform_job_id === null) await send(ledger, row);
  return { job: await view(ledger, projectId, row.id), created };
}

async function detail(ledger: Ledger, projectId: string, jobId: string): Promise<JobDetail> {
  const { store, clock } = ledger;
  const row = await requireRow(ledger, projectId, jobId);
  // Somebody watches: what may have happened to the pull request is not left for later.
  if (isLookedAtLongAgo(row, clock.now())) await store.checkPullsNow(clock.now(), { jobId });
  const ids = await store.feedbackIds(projectId, jobId);
  const feedback = await store.feedbackRows(projectId, ids);
  const known = new Set(feedback.map(({ id }) => id));
  return {
    ...(await view(ledger, projectId, jobId)),
    prompt: row.prompt,
    feedback,
    missing: ids.filter((id) => !known.has(id)),
    messages: (await store.messages(projectId, jobId)).map(messageView),
    history: await store.events(projectId, jobId),
    offer: await offerOf(ledger, row),
    retriedBy: await store.retryOf(projectId, jobId),
  };
}

async function lookAgain(ledger: Ledger, projectId: string, jobId: string): Promise<Job> {
  const row = await requireRow(ledger, projectId, jobId);
  if (row.platform_job_id !== null) await pollNow(ledger, row);
  return view(ledger, projectId, jobId);
}

async function view({ store }: Ledger, projectId: string, jobId: string): Promise<Job> {
  const row = await store.summary(projectId, jobId);
  if (!row) throw noSuchJob();
  return jobView(row);
}
