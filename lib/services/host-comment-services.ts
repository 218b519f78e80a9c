import "server-only";
import type { Clock } from "../clock.ts";
import type { HostCommentList, TakeRequest } from "../contract/api/host-reviews.ts";
import type { ReviewComment } from "../contract/api/review-comments.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { JobStore } from "../store/jobs/store.ts";

interface Parts {
  jobs: Pick<Jobs, "get">;
  store: Pick<JobStore, "hostComments" | "takeHostComments" | "reviewComments">;
  clock: Clock;
}

/** What people say about a job's pull request on its code host, and taking it into a person's review. */
export function hostCommentServices({ jobs, store, clock }: Parts) {
  return {
    /** @throws {NotFound} if the job doesn't exist */
    list: async (projectId: string, jobId: string, personId: string): Promise<HostCommentList> => {
      await jobs.get(projectId, jobId);
      return store.hostComments({ project_id: projectId, job_id: jobId }, personId);
    },
    /**
     * Takes comments into the person's review, and returns it. See `takeHostComments` of the store.
     * @throws {NotFound} if the job doesn't exist @throws {Conflict} if too many are pending then
     */
    take: async (
      projectId: string,
      jobId: string,
      { comments }: TakeRequest,
      personId: string,
    ): Promise<ReviewComment[]> => {
      await jobs.get(projectId, jobId);
      const key = { project_id: projectId, job_id: jobId };
      await store.takeHostComments({ ...key, comments, person_id: personId, at: clock.now() });
      return store.reviewComments(key, personId);
    },
  };
}
