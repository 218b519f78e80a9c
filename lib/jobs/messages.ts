import "server-only";
import { randomUUID } from "node:crypto";
import type { JobMessage } from "../contract/api/jobs.ts";
import { MESSAGE_STATE } from "../contract/api/message-states.ts";
import type { Actor } from "../contract/api/people.ts";
import { DAY } from "../contract/platform/vocabulary.ts";
import { Conflict, NotFound, PlatformHttpError } from "../errors.ts";
import type { MessageChange, MessageRow } from "../store/jobs/messages.ts";
import type { JobChange, JobRow } from "../store/jobs/write.ts";
import type { HeldClaim } from "./claims.ts";
import { type Ledger, report, requireRow } from "./ledger.ts";
import { changeFromAnswer, eventsFor, failureOf } from "./platform-responses.ts";
import { requireKey, requirePrompt } from "./request.ts";

/** A follow-up message to send once. */
export interface MessageRequest {
  /** Chosen by the browser: 8 to 100 letters, digits, `_`, or `-`. */
  intentKey: string;
  /** The exact text to send, 1 to 200,000 characters. */
  prompt: string;
  /** IDs of the sender's pending comments on the change, which are sent with it. */
  comments?: readonly string[];
}

/**
 * Sends a follow-up to a job, once per `intentKey`. If the platform rejects it or doesn't answer, this
 * doesn't throw; the message's state says so.
 * @throws {NotFound} {InvalidRequest} {Conflict}
 */
export async function sendMessage(
  ledger: Ledger,
  projectId: string,
  jobId: string,
  request: MessageRequest,
  by: Actor | null,
): Promise<JobMessage> {
  requireKey("intentKey", request.intentKey);
  requirePrompt(request.prompt);
  const { store, clock } = ledger;
  const job = await requireRow(ledger, projectId, jobId);
  const before = await store.messages(projectId, jobId);
  if (!before.some((message) => message.intent_key === request.intentKey)) requireOpenJob(job);
  const now = clock.now();
  const message = {
    id: randomUUID(),
    project_id: projectId,
    job_id: jobId,
    intent_key: request.intentKey,
    state: "queued",
    prompt: request.prompt,
    created_at: now,
    next_at: ledger.claims.end(),
    by_name: by?.name ?? null,
  } as const;
  const comments = by && request.comments && { ids: request.comments, personId: by.id };
  const row = await store.insertMessage(message, comments ?? undefined);
  if (row.state === "queued") await sendNow(ledger, row);
  const after = await store.messages(projectId, jobId);
  return messageView(after.find(({ id }) => id === row.id) ?? row);
}

/** Sends a due message, or gives up its lost answer. Safe in several processes. */
export async function processDueMessage(ledger: Ledger, row: MessageRow): Promise<void> {
  if (MESSAGE_STATE[row.state].cancelable) return sendNow(ledger, row);
  const now = ledger.clock.now();
  const change: MessageChange = { state: "unconfirmed", problem: LOST_MESSAGE, next_at: null };
  await ledger.store.changeMessage(row, change, now, pollSoon(now));
}

/**
 * Cancels a message that wasn't sent yet.
 * @throws {NotFound} {Conflict} if it was sent already
 */
export async function cancelMessage(
  { store, clock }: Ledger,
  projectId: string,
  jobId: string,
  messageId: string,
  by: Actor | null,
): Promise<JobMessage> {
  const find = async () =>
    (await store.messages(projectId, jobId)).find(({ id }) => id === messageId);
  const row = await find();
  if (!row) throw new NotFound("This message doesn't exist.");
  const unsent = MESSAGE_STATE[row.state].cancelable;
  const change: MessageChange = {
    state: "canceled",
    next_at: null,
    scheduled_for: null,
    problem: null,
  };
  if (!unsent || !(await store.changeMessage(row, change, clock.now(), undefined, by?.name))) {
    const now = await find();
    if (now?.state === "canceled") return messageView(now);
    throw new Conflict("This message was already sent, so it can't be canceled.");
  }
  return messageView((await find()) ?? row);
}

/** Whether the platform takes follow-ups, as far as it answered within a day. */
export async function acceptsMessages({ store, clock, platform }: Ledger): Promise<boolean> {
  return !(await store.isUnsupported(platform.address, "message", clock.now() - DAY));
}

/** Returns a message as the API shows it. */
export function messageView(row: MessageRow): JobMessage {
  return {
    id: row.id,
    state: row.state,
    prompt: row.prompt,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    scheduledFor: row.scheduled_for,
    problem: row.problem,
    by: row.by_name,
  };
}

const UNSUPPORTED = "This platform doesn't accept follow-ups. The message wasn't sent.";

const LOST_MESSAGE =
  "The platform's response was lost, so the message may or may not have arrived. " +
  "Check the job before you send it again.";

/** As for jobs, only the process that commits the step to `sending` sends. */
async function sendNow(ledger: Ledger, row: MessageRow): Promise<void> {
  const { store, client, clock, claims } = ledger;
  const next_at = claims.end();
  const sending: MessageRow = { ...row, state: "sending" };
  if (!(await store.changeMessage(row, { state: "sending", next_at }, clock.now()))) return;
  const job = await requireRow(ledger, row.project_id, row.job_id);
  const claim: HeldClaim = { kind: "message", id: row.id, until: next_at };
  const expected = () => ({ ...sending, next_at: claim.until });
  try {
    const platformJobId = job.platform_job_id ?? "";
    const send = () => client.sendMessage(row.project_id, platformJobId, row.prompt);
    const answer = await claims.hold(claim, () => sendAgainIfNotFound(ledger, job, send));
    const now = clock.now();
    const known = { ...job, began_at: now };
    const isSameJob = answer.id === platformJobId;
    const status = isSameJob ? changeFromAnswer(answer, known, now) : { next_poll_at: now };
    const change: JobChange = { ...status, began_at: now, outcome: null };
    const sent: MessageChange = {
      state: "sent",
      sent_at: now,
      scheduled_for: null,
      problem: null,
      next_at: null,
    };
    await record(ledger, expected(), sent, { change, events: eventsFor(change, job) });
    await store.forgetUnsupported(ledger.platform.address, "message");
  } catch (error) {
    report(ledger, job, error);
    const now = clock.now();
    if (await isUnsupported(ledger, job, error)) {
      await store.rememberUnsupported(ledger.platform.address, "message", now);
      const change: MessageChange = { state: "rejected", problem: UNSUPPORTED, next_at: null };
      return record(ledger, expected(), change);
    }
    const failure = failureOf(error, "The message wasn't sent.", LOST_MESSAGE, now);
    const until = failure.state === "scheduled" ? failure.until : null;
    const { state, problem } = failure;
    const change: MessageChange = { state, problem, scheduled_for: until, next_at: until };
    await record(ledger, expected(), change, state === "unconfirmed" ? pollSoon(now) : undefined);
  }
}

/**
 * Sends a message a second time if the platform answers 404 although it knows the job: one wrong 404
 * would otherwise count as a platform without follow-ups. A 404 means that nothing was sent.
 */
async function sendAgainIfNotFound<T>(
  ledger: Ledger,
  job: JobRow,
  send: () => Promise<T>,
): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof NotFound && (await isUnsupported(ledger, job, error))) return send();
    throw error;
  }
}

/**
 * Whether an error says that the platform has no follow-ups at all: the method isn't allowed, or the
 * address isn't found although the platform knows the job.
 */
async function isUnsupported({ client }: Ledger, job: JobRow, error: unknown): Promise<boolean> {
  if (error instanceof PlatformHttpError) return [405, 501].includes(error.upstreamStatus);
  if (!(error instanceof NotFound)) return false;
  const asked = client.retrieveJob(job.project_id, job.platform_job_id ?? "");
  return asked.then(
    () => true,
    () => false,
  );
}

/** Records the result of a send, also if it was given up as lost meanwhile. */
async function record(
  { store, clock }: Ledger,
  sending: MessageRow,
  change: MessageChange,
  job?: Parameters<Ledger["store"]["changeMessage"]>[3],
): Promise<void> {
  const now = clock.now();
  if (await store.changeMessage(sending, change, now, job)) return;
  await store.changeMessage({ ...sending, state: "unconfirmed", next_at: null }, change, now, job);
}

/** Polls a job that may have received a message as if it had. */
function pollSoon(now: number) {
  return { change: { began_at: now, next_poll_at: now }, events: [] };
}

function requireOpenJob(job: JobRow): void {
  if (job.platform_job_id === null) {
    throw new Conflict("This job wasn't created on the platform, so it can't receive messages.");
  }
  if (job.platform_status === "archived") {
    throw new Conflict(
      "This job is archived and can't receive messages. Create a new job instead.",
    );
  }
}
