import "server-only";
import type { Clock } from "../clock.ts";
import type { ReceivedJob } from "../contract/platform/job.ts";
import { NotFound } from "../errors.ts";
import type { Log } from "../log.ts";
import type { Triage } from "../store/feedback/triage.ts";
import type { JobStore } from "../store/jobs/store.ts";
import type { JobRow } from "../store/jobs/write.ts";
import type { SettingsStore } from "../store/settings.ts";
import type { Claims } from "./claims.ts";

/** Reads the state of a pull request: from the built-in code host, or one elsewhere. */
export interface PullStateSource {
  /** Returns null where no host that Errata can ask has it. Throws on failures worth retrying. */
  stateOf(prLink: string): Promise<"open" | "merged" | "closed" | null>;
}

/** What the ledger needs of the platform (lib/platform-client). */
export interface JobPlatform {
  createJob(projectId: string, prompt: string): Promise<ReceivedJob>;
  retrieveJob(projectId: string, id: string): Promise<ReceivedJob>;
  sendMessage(projectId: string, id: string, prompt: string): Promise<ReceivedJob>;
}

/** What the ledger works with. */
export interface LedgerParts {
  store: JobStore;
  client: JobPlatform;
  pulls: PullStateSource;
  triage: Triage;
  settings: SettingsStore;
  clock: Clock;
  log: Log;
}

export interface Ledger extends LedgerParts {
  claims: Claims;
}

/** Whether nothing was sent yet. A platform may call a status of its own "intent" as well. */
export function isUnsent(row: JobRow): boolean {
  return row.platform_job_id === null && (row.state === "intent" || row.state === "waiting");
}

/** @throws {NotFound} */
export async function requireRow(
  { store }: Ledger,
  projectId: string,
  jobId: string,
): Promise<JobRow> {
  const row = await store.row(projectId, jobId);
  if (!row) throw noSuchJob();
  return row;
}

export function noSuchJob(): NotFound {
  return new NotFound("There is no such job in this project.");
}

/** Logs what kept the ledger from following something. */
export function report(
  { log }: Ledger,
  row: { id: string; project_id: string },
  error: unknown,
): void {
  const problem = error instanceof Error ? error.message : String(error);
  log.warn({ projectId: row.project_id, jobId: row.id, problem }, "a job could not be followed");
}
