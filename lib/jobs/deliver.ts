import "server-only";
import type { NewJobEvent } from "../store/jobs/events.ts";
import type { JobChange, JobRow } from "../store/jobs/write.ts";
import type { HeldClaim } from "./claims.ts";
import { isUnsent, type Ledger, report } from "./ledger.ts";
import { answered, eventsFor, failureOf, LOST_ANSWER, notAnswered } from "./outcome.ts";

/**
 * Sends an intent, unless somebody else does: the step to `sending` is committed first, and only
 * who made it sends. So there is at most one POST per intent, whatever dies when. Where it came too
 * early the row waits; the platform certainly did nothing then, so that the next POST is the first.
 */
export async function send(ledger: Ledger, row: JobRow): Promise<void> {
  const { store, client, clock, claims } = ledger;
  const at = clock.now();
  const change = { state: "sending", not_before: null, next_poll_at: claims.end() };
  // A row that waited is sent more than once without being sent: it says so when it is answered.
  const waited = row.state === "waiting";
  const sent: NewJobEvent[] = [{ kind: "sent" }];
  if (!(await store.change(row, change, { at, events: waited ? [] : sent }))) return;
  let outcome: { change: JobChange; events: NewJobEvent[] };
  try {
    const claim: HeldClaim = { kind: "job", id: row.id, until: change.next_poll_at };
    const create = () => client.createJob(row.project_id, row.prompt);
    const job = await claims.hold(claim, create);
    outcome = created(job, row, clock.now());
  } catch (error) {
    outcome = notCreated(error, row, clock.now());
    report(ledger, row, error);
  }
  const early = waited && outcome.change.state !== "waiting" ? sent : [];
  const events = [...early, ...outcome.events];
  await store.recordAnswer(row, outcome.change, { at: clock.now(), events });
}

/** Does what a due row waits for that was never answered. Of several processes one does it. */
export async function processDueJob(ledger: Ledger, row: JobRow): Promise<void> {
  if (isUnsent(row)) return send(ledger, row);
  const change = { state: "unknown", problem: LOST_ANSWER, next_poll_at: null };
  const events: NewJobEvent[] = [{ kind: "unknown", detail: { problem: LOST_ANSWER } }];
  await ledger.store.change(row, change, { at: ledger.clock.now(), events });
}

/** Claims the look at one job and carries it out, unless somebody else has it. */
export async function pollNow(ledger: Ledger, row: JobRow): Promise<void> {
  const claimed = { ...row, next_poll_at: ledger.claims.end() };
  if (!(await ledger.store.change(row, { next_poll_at: claimed.next_poll_at }))) return;
  const { change, until } = await poll(ledger, claimed);
  await recordPoll(ledger, { ...claimed, next_poll_at: until }, change);
}

/** A row whose look is claimed. */
export type Claimed = Omit<JobRow, "prompt">;

/**
 * Asks the platform about a claimed job.
 * @returns the change to record, and when the claim ends now
 */
export async function poll(
  ledger: Ledger,
  claimed: Claimed,
): Promise<{ change: JobChange; until: number }> {
  const { client, clock, claims } = ledger;
  const ask = async () => {
    try {
      const job = await client.retrieveJob(claimed.project_id, claimed.platform_job_id ?? "");
      return answered(job, claimed, clock.now());
    } catch (error) {
      report(ledger, claimed, error);
      return notAnswered(error, claimed, clock.now());
    }
  };
  const claim: HeldClaim = { kind: "job", id: claimed.id, until: claimed.next_poll_at ?? 0 };
  const change = await claims.hold(claim, ask);
  return { change, until: claim.until };
}

/** Loses if the claim ran out and another process polled meanwhile: its answer is newer. */
export async function recordPoll(
  { store, clock }: Ledger,
  claimed: Claimed,
  change: JobChange,
): Promise<void> {
  const gone: NewJobEvent[] =
    change.next_poll_at === null && change.state === undefined ? [{ kind: "gone" }] : [];
  const events = [...eventsFor(change, claimed), ...gone];
  await store.change(claimed, change, { at: clock.now(), events });
}

function created(job: Parameters<typeof answered>[0], row: JobRow, now: number) {
  const change = { platform_job_id: job.id, resolution: null, ...answered(job, row, now) };
  const state = change.state ?? "";
  const events: NewJobEvent[] = [
    { kind: "answered", detail: { platformJobId: job.id, state } },
    ...eventsFor({ pr_link: change.pr_link }, row),
  ];
  return { change, events };
}

function notCreated(error: unknown, row: JobRow, now: number) {
  const failure = failureOf(error, "No job was created.", LOST_ANSWER, now);
  const { state, problem } = failure;
  const until = failure.state === "waiting" ? failure.until : null;
  const change: JobChange = { state, problem, not_before: until, next_poll_at: until };
  const first = state !== "waiting" || row.state !== "waiting";
  const events: NewJobEvent[] = first ? [{ kind: state, detail: { problem, until } }] : [];
  return { change, events };
}
