import "server-only";
import { ContractMismatch } from "../errors.ts";
import type { ShortJobRow } from "../store/jobs/read.ts";
import type { JobChange, JobRow } from "../store/jobs/write.ts";
import type { HeldClaim } from "./claims.ts";
import { type Ledger, report } from "./ledger.ts";
import { changeFromAnswer, changeFromFailure, eventsFor } from "./platform-responses.ts";
import { resumeRequest } from "./requests.ts";

const OTHER_JOB = "The platform returned a different job.";

/** A row whose poll this process claimed. */
export type ClaimedJob = ShortJobRow;

/** Claims and polls one job. Does nothing if another process has the claim. */
export async function pollNow(ledger: Ledger, row: JobRow): Promise<void> {
  const claim = { next_poll_at: ledger.claims.end(), asked_at: ledger.clock.now() };
  if (!(await ledger.store.change(row, claim))) return;
  const claimed = { ...row, ...claim };
  const { change, until } = await poll(ledger, claimed);
  await recordPoll(ledger, { ...claimed, next_poll_at: until }, change);
}

/**
 * Asks the platform about a claimed job.
 * @returns the change to record, and when the claim ends now
 */
export async function poll(
  ledger: Ledger,
  claimed: ClaimedJob,
): Promise<{ change: JobChange; until: number }> {
  const { client, clock, claims, pollLimiter } = ledger;
  const fetchStatus = async () => {
    try {
      // Complete the action of a killed process before polling.
      if (claimed.requested !== null) await resumeRequest(ledger, claimed);
      await pollLimiter.turn();
      const id = claimed.platform_job_id ?? "";
      const job = await client.retrieveJob(claimed.project_id, id);
      if (job.id !== id) throw new ContractMismatch(OTHER_JOB);
      return changeFromAnswer(job, claimed, clock.now());
    } catch (error) {
      report(ledger, claimed, error);
      return changeFromFailure(error, claimed, clock.now());
    }
  };
  const claim: HeldClaim = { kind: "job", id: claimed.id, until: claimed.next_poll_at ?? 0 };
  const change = await claims.hold(claim, fetchStatus);
  return { change, until: claim.until };
}

/** Records a poll, unless another process took the claim meanwhile: its answer is newer. */
export async function recordPoll(
  { store, clock }: Ledger,
  claimed: ClaimedJob,
  change: JobChange,
): Promise<void> {
  await store.change(claimed, change, { at: clock.now(), events: eventsFor(change, claimed) });
}
