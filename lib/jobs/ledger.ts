import "server-only";
import type { Clock } from "../clock.ts";
import type { Verdict } from "../contract/api/job-review.ts";
import { LEDGER_STATE } from "../contract/api/job-states.ts";
import type { PullReading } from "../contract/api/pull-states.ts";
import type { ReceivedJob } from "../contract/platform/job.ts";
import { NotFound } from "../errors.ts";
import type { Log } from "../log.ts";
import type { JobStore } from "../store/jobs/store.ts";
import type { JobRow } from "../store/jobs/write.ts";
import type { SettingsStore } from "../store/settings.ts";
import type { StatusWrites } from "../store/write/status-writes.ts";
import type { Triage } from "../store/write/triage.ts";
import type { Claims } from "./claims.ts";
import type { PollLimiter } from "./poll-limiter.ts";
import type { RequestedAction } from "./requested-action.ts";

/** The operations of lib/platform-client that the ledger uses. */
export interface JobPlatform {
  createJob(projectId: string, prompt: string): Promise<ReceivedJob>;
  retrieveJob(projectId: string, id: string): Promise<ReceivedJob>;
  sendMessage(projectId: string, id: string, prompt: string): Promise<ReceivedJob>;
}

/** The platform that the jobs are sent to. */
export interface LedgerPlatform {
  /** Its address. Unsupported operations are remembered by it. */
  address: string;
  /** Whether it's another server, which Errata must not poll too often. */
  isHosted: boolean;
}

/** A verdict that Errata proposes about an item. */
export interface ProposedVerdict {
  verdict: Verdict;
  /** Whether the item has no comment. */
  isVote: boolean;
}

/** Dependencies of the ledger. */
export interface LedgerParts {
  platform: LedgerPlatform;
  /** Websites of the code hosts whose pull requests `readPull` can read. */
  codeHosts: readonly string[];
  store: JobStore;
  client: JobPlatform;
  /**
   * Reads a pull request on the built-in code host, or elsewhere. Returns null where no host that Errata can ask has it.
   * Throws on failures worth retrying.
   */
  readPull: (prLink: string) => Promise<PullReading | null>;
  /** Closes a pull request in the documentation's repository on a code host, and returns false for any other. */
  closePull: (prLink: string) => Promise<boolean>;
  /**
   * Returns what Errata proposes about items of a job with a merged change, as the job's page shows it; nothing about those
   * of a change that it can't read. @throws {AppError} if the repository can't be reached
   */
  proposedVerdicts: (
    job: Pick<JobRow, "id" | "project_id" | "platform_job_id" | "pr_link">,
    feedbackIds: readonly string[],
  ) => Promise<ReadonlyMap<string, ProposedVerdict>>;
  /** Returns the platform's IDs of a project's jobs whose change waits for a decision. */
  heldJobs: (projectId: string) => Promise<string[]>;
  /**
   * Carries out an action on the platform. Repeating a request has no effect.
   * @throws {NotFound}
   * @throws {Conflict} if it isn't possible anymore
   */
  carryOut: (
    projectId: string,
    platformJobId: string,
    asked: RequestedAction,
  ) => Promise<{ status: string }>;
  triage: Triage;
  /** Null for a platform that statuses can't be written to. */
  statusWrites: StatusWrites | null;
  settings: SettingsStore;
  clock: Clock;
  log: Log;
}

export interface Ledger extends LedgerParts {
  claims: Claims;
  pollLimiter: PollLimiter;
}

/** Whether nothing was sent yet. */
export function isUnsent(row: JobRow): boolean {
  return LEDGER_STATE[row.state].cancelable;
}

/** @throws {NotFound} */
export async function requireRow(
  { store }: Ledger,
  projectId: string,
  jobId: string,
): Promise<JobRow> {
  const row = await store.row(projectId, jobId);
  if (!row) throw jobNotFound();
  return row;
}

export function jobNotFound(): NotFound {
  return new NotFound("This job doesn't exist or was deleted.");
}

/** Logs why a job couldn't be sent, polled, or checked. */
export function report(
  { log }: Ledger,
  row: { id: string; project_id: string },
  error: unknown,
): void {
  const problem = error instanceof Error ? error.message : String(error);
  log.warn({ projectId: row.project_id, jobId: row.id, problem }, "couldn't update an agent job");
}
