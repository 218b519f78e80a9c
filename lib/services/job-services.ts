import "server-only";
import type { Audit } from "../auth/audit.ts";
import type { Job, JobCounts, JobDetail, JobReport } from "../contract/api/jobs.ts";
import type { HeldDecision, HeldDiff, HeldRequest } from "../contract/api/leash.ts";
import type { Actor } from "../contract/api/people.ts";
import type { CommentedLines } from "../contract/api/review-comments.ts";
import { type AppError, Conflict, NotFound } from "../errors.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { LedgerParts } from "../jobs/ledger.ts";
import { runWithPauses } from "../pause.ts";
import type { PlatformJobs } from "../platform/jobs/jobs.ts";
import type { Spending } from "../platform/jobs/spending.ts";
import type { EmbeddedPlatform } from "../platform/platform.ts";
import { changedLines } from "../prompt/review-comments.ts";
import { markingWords } from "../review/mark-words.ts";
import type { NotificationStore } from "../store/people/notifications.ts";
import { maskAnswer } from "../text/email-addresses.ts";
import { reportStream } from "./job-stream.ts";

/** A person who watches a job. */
interface JobFollower {
  /** Whether the person may still watch it. */
  isAllowed(): Promise<boolean>;
  /** Whether readers' addresses are masked. */
  isMasked?: boolean;
}

/** The costs of a month's jobs, and the number of items that merged ones resolved. */
export type MonthSpending = Spending & { resolved: number };

/** The job ledger, and operations that only the built-in platform has. */
export interface JobServices extends Omit<Jobs, "counts" | "resolvedSince" | "act"> {
  /** Returns counts for badges, also of the person's unread notifications. */
  counts(projectId: string, personId: string): Promise<JobCounts>;
  /** Returns what this month's jobs cost; null on a hosted platform. */
  spending(projectId: string): Promise<MonthSpending | null>;
  /** Archives a finished job. @throws {NotFound} {Conflict} */
  archive(projectId: string, jobId: string, by: Actor): Promise<Job>;
  /**
   * Stops a job that waits or runs. What its agent has done becomes a pull request, or is discarded.
   * @throws {NotFound} {Conflict} if it has ended, or its platform can't stop jobs
   */
  stopAgent(projectId: string, jobId: string, options: { keep: boolean }, by: Actor): Promise<Job>;
  /**
   * Decides about a change that goes beyond what the agent may change.
   * @throws {NotFound} {Conflict} if none waits, it isn't the one that the person saw, or someone else
   * decided
   */
  decideHeld(projectId: string, jobId: string, request: HeldRequest, by: Actor): Promise<Job>;
  /** Returns a page of such a change. @throws {NotFound} if none waits @throws {AppError} if the repository can't be read */
  heldDiff(projectId: string, jobId: string, page: number): Promise<HeldDiff>;
  /** Returns why a job failed and the agent's output. @throws {NotFound} */
  report(projectId: string, jobId: string): Promise<JobReport>;
  /** Opens a stream of server-sent events with the report while the job runs. @throws {NotFound} */
  follow(
    projectId: string,
    jobId: string,
    follower: JobFollower,
  ): Promise<ReadableStream<Uint8Array>>;
}

const NOT_ARCHIVED = "This job can't be archived here.";
const NOT_STOPPED = "This platform can't stop jobs. You can stop following this one.";
const NOT_HELD = "This job has no change to decide on.";

export function jobServices(
  jobs: Jobs,
  platform: Pick<EmbeddedPlatform, "jobs"> | null,
  notifications: Pick<NotificationStore, "unread">,
  audit: Pick<Audit, "record">,
): JobServices {
  const report = async (projectId: string, jobId: string): Promise<JobReport> => {
    const { platformJobId } = await jobs.get(projectId, jobId);
    const found = platformJobId && (await platform?.jobs.report(projectId, platformJobId));
    if (!found) throw new NotFound("This job has no agent report.");
    const { messages: _, stop: _stop, ...shown } = found;
    return shown;
  };
  return {
    ...jobs,
    list: async (projectId, query) => {
      const list = await jobs.list(projectId, query);
      return { ...list, jobs: await withPlatformFacts(platform, projectId, list.jobs) };
    },
    get: async (projectId, jobId): Promise<JobDetail> => {
      const job = await jobs.get(projectId, jobId);
      const [known = job] = await withPlatformFacts(platform, projectId, [job]);
      return known;
    },
    counts: async (projectId, personId) => {
      const [counts, unread] = await Promise.all([
        jobs.counts(projectId),
        notifications.unread(projectId, personId),
      ]);
      return { ...counts, unread };
    },
    spending: async (projectId) => {
      const spending = await platform?.jobs.spending(projectId);
      if (!spending) return null;
      return { ...spending, resolved: await jobs.resolvedSince(projectId, spending.since) };
    },
    ...decisionsOf({ jobs, platform, audit, report }),
    report,
    follow: async (projectId, jobId, { isAllowed, isMasked = false }) => {
      await report(projectId, jobId);
      const read = () => report(projectId, jobId);
      return reportStream(isMasked ? async () => maskAnswer(await read()) : read, isAllowed);
    },
  };
}

/** Decisions of people about the built-in platform's jobs. */
function decisionsOf({
  jobs,
  platform,
  audit,
  report,
}: {
  jobs: Jobs;
  platform: Pick<EmbeddedPlatform, "jobs"> | null;
  audit: Pick<Audit, "record">;
  report: JobServices["report"];
}): Pick<JobServices, "archive" | "stopAgent" | "decideHeld" | "heldDiff"> {
  /** Returns the built-in platform with its ID of a job. @param reason why there is nothing to do elsewhere */
  const onPlatform = async (projectId: string, jobId: string, reason: AppError) => {
    const { platformJobId } = await jobs.get(projectId, jobId);
    if (!platform || !platformJobId) throw reason;
    return { platform, id: platformJobId };
  };
  return {
    archive: async (projectId, jobId, by) => {
      await onPlatform(projectId, jobId, new NotFound(NOT_ARCHIVED));
      return jobs.act(projectId, jobId, { kind: "archive" }, by);
    },
    stopAgent: async (projectId, jobId, { keep }, by) => {
      await onPlatform(projectId, jobId, new Conflict(NOT_STOPPED));
      await audit.record(by, "stopped", `agent job ${jobId} in ${projectId}`);
      return jobs.act(projectId, jobId, { kind: "stop", keep }, by);
    },
    heldDiff: async (projectId, jobId, page) => {
      const built = await onPlatform(projectId, jobId, new NotFound(NOT_HELD));
      const diff = await built.platform.jobs.heldDiff(projectId, built.id, page);
      if (!diff) throw new NotFound(NOT_HELD);
      return { ...diff, files: await runWithPauses(markingWords(diff.files)) };
    },
    decideHeld: async (projectId, jobId, { decision, version }, by) => {
      const built = await onPlatform(projectId, jobId, new NotFound(NOT_HELD));
      const held = (await report(projectId, jobId)).held;
      const read = (page: number) => built.platform.jobs.heldDiff(projectId, built.id, page);
      const leftOut = decision === "trim" ? await leftOutOf(read) : [];
      const files = (held?.files.length ?? 0) + (held?.more ?? 0);
      const subject = `a change of agent job ${jobId} in ${projectId}`;
      // Record first: an entry about an action that a killed process didn't carry out does less
      // harm than a missing entry.
      await audit.record(by, DECIDED[decision], subject);
      const action = { kind: "decide", decision, version, files, leftOut } as const;
      return jobs.act(projectId, jobId, action, by).catch(async (error: unknown) => {
        // After anything else it is done later.
        if (error instanceof Conflict) await audit.record(by, `failed to ${decision}`, subject);
        throw error;
      });
    },
  };
}

const DECIDED: Record<HeldDecision, string> = {
  allow: "allowed",
  trim: "trimmed",
  discard: "discarded",
};

/** Maximum hunks that are remembered when someone leaves out parts of a change. */
const MAX_LEFT_OUT = 20;

/** Returns the lines of a change that go beyond what the agent may change. @param read returns a page of it */
async function leftOutOf(
  read: (page: number) => Promise<HeldDiff | null>,
): Promise<CommentedLines[]> {
  const lines: CommentedLines[] = [];
  for (let page = 1; lines.length < MAX_LEFT_OUT; page += 1) {
    const diff = await read(page);
    if (!diff) break;
    const beyond = new Set(diff.beyond.map(({ path }) => path));
    lines.push(...diff.files.filter(({ path }) => beyond.has(path)).flatMap(changedLines));
    // These files come first in the diff.
    if (beyond.size < diff.files.length || page >= diff.pages) break;
  }
  return lines.slice(0, MAX_LEFT_OUT);
}

/**
 * Returns a function that passes people's requests to the built-in platform. A hosted one doesn't support
 * them.
 */
export function carryOutOn(
  platform: { jobs: Pick<PlatformJobs, "archive" | "stopAgent" | "decideHeld"> } | null,
): LedgerParts["carryOut"] {
  return async (projectId, id, { id: request, action }) => {
    if (!platform) throw new NotFound("This platform can't do that.");
    const { jobs } = platform;
    switch (action.kind) {
      case "archive":
        return jobs.archive(projectId, id);
      case "stop":
        return jobs.stopAgent(projectId, id, action.keep ? "keep" : "discard", { id: request });
      case "decide": {
        const { decision, version } = action;
        return jobs.decideHeld(projectId, id, { id: request, decision, version });
      }
    }
  };
}

/** Adds the platform's facts: what agents used, and which changes wait for a decision. */
async function withPlatformFacts<Shown extends Job>(
  platform: Pick<EmbeddedPlatform, "jobs"> | null,
  projectId: string,
  jobs: Shown[],
): Promise<Shown[]> {
  const ids = jobs.flatMap(({ platformJobId }) => platformJobId ?? []);
  if (!platform || ids.length === 0) return jobs;
  const [usages, held] = await Promise.all([
    platform.jobs.usage(ids),
    platform.jobs.held(projectId),
  ]);
  return jobs.map((job) => {
    const id = job.platformJobId ?? "";
    return { ...job, usage: usages.get(id) ?? null, isHeld: held.includes(id) };
  });
}
