import "server-only";
import type { Audit } from "../auth/audit.ts";
import type { Clock } from "../clock.ts";
import type { Actor } from "../contract/api/people.ts";
import type { PullLine } from "../contract/api/pull-request.ts";
import type {
  CommentedLines,
  EditRequest,
  ReviewCommentRequest,
  SeenHunk,
} from "../contract/api/review-comments.ts";
import { Conflict } from "../errors.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { RecordChange } from "../platform/host/change-hunk.ts";
import type { EmbeddedPlatform } from "../platform/platform.ts";
import { commentedLines, editedLines } from "../prompt/review-comments.ts";
import type { NewPersonCommit } from "../store/jobs/person-commits.ts";
import type { JobStore } from "../store/jobs/store.ts";

export type ReviewCommentServices = ReturnType<typeof reviewCommentServices>;

type Pulls = Pick<EmbeddedPlatform["pulls"], "discard" | "edit" | "isPushed">;

interface Parts {
  platform: { pulls: Pulls } | null;
  jobs: Pick<Jobs, "get">;
  store: Pick<
    JobStore,
    | "reviewComments"
    | "saveReviewComment"
    | "deleteReviewComment"
    | "recordCommit"
    | "confirmCommit"
    | "dropCommit"
    | "unconfirmedCommits"
  >;
  audit: Pick<Audit, "record">;
  clock: Clock;
}

/** What people say about lines of a job's change, until it is sent to the agent. Each function of a list returns it. */
export function reviewCommentServices(parts: Parts) {
  const { jobs, store, clock } = parts;
  const list = async (projectId: string, jobId: string, personId: string) => {
    await jobs.get(projectId, jobId);
    return store.reviewComments(keyOf(projectId, jobId), personId);
  };
  return {
    /** @throws {NotFound} if the job doesn't exist */
    list,
    /** Adds a comment, or changes the text of the person's own. See `saveReviewComment` of the store. */
    save: async (
      projectId: string,
      jobId: string,
      { lastLine, ...comment }: ReviewCommentRequest,
      personId: string,
    ) => {
      await jobs.get(projectId, jobId);
      await store.saveReviewComment({
        ...keyOf(projectId, jobId),
        ...comment,
        last_line: lastLine,
        kind: "comment",
        person_id: personId,
        created_at: clock.now(),
      });
      return list(projectId, jobId, personId);
    },
    /** Deletes a pending comment. @throws {NotFound} @throws {Conflict} if it was sent */
    delete: async (projectId: string, jobId: string, id: string, personId: string) => {
      await store.deleteReviewComment({ ...keyOf(projectId, jobId), id, person_id: personId });
      return list(projectId, jobId, personId);
    },
    /**
     * Restores the lines of a hunk, and remembers them for the next follow-up.
     * @throws {NotFound} @throws {Conflict} if the agent works, or the diff isn't what the person saw
     */
    discard: (projectId: string, jobId: string, seen: SeenHunk, by: Actor) =>
      commit(parts, [projectId, jobId], {
        kind: "discarded",
        attempt: "discard",
        id: seen.id,
        by,
        linesOf: (lines) => commentedLines(lines.filter(({ kind }) => kind !== "context")),
        push: (pulls, id, record) => pulls.discard(id, seen, by, record),
      }),
    /** Like `discard`, with a new text for lines of the hunk. */
    edit: (projectId: string, jobId: string, seen: EditRequest, by: Actor) =>
      commit(parts, [projectId, jobId], {
        kind: "edited",
        attempt: "edit",
        id: seen.id,
        by,
        linesOf: (lines) => editedLines(lines, seen),
        push: (pulls, id, record) => pulls.edit(id, seen, by, record),
      }),
    /** Adds commits that a killed process pushed to the history, and forgets the others. Called when the branch is read. */
    settle: (projectId: string, jobId: string) => settleCommits(parts, projectId, jobId),
  };
}

const keyOf = (projectId: string, jobId: string) => ({ project_id: projectId, job_id: jobId });

/** A kind of change by a person, and how it is recorded and pushed. */
interface PersonChange {
  kind: NewPersonCommit["kind"];
  /** The action, for the audit log. */
  attempt: string;
  /** Returns the text about the hunk's lines for the follow-up. */
  linesOf(lines: readonly PullLine[]): Omit<CommentedLines, "path">;
  push(pulls: Pulls, platformJobId: string, record: RecordChange): Promise<void>;
  id: string;
  by: Actor;
}

/** Commits what a person decided about lines of a job's change. */
async function commit(
  { platform, jobs, store, audit, clock }: Parts,
  [projectId, jobId]: readonly [string, string],
  { kind, attempt, push, linesOf, id, by }: PersonChange,
): Promise<void> {
  const { platformJobId, platformStatus, prState } = await jobs.get(projectId, jobId);
  if (!platform || platformJobId === null || prState !== "open") {
    throw new Conflict("This job has no open pull request that Errata can change.");
  }
  if (platformStatus !== "completed") {
    throw new Conflict("The agent is working on this branch. Try again once it is done.");
  }
  const subject = `a change of agent job ${jobId} in ${projectId}`;
  let recorded: NewPersonCommit | null = null;
  const record: RecordChange = async ({ file, hunk, parent }) => {
    const { lastLine, ...lines } = linesOf(hunk.lines);
    // Record first: an entry about an action that a killed process didn't carry out does less harm
    // than a missing entry.
    await audit.record(by, kind, subject);
    recorded = {
      ...keyOf(projectId, jobId),
      id,
      kind,
      person_id: by.id,
      by_name: by.name,
      path: file.path,
      ...lines,
      last_line: lastLine,
      created_at: clock.now(),
      parent_id: parent,
    };
    await store.recordCommit(recorded);
  };
  await push(platform.pulls, platformJobId, record).catch(async (error: unknown) => {
    // Keep the record until the branch shows whether the push arrived after all.
    if (recorded) await audit.record(by, `failed to ${attempt}`, subject);
    throw error;
  });
  if (recorded) await store.confirmCommit(recorded);
}

/** Confirms or deletes records of commits whose push failed or was interrupted, by what is on the branch. */
async function settleCommits(
  { platform, jobs, store }: Parts,
  projectId: string,
  jobId: string,
): Promise<void> {
  const open = await store.unconfirmedCommits(keyOf(projectId, jobId));
  if (open.length === 0) return;
  const { platformJobId } = await jobs.get(projectId, jobId);
  if (!platform || platformJobId === null) return;
  for (const each of open) {
    const made = { id: each.id, parent: each.parent_id };
    const isPushed = await platform.pulls.isPushed(platformJobId, made);
    if (isPushed) await store.confirmCommit(each);
    else if (isPushed === false) await store.dropCommit(each);
  }
}
