import "server-only";
import { randomUUID } from "node:crypto";
import type { JobMessage } from "../contract/api/jobs.ts";
import type { Actor } from "../contract/api/people.ts";
import { Conflict, NotFound } from "../errors.ts";
import type { MessageChange, MessageRow } from "../store/jobs/messages.ts";
import type { JobRow } from "../store/jobs/write.ts";
import type { HeldClaim } from "./claims.ts";
import { type Ledger, report, requireRow } from "./ledger.ts";
import { answered, eventsFor, failureOf } from "./outcome.ts";
import { requireIntentKey, requirePrompt } from "./request.ts";

/** A follow-up that a person asked for: one message, whatever happens on the way. */
export interface MessageRequest {
  /** Given by the browser: 8 to 100 letters, digits, `_` or `-`. */
  intentKey: string;
  /** The exact text to send, 1 to 200,000 characters. */
  prompt: string;
}

/**
 * Sends a follow-up to a job, once: the same `intentKey` again sends nothing more. A platform that
 * refuses or does not answer is no error here; the message says so.
 * @throws {NotFound} {InvalidRequest} {Conflict}
 */
export async function sendMessage(
  ledger: Ledger,
  projectId: string,
  jobId: string,
  request: MessageRequest,
  by: Actor | null,
): Promise<JobMessage> {
  requireIntentKey(request.intentKey);
  requirePrompt(request.prompt);
  const { store, clock } = ledger;
  const job = await requireRow(ledger, projectId, jobId);
  const before = await store.messages(projectId, jobId);
  if (!before.some((message) => message.intent_key === request.intentKey)) requireListener(job);
  const now = clock.now();
  const row = await store.insertMessage({
    id: randomUUID(),
    project_id: projectId,
    job_id: jobId,
    intent_key: request.intentKey,
    state: "intent",
    prompt: request.prompt,
    created_at: now,
    next_at: ledger.claims.end(),
    by_name: by?.name ?? null,
  });
  if (row.state === "intent") await deliver(ledger, row);
  const after = await store.messages(projectId, jobId);
  return messageView(after.find(({ id }) => id === row.id) ?? row);
}

/** Does what a due message waits for. Of several processes one does it. */
export async function lookAfterMessage(ledger: Ledger, row: MessageRow): Promise<void> {
  if (row.state === "intent" || row.state === "waiting") return deliver(ledger, row);
  const now = ledger.clock.now();
  const change = { state: "unknown", problem: LOST_MESSAGE, next_at: null };
  await ledger.store.changeMessage(row, change, now, stirred(now));
}

/**
 * Takes back a message that waits.
 * @throws {NotFound} {Conflict} where it is on its way already
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
  if (!row) throw new NotFound("There is no such message.");
  const unsent = row.state === "waiting" || row.state === "intent";
  const change = { state: "cancelled", next_at: null, not_before: null, problem: null };
  if (!unsent || !(await store.changeMessage(row, change, clock.now(), undefined, by?.name))) {
    const now = await find();
    if (now?.state === "cancelled") return messageView(now);
    throw new Conflict("This message does not wait any more, so that it cannot be taken back.");
  }
  return messageView((await find()) ?? row);
}

/** A row as the dashboard shows it. */
export function messageView(row: MessageRow): JobMessage {
  return {
    id: row.id,
    state: stateOf(row.state),
    prompt: row.prompt,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    notBefore: row.not_before,
    problem: row.problem,
    by: row.by_name,
  };
}

const LOST_MESSAGE =
  "Whether the message arrived is not known, as the platform's answer was lost. It is not sent " +
  "again by itself. See what the job does before you write again.";

/** As for jobs: the step to `sending` is committed first, and only who made it sends. */
async function deliver(ledger: Ledger, row: MessageRow): Promise<void> {
  const { store, client, clock, claims } = ledger;
  const next_at = claims.end();
  const sending = { ...row, state: "sending" };
  if (!(await store.changeMessage(row, { state: "sending", next_at }, clock.now()))) return;
  const job = await requireRow(ledger, row.project_id, row.job_id);
  const claim: HeldClaim = { kind: "message", id: row.id, until: next_at };
  const expected = () => ({ ...sending, next_at: claim.until });
  try {
    const platformJobId = job.platform_job_id ?? "";
    const send = () => client.sendMessage(row.project_id, platformJobId, row.prompt);
    const answer = await claims.hold(claim, send);
    const now = clock.now();
    const known = { ...job, began_at: now };
    const change = { ...answered(answer, known, now), began_at: now, resolution: null };
    const sent = { state: "sent", sent_at: now, not_before: null, problem: null, next_at: null };
    await record(ledger, expected(), sent, { change, events: eventsFor(change, job) });
  } catch (error) {
    report(ledger, job, error);
    const now = clock.now();
    const failure = failureOf(error, "The message was not sent.", LOST_MESSAGE, now);
    const until = failure.state === "waiting" ? failure.until : null;
    const { state, problem } = failure;
    const change = { state, problem, not_before: until, next_at: until };
    await record(ledger, expected(), change, state === "unknown" ? stirred(now) : undefined);
  }
}

/** An answer that comes after it was given up still counts. */
async function record(
  { store, clock }: Ledger,
  sending: MessageRow,
  change: MessageChange,
  job?: Parameters<Ledger["store"]["changeMessage"]>[3],
): Promise<void> {
  const now = clock.now();
  if (await store.changeMessage(sending, change, now, job)) return;
  await store.changeMessage({ ...sending, state: "unknown", next_at: null }, change, now, job);
}

/** A job that may have got a message: it is looked at as if it had. */
function stirred(now: number) {
  return { change: { began_at: now, next_poll_at: now }, events: [] };
}

function requireListener(job: JobRow): void {
  if (job.platform_job_id === null) {
    throw new Conflict("This job was never created, so that nobody would read the message.");
  }
  if (job.state === "archived") {
    throw new Conflict("This job is archived and takes no more messages. Start another one.");
  }
}

function stateOf(text: string): JobMessage["state"] {
  const states: JobMessage["state"][] = [
    "intent",
    "waiting",
    "sending",
    "sent",
    "refused",
    "unknown",
    "cancelled",
  ];
  return states.find((state) => state === text) ?? "unknown";
}
