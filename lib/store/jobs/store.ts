import "server-only";
import { feedbackRowsByIds } from "../list/row.ts";
import type { StoreDatabase, StoreQuery } from "../schema/schema.ts";
import { renewClaims } from "./claims.ts";
import { claimPolls, dueUnansweredJobs, nextDue, pollsSince, recordUnchangedPolls } from "./due.ts";
import { eventsOfJob, recordEvents } from "./events.ts";
import { hostComments, takeHostComments } from "./host-comments.ts";
import { insertIntent, insertRetry } from "./intent.ts";
import { changeMessage, dueMessages, insertMessage, messagesOfJob } from "./messages.ts";
import { confirmCommit, dropCommit, recordCommit, unconfirmedCommits } from "./person-commits.ts";
import { checkPullsNow, claimPulls, recordPull } from "./pull-requests.ts";
import { feedbackOfJob, jobOfPlatform, jobRow, jobSummaries, jobSummary, retryOf } from "./read.ts";
import { dropRequest, recordCarriedOut, request } from "./requested.ts";
import { readerNumbers, reviewedFiles, setReviewed, setVerdict, verdicts } from "./review.ts";
import { deleteReviewComment, reviewComments, saveReviewComment } from "./review-comments.ts";
import { findOpenJobsOf, jobCounts, resolvedSince } from "./summary.ts";
import { forgetUnsupported, isUnsupported, rememberUnsupported } from "./unsupported.ts";
import { changeJob, recordAnswer, recordFound } from "./write.ts";

export type { ClaimKind } from "./claims.ts";

/** The operations on the ledger's rows. What they mean and what follows from them is lib/jobs. */
const OPERATIONS = {
  insertIntent,
  insertRetry,
  change: changeJob,
  recordAnswer,
  recordFound,
  addEvents: recordEvents,
  dueUnansweredJobs,
  claimPolls,
  pollsSince,
  renewClaims,
  recordUnchangedPolls,
  dueMessages,
  claimPulls,
  nextDue,
  recordPull,
  checkPullsNow,
  insertMessage,
  changeMessage,
  messages: messagesOfJob,
  rememberUnsupported,
  forgetUnsupported,
  isUnsupported,
  row: jobRow,
  summary: jobSummary,
  summaries: jobSummaries,
  counts: jobCounts,
  resolvedSince,
  findByPlatformId: jobOfPlatform,
  findOpenJobsOf,
  events: eventsOfJob,
  retryOf,
  feedbackIds: feedbackOfJob,
  feedbackRows: feedbackRowsByIds,
  verdicts,
  setVerdict,
  reviewedFiles,
  setReviewed,
  request,
  recordCarriedOut,
  dropRequest,
  readerNumbers,
  reviewComments,
  saveReviewComment,
  deleteReviewComment,
  hostComments,
  takeHostComments,
  recordCommit,
  confirmCommit,
  dropCommit,
  unconfirmedCommits,
};

/** Every operation without its first parameter, the database. */
export type JobStore = {
  [Name in keyof typeof OPERATIONS]: (typeof OPERATIONS)[Name] extends (
    db: StoreQuery,
    ...rest: infer Rest
  ) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

/** Binds the operations to a database. */
export function createJobStore({ query }: StoreDatabase): JobStore {
  const bound = Object.entries(OPERATIONS).map(([name, operation]) => [
    name,
    // The mapped type above keeps the parameters; Object.entries loses them.
    (...rest: unknown[]) => Reflect.apply(operation, undefined, [query, ...rest]),
  ]);
  return Object.fromEntries(bound);
}
