import "server-only";
import { randomUUID } from "node:crypto";
import type {
  Job,
  JobCounts,
  JobDetail,
  JobList,
  JobMessage,
  JobOutcomeRequest,
  JobTriage,
  OpenJob,
} from "../contract/api/jobs.ts";
import type { Actor } from "../contract/api/people.ts";
import { recordMerged } from "./check-pull.ts";
import { createClaims } from "./claims.ts";
import { jobTitle } from "./job-title.ts";
import { jobNotFound, type Ledger, type LedgerParts, requireRow } from "./ledger.ts";
import { type JobQuery, listJobs } from "./list.ts";
import { type Delay, startLoop } from "./loop.ts";
import {
  acceptsMessages,
  cancelMessage,
  type MessageRequest,
  messageView,
  sendMessage,
} from "./messages.ts";
import { pollNow } from "./poll.ts";
import { createPollLimiter, POLLS_PER_SECOND } from "./poll-limiter.ts";
import { pullAdvice } from "./pull-advice.ts";
import {
  type JobRequest,
  requireJobRequest,
  requireSameRequest,
  requireSelection,
} from "./request.ts";
import type { JobAction } from "./requested-action.ts";
import { act } from "./requests.ts";
import { isAnswerStale, isPullCheckStale, mayCheckAgain } from "./schedule.ts";
import { send } from "./send.ts";
import { setOutcome } from "./set-outcome.ts";
import {
  applySuggestedTriage,
  type ItemsToTriage,
  type SeenTriage,
  suggestedTriageFor,
} from "./suggested-triage.ts";
import { hostChecksOf, hostVerdictsOf, jobView } from "./view.ts";

/**
 * The ledger of agent jobs: the feedback and exact prompt of each job, and its result. `by` is the
 * person who acts; null if Errata acts on its own.
 */
export interface Jobs {
  /**
   * Creates a job, once per `intentKey`: the same key again returns the same job and sends nothing. If
   * the platform rejects it or doesn't answer, this doesn't throw; the job's state says so.
   * @throws {InvalidRequest} {Conflict} if the key was used for another prompt or selection
   */
  create(
    projectId: string,
    request: JobRequest,
    by?: Actor | null,
  ): Promise<{ job: Job; created: boolean }>;
  /** Returns jobs, newest first; `limit` is 1 to 250 (50). @throws {InvalidRequest} */
  list(projectId: string, query?: JobQuery): Promise<JobList>;
  counts(projectId: string): Promise<Omit<JobCounts, "unread">>;
  /** Counts the items that merges since an instant resolved. */
  resolvedSince(projectId: string, since: number): Promise<number>;
  /** Returns open jobs of the given feedback (1 to 500 IDs). @throws {InvalidRequest} */
  check(projectId: string, feedbackIds: readonly string[]): Promise<OpenJob[]>;
  /** Returns the ID of the job with this platform job ID; null if it was created elsewhere. */
  findByPlatformId(projectId: string, platformJobId: string): Promise<string | null>;
  /** @throws {NotFound} */
  get(projectId: string, jobId: string): Promise<JobDetail>;
  /**
   * Polls a job now, even if it is settled or was deleted on the platform, and checks its pull request soon. A job that
   * was polled in the last seconds isn't polled again, and one on a busy hosted platform is polled soon. @throws {NotFound}
   */
  checkNow(projectId: string, jobId: string): Promise<Job>;
  /**
   * Sets the outcome of a job, once; `retry` is the new job after a retry.
   * @throws {NotFound} {InvalidRequest} {Conflict}
   */
  setOutcome(
    projectId: string,
    jobId: string,
    request: JobOutcomeRequest,
    by?: Actor | null,
  ): Promise<{ job: Job; retry: Job | null }>;
  /** Sends a follow-up, once. @throws {NotFound} {InvalidRequest} {Conflict} */
  message(
    projectId: string,
    jobId: string,
    request: MessageRequest,
    by?: Actor | null,
  ): Promise<{ job: Job; message: JobMessage }>;
  /** Cancels a follow-up that was not sent yet. @throws {NotFound} {Conflict} */
  cancelMessage(
    projectId: string,
    jobId: string,
    messageId: string,
    by?: Actor | null,
  ): Promise<JobMessage>;
  /** Applies the suggested triage to the job's feedback, if it is what the person saw. @throws {NotFound} {Conflict} */
  applySuggestedTriage(
    projectId: string,
    jobId: string,
    by?: Actor | null,
    seen?: SeenTriage,
  ): Promise<JobTriage>;
  /**
   * Records that someone merged the job's pull request just now, and triages the given items.
   * @throws {NotFound} {Conflict} if it isn't merged
   */
  recordMerge(
    projectId: string,
    jobId: string,
    items: ItemsToTriage,
    by: Actor,
  ): Promise<JobTriage>;
  /**
   * Asks the platform for something about a job, once, and polls the job.
   * @throws {NotFound} @throws {Conflict} if that can't be done, and nothing was changed
   */
  act(projectId: string, jobId: string, action: JobAction, by: Actor): Promise<Job>;
  /** Checks the pull requests at the links, or all whose links begin with a text, soon, because they changed. */
  pullsChanged(which: { links: readonly string[] } | { under: string }): Promise<void>;
  /** Starts processing jobs in the background. */
  start(): void;
  /** Stops it; resolves when all running work is done. */
  stop(): Promise<void>;
}

export function createJobs(parts: LedgerParts & { delay?: Delay }): Jobs {
  const pollLimiter = createPollLimiter(parts.platform.isHosted);
  const ledger: Ledger = { ...parts, claims: createClaims(parts), pollLimiter };
  let stopLoop: (() => Promise<void>) | undefined;
  const viewOf = (projectId: string, jobId: string) => view(ledger, projectId, jobId);
  return {
    create: (projectId, request, by = null) => create(ledger, projectId, request, by),
    list: (projectId, query = {}) => listJobs(ledger, projectId, query),
    counts: async (projectId) => ledger.store.counts(projectId, await ledger.heldJobs(projectId)),
    resolvedSince: (projectId, since) => ledger.store.resolvedSince(projectId, since),
    check: async (projectId, ids) => ledger.store.findOpenJobsOf(projectId, requireSelection(ids)),
    findByPlatformId: (projectId, id) => ledger.store.findByPlatformId(projectId, id),
    get: (projectId, jobId) => detail(ledger, projectId, jobId),
    checkNow: (projectId, jobId) => checkNow(ledger, projectId, jobId),
    setOutcome: async (projectId, jobId, request, by = null) => {
      const retry = await setOutcome(ledger, projectId, jobId, request, by);
      const job = await viewOf(projectId, jobId);
      return { job, retry: retry === null ? null : await viewOf(projectId, retry) };
    },
    message: async (projectId, jobId, request, by = null) => {
      const message = await sendMessage(ledger, projectId, jobId, request, by);
      return { job: await viewOf(projectId, jobId), message };
    },
    cancelMessage: (projectId, jobId, id, by = null) =>
      cancelMessage(ledger, projectId, jobId, id, by),
    applySuggestedTriage: (projectId, jobId, by = null, seen) =>
      applySuggestedTriage(ledger, projectId, jobId, by, { seen }),
    recordMerge: async (projectId, jobId, items, by) => {
      await recordMerged(ledger, await requireRow(ledger, projectId, jobId));
      return applySuggestedTriage(ledger, projectId, jobId, by, { only: items });
    },
    act: async (projectId, jobId, action, by) => {
      await act(ledger, [projectId, jobId], action, by);
      await pollNow(ledger, await requireRow(ledger, projectId, jobId));
      return viewOf(projectId, jobId);
    },
    pullsChanged: (which) => ledger.store.checkPullsNow(ledger.clock.now(), which),
    start: () => {
      stopLoop ??= startLoop(ledger, parts.delay);
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
  input: JobRequest,
  by: Actor | null,
): Promise<{ job: Job; created: boolean }> {
  const request = requireJobRequest(input);
  const { store, clock, claims } = ledger;
  const now = clock.now();
  const items = await store.feedbackRows(projectId, request.feedbackIds);
  const intent = {
    id: randomUUID(),
    project_id: projectId,
    intent_key: request.intentKey,
    state: "queued" as const,
    prompt: request.prompt,
    created_at: now,
    began_at: now,
    next_poll_at: claims.end(),
    by_id: by?.id ?? null,
    by_name: by?.name ?? null,
    batch_id: request.batchId ?? null,
    title: jobTitle(items),
  };
  const { row, created } = await store.insertIntent(
    intent,
    request.feedbackIds,
    ledger.statusWrites !== null,
  );
  if (created) await ledger.statusWrites?.write(row.project_id);
  if (!created) {
    const feedbackIds = await store.feedbackIds(projectId, row.id);
    requireSameRequest(request, { prompt: row.prompt, feedbackIds });
  }
  if (row.state === "queued") await send(ledger, row);
  return { job: await view(ledger, projectId, row.id), created };
}

async function detail(ledger: Ledger, projectId: string, jobId: string): Promise<JobDetail> {
  const { store, clock } = ledger;
  const row = await requireRow(ledger, projectId, jobId);
  // Someone has the job open, so a stale pull request state is refreshed now.
  const now = clock.now();
  if (isPullCheckStale(row, now)) await store.checkPullsNow(now, { jobId });
  if (isAnswerStale(row, now)) await store.change(row, { next_poll_at: now });
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
    suggestedTriage: await suggestedTriageFor(ledger, row),
    retriedAs: await store.retryOf(projectId, jobId),
    acceptsMessages: await acceptsMessages(ledger),
    pullAdvice:
      row.pr_link !== null && row.pr_state === "unknown"
        ? pullAdvice(row.pr_link, ledger.codeHosts)
        : null,
    hostChecks: hostChecksOf(row),
    hostVerdicts: hostVerdictsOf(row),
  };
}

async function checkNow(ledger: Ledger, projectId: string, jobId: string): Promise<Job> {
  const { store, clock, platform } = ledger;
  const row = await requireRow(ledger, projectId, jobId);
  const now = clock.now();
  if (row.platform_job_id !== null && mayCheckAgain(row, now)) {
    const isBusy = platform.isHosted && (await store.pollsSince(now - 1_000)) >= POLLS_PER_SECOND;
    if (isBusy) await store.change(row, { next_poll_at: now });
    else await pollNow(ledger, row);
    // Soon, unless its host asked to wait.
    if (row.problem === null) await store.checkPullsNow(now, { jobId });
  }
  return view(ledger, projectId, jobId);
}

async function view({ store }: Ledger, projectId: string, jobId: string): Promise<Job> {
  const row = await store.summary(projectId, jobId);
  if (!row) throw jobNotFound();
  return jobView(row);
}
