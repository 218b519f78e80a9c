import "server-only";
import type { Audit } from "../auth/audit.ts";
import type { Clock } from "../clock.ts";
import type { Actor } from "../contract/api/people.ts";
import type {
  DiscardRequest,
  ReviewComment,
  ReviewCommentRequest,
} from "../contract/api/review-comments.ts";
import { Conflict } from "../errors.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { HunkOfFile } from "../platform/host/discard-hunk.ts";
import type { EmbeddedPlatform } from "../platform/platform.ts";
import { commentedLines } from "../prompt/review-comments.ts";
import type { NewReviewComment } from "../store/jobs/review-comments.ts";
import type { JobStore } from "../store/jobs/store.ts";

/** What people say about lines of a job's change, until it is sent to the agent. Each function of a list returns it. */
export interface ReviewCommentServices {
  /** @throws {NotFound} if the job doesn't exist */
  list(projectId: string, jobId: string, personId: string): Promise<ReviewComment[]>;
  /** Adds a comment, or changes the text of the person's own. See `saveReviewComment` of the store. */
  save(
    projectId: string,
    jobId: string,
    comment: ReviewCommentRequest,
    personId: string,
  ): Promise<ReviewComment[]>;
  /** Deletes a pending comment. @throws {NotFound} @throws {Conflict} if it was sent */
  delete(
    projectId: string,
    jobId: string,
    commentId: string,
    personId: string,
  ): Promise<ReviewComment[]>;
  /**
   * Restores the lines of a hunk, and remembers them for the next follow-up.
   * @throws {NotFound} @throws {Conflict} if the agent works, or the diff isn't what the person saw
   */
  discard(projectId: string, jobId: string, hunk: DiscardRequest, by: Actor): Promise<void>;
}

interface Parts {
  platform: Pick<EmbeddedPlatform, "pulls"> | null;
  jobs: Pick<Jobs, "get">;
  store: Pick<
    JobStore,
    "reviewComments" | "saveReviewComment" | "deleteReviewComment" | "recordDiscard" | "dropDiscard"
  >;
  audit: Pick<Audit, "record">;
  clock: Clock;
}

export function reviewCommentServices(parts: Parts): ReviewCommentServices {
  const { jobs, store, clock } = parts;
  const keyOf = (projectId: string, jobId: string) => ({ project_id: projectId, job_id: jobId });
  const list: ReviewCommentServices["list"] = async (projectId, jobId, personId) => {
    await jobs.get(projectId, jobId);
    return store.reviewComments(keyOf(projectId, jobId), personId);
  };
  return {
    list,
    save: async (projectId, jobId, { lastLine, ...comment }, personId) => {
      await jobs.get(projectId, jobId);
      await store.saveReviewComment({
        ...{ ...keyOf(projectId, jobId), ...comment, last_line: lastLine },
        ...{ kind: "comment", person_id: personId, created_at: clock.now() },
      });
      return list(projectId, jobId, personId);
    },
    delete: async (projectId, jobId, id, personId) => {
      await store.deleteReviewComment({ ...keyOf(projectId, jobId), id, person_id: personId });
      return list(projectId, jobId, personId);
    },
    discard: (projectId, jobId, hunk, by) => discard(parts, projectId, jobId, hunk, by),
  };
}

/** Records first: a record of what didn't happen, which only a killed process leaves, does less harm than none. */
async function discard(
  { platform, jobs, store, audit, clock }: Parts,
  projectId: string,
  jobId: string,
  seen: DiscardRequest,
  by: Actor,
): Promise<void> {
  const { platformJobId, platformStatus, prState } = await jobs.get(projectId, jobId);
  if (!platform || platformJobId === null || prState !== "open") {
    throw new Conflict("This job has no open pull request that Errata can change.");
  }
  if (platformStatus !== "completed") {
    throw new Conflict("The agent is working on this branch. Discard the change once it is done.");
  }
  const subject = `a change of agent job ${jobId} in ${projectId}`;
  let comment: NewReviewComment | null = null;
  const record = async ({ file, hunk }: HunkOfFile) => {
    const { lastLine, ...lines } = commentedLines(
      hunk.lines.filter(({ kind }) => kind !== "context"),
    );
    const recorded: NewReviewComment = {
      ...{ project_id: projectId, job_id: jobId, id: seen.id, person_id: by.id },
      ...{ path: file.path, ...lines, last_line: lastLine },
      kind: "discarded",
      text: "",
      created_at: clock.now(),
    };
    await audit.record(by, "discarded", subject);
    if (await store.recordDiscard(recorded, by.name)) comment = recorded;
  };
  await platform.pulls.discard(platformJobId, seen, by, record).catch(async (error: unknown) => {
    if (comment) {
      await audit.record(by, "failed to discard", subject);
      await store.dropDiscard(comment, by.name);
    }
    throw error;
  });
}
