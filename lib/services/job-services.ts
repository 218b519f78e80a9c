import "server-only";
import type { Job, JobCounts, JobReport } from "../contract/api/jobs.ts";
import type { Actor } from "../contract/api/people.ts";
import { NotFound } from "../errors.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { EmbeddedPlatform } from "../platform/platform.ts";
import type { NotificationStore } from "../store/people/notifications.ts";

/** The job ledger, and operations that only the built-in platform has. */
export interface JobServices extends Omit<Jobs, "counts"> {
  /** Returns counts for badges, also of the person's unread notifications. */
  counts(projectId: string, personId: string): Promise<JobCounts>;
  /** Archives a finished job. @throws {NotFound} {Conflict} */
  archive(projectId: string, jobId: string, by: Actor): Promise<Job>;
  /** Returns why a job failed and the agent's output. @throws {NotFound} */
  report(projectId: string, jobId: string): Promise<JobReport>;
}

export function jobServices(
  jobs: Jobs,
  platform: EmbeddedPlatform | null,
  notifications: Pick<NotificationStore, "unread">,
): JobServices {
  return {
    ...jobs,
    counts: async (projectId, personId) => {
      const [counts, unread] = await Promise.all([
        jobs.counts(projectId),
        notifications.unread(projectId, personId),
      ]);
      return { ...counts, unread };
    },
    archive: async (projectId, jobId, by) => {
      const { platformJobId } = await jobs.get(projectId, jobId);
      if (!platform || !platformJobId) throw new NotFound("This job can't be archived here.");
      await platform.jobs.archive(projectId, platformJobId);
      return jobs.recordArchive(projectId, jobId, by);
    },
    report: async (projectId, jobId) => {
      const { platformJobId } = await jobs.get(projectId, jobId);
      const report = platformJobId && (await platform?.jobs.report(projectId, platformJobId));
      if (!report) throw new NotFound("This job has no agent report.");
      const { failure, output, attempts, pages } = report;
      return { failure, output, attempts, pages };
    },
  };
}
