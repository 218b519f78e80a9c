import { pino } from "pino";
import type { Clock } from "../../lib/clock.ts";
import type { JobDetail } from "../../lib/contract/api/jobs.ts";
import { receivedEntry } from "../../lib/contract/platform/feedback.ts";
import type { AgentJob } from "../../lib/contract/platform/job.ts";
import type { Database } from "../../lib/database/open.ts";
import { NotFound } from "../../lib/errors.ts";
import { createJobs, type Jobs } from "../../lib/jobs/jobs.ts";
import type { JobPlatform, LedgerParts, LedgerPlatform } from "../../lib/jobs/ledger.ts";
import type { PlatformJobs } from "../../lib/platform/jobs/jobs.ts";
import { carryOutOn } from "../../lib/services/job-services.ts";
import { createJobStore } from "../../lib/store/jobs/store.ts";
import { VALUE_TABLES } from "../../lib/store/schema/decisions.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { createSettingsStore } from "../../lib/store/settings.ts";
import {
  createStatusWrites,
  type StatusWrites,
  type WriteStatus,
} from "../../lib/store/write/status-writes.ts";
import { createTriage } from "../../lib/store/write/triage.ts";
import { upsertFeedback } from "../../lib/store/write/write.ts";

/** Opens the ledger of one process on a database, with a fast loop. */
export function openLedger(
  database: Database<StoreSchema>,
  parts: {
    client: JobPlatform;
    clock: Clock;
    readPull?: LedgerParts["readPull"];
    closePull?: LedgerParts["closePull"];
    heldJobs?: LedgerParts["heldJobs"];
    /** By default, the platform does whatever is asked, and the job is over. */
    carryOut?: LedgerParts["carryOut"];
    /** By default, Errata can read no change. */
    proposedVerdicts?: LedgerParts["proposedVerdicts"];
    /** By default the built-in one. */
    platform?: LedgerPlatform;
    codeHosts?: readonly string[];
    writeStatus?: WriteStatus;
    /** Wraps the store and the client. */
    around?: <Part extends object>(part: Part) => Part;
  },
): Jobs {
  const { clock, writeStatus, around = (part) => part } = parts;
  const statusWrites = writeStatus ? writingStatuses(database, clock, writeStatus) : null;
  return createJobs({
    store: around(createJobStore(database)),
    proposedVerdicts: parts.proposedVerdicts ?? (async () => new Map()),
    heldJobs: parts.heldJobs ?? (async () => []),
    carryOut: parts.carryOut ?? (async () => ({ status: "failed" })),
    client: around(parts.client),
    platform: parts.platform ?? { address: "http://127.0.0.1:3000", isHosted: false },
    codeHosts: parts.codeHosts ?? [],
    readPull: parts.readPull ?? (async () => null),
    closePull: parts.closePull ?? (async () => false),
    triage: createTriage({ database, clock, statusWrites }),
    statusWrites,
    settings: createSettingsStore({ database, clock }),
    clock,
    log: pino({ level: "silent" }),
    delay: () => new Promise((resolve) => setTimeout(resolve, 5)),
  });
}

/** Writes statuses with `writeStatus`, as to a platform of a test. */
export function writingStatuses(
  database: Database<StoreSchema>,
  clock: Clock,
  writeStatus: WriteStatus,
): StatusWrites {
  return createStatusWrites({ database, clock, writeStatus, log: pino({ level: "silent" }) });
}

/** Runs one round of the ledger's loop and returns a job. */
export async function processOnce(
  jobs: Jobs,
  projectId: string,
  jobId: string,
): Promise<JobDetail> {
  jobs.start();
  await jobs.stop();
  return jobs.get(projectId, jobId);
}

/** Stores feedback about the page `/x`, as the mirror would at `observedAt`. */
export async function mirrored(
  database: Database<StoreSchema>,
  projectId: string,
  entries: ({ id: string } & Record<string, unknown>)[],
  observedAt = 1,
): Promise<void> {
  const received = entries.map((entry) => ({
    entry: receivedEntry.parse({ source: "agent", status: "pending", path: "/x", ...entry }),
    raw: JSON.stringify(entry),
  }));
  await upsertFeedback(database.query, projectId, received, observedAt);
}

/** Empties the ledger and the team's triage. */
export async function forgetJobs({ query }: Database<StoreSchema>): Promise<void> {
  for (const table of [
    "job_event",
    "unsupported_operation",
    "job_message",
    "job_verdict",
    "reviewed_file",
    "review_comment",
    "host_comment",
    "job_platform_id",
    "job_feedback",
    "job",
    "feedback_event",
    ...VALUE_TABLES,
    "project_setting",
    "decision",
  ] as const) {
    await query.deleteFrom(table).execute();
  }
  await query
    .updateTable("feedback")
    .set(({ ref }) => ({ team_status: ref("platform_status") }))
    .execute();
}

/** Opens the ledger of one process on jobs of the built-in platform. */
export function ledgerOf(
  database: Database<StoreSchema>,
  jobs: Pick<
    PlatformJobs,
    "create" | "retrieve" | "message" | "decideHeld" | "stopAgent" | "archive"
  >,
  clock: Clock,
  carryOut: LedgerParts["carryOut"] = carryOutOn({ jobs }),
): Jobs {
  const found = (job: AgentJob | null): AgentJob => {
    if (!job) throw new NotFound("This job doesn't exist.");
    return job;
  };
  return openLedger(database, {
    client: {
      createJob: (projectId, prompt) => jobs.create(projectId, prompt),
      retrieveJob: async (projectId, id) => found(await jobs.retrieve(projectId, id)),
      sendMessage: async (projectId, id, prompt) =>
        found(await jobs.message(projectId, id, prompt)),
    },
    clock,
    carryOut,
  });
}
