import "server-only";
import type { PullReading } from "../contract/api/pull-states.ts";

/** Returns what a code host says about a pull request, or null for a link that it can't look up. */
export type PullSource = (prLink: string) => Promise<PullReading | null>;

/** The reading of a pull request that was merged or closed, where nothing is left to do. */
export function settledReading(state: "merged" | "closed"): PullReading {
  const nothing = { activeAt: null, hasConflicts: null, hasFailedChecks: null, needsChanges: null };
  return { state, isDraft: false, ...nothing, checks: [], review: null };
}

/** A pull request to open on a code host, or to add a follow-up to. */
export interface NewPullRequest {
  branch: string;
  base: string;
  headCommit: string;
  title: string;
  /** Description of this prompt's changes, in Markdown. */
  body: string;
  /** HTML comment that shows that a description already contains this part. */
  marker: string;
  waiting: Waiting;
  /** Whether the change may be incomplete. Where the repository has no drafts, it is a pull request like others. */
  isDraft?: boolean;
}

/** How a job waits for a code host's rate limit. */
export interface Waiting {
  signal: AbortSignal;
  /** Called before each wait, with its milliseconds. */
  onWait: (milliseconds: number) => void;
}

/** Who is asked to review a pull request, and its labels. */
export interface PullRequestAsks {
  /** Names of people and, with a slash, of teams. */
  reviewers: readonly string[];
  labels: readonly string[];
}

/** A pull request that a code host has already. */
export interface FoundPull {
  number: number;
  isOpen: boolean;
  link: string;
  body: string | null;
}

/** An open pull request, whoever opened it. */
export interface OpenPull {
  number: number;
  link: string;
  /** Name of its author on the host. */
  by: string | null;
  /** Its last commit; empty while the host doesn't know it. */
  headCommit: string;
  base: string;
}

/** Open pull requests that are listed, and files of one in a request. */
export const LISTED_PULLS = 100;

/** Some of the paths that a pull request changes, also those from before renames. */
export interface ChangedPaths {
  paths: string[];
  /** Whether more follow. */
  hasMore: boolean;
}

/** What a code host says about open pull requests. Each call is one request, unless the list is too large for one. */
export interface OpenPullHost {
  /** Returns those that changed last. @throws {HostRejected} */
  listOpen(): Promise<OpenPull[]>;
  /** Returns a page of what one changes. @param page starting at 1 @throws {HostRejected} */
  changedFiles(number: number, page: number): Promise<ChangedPaths>;
}

/** What a code host can do with the pull requests of one repository. Each call is a single attempt. */
export interface PullHost extends OpenPullHost {
  /** Returns the number of the pull request that a link goes to; null if it isn't one of the repository's. */
  numberOf(link: string): number | null;
  /** @throws {HostRejected} @throws {AppError} if pull requests can't be opened there */
  check(): Promise<void>;
  /** Returns the open pull request of the branch, or else one of its commit. */
  find(pull: NewPullRequest): Promise<FoundPull | undefined>;
  /** Returns the link of a new pull request. */
  create(pull: NewPullRequest): Promise<string>;
  describe(number: number, body: string): Promise<void>;
  addLabels(number: number, labels: readonly string[]): Promise<void>;
  /** @throws {HostRejected} @throws {AppError} for a name that the host doesn't know */
  askToReview(number: number, reviewers: readonly string[]): Promise<void>;
  /** Closes a pull request without merging it. */
  close(number: number): Promise<void>;
}
