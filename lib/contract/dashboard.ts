// What the dashboard's own API answers. Types only, shared by the server rooms that make them and
// the browser code that shows them. All instants are epoch milliseconds.
import type {
  JobEvent,
  JobMessage,
  JobOffer,
  JobState,
  PullState,
  ResolutionOutcome,
} from "./ledger.ts";

export interface ProjectSummary {
  id: string;
  name: string;
}

/** A row of the inbox: enough to scan; the entry has the rest. */
export interface FeedbackRow {
  id: string;
  source: string;
  /** What counts: the team's status while the platform's has not changed since. */
  status: string;
  /** The platform's own; differs only where the team set another and nothing could be written back. */
  platformStatus: string;
  path: string;
  /** The documentation page that `path` names, for grouping: `/guides/auth`. */
  page: string;
  /** Cut at 280 characters; null where the reader wrote nothing. */
  comment: string | null;
  createdAt: number | null;
  helpful: boolean | null;
  /** The newest job that this entry went to. */
  job: JobReference | null;
}

export interface FeedbackRows {
  feedback: FeedbackRow[];
  /** For the rows after the last one; null at the end. */
  nextCursor: string | null;
  /** For the rows before the first one; null at the start. */
  prevCursor: string | null;
  /** Whether rows follow in the direction that was asked for. */
  hasMore: boolean;
}

export interface JobReference {
  id: string;
  state: JobState;
  createdAt: number;
  prLink: string | null;
  prState: PullState | null;
}

/** One entry, whole. `contact` comes masked; the address itself is asked for on purpose. */
export interface FeedbackDetail {
  id: string;
  source: string;
  status: string;
  platformStatus: string;
  /** Changes of its status, the oldest first. */
  history: FeedbackEvent[];
  path: string;
  page: string;
  comment: string | null;
  createdAt: number | null;
  /** As received, where it could not be read as a date. */
  createdAtText: string | null;
  helpful: boolean | null;
  contact: string | null;
  code: string | null;
  filename: string | null;
  lang: string | null;
  firstSeenAt: number;
  observedAt: number;
  /** Keys of the received entry that the interface does not name. */
  extra: Record<string, unknown>;
  jobs: JobReference[];
}

/** One change of an entry's status: `set` and `undo` by the team, `platform` by itself. */
export interface FeedbackEvent {
  id: number;
  at: number;
  kind: "set" | "undo" | "platform";
  from: string;
  to: string;
}

/** An entry as it is quoted to an agent: whole, and without the reader's contact. */
export interface Evidence {
  id: string;
  source: string;
  status: string;
  path: string;
  page: string;
  comment: string | null;
  createdAt: number | null;
  helpful: boolean | null;
  code: string | null;
  filename: string | null;
  lang: string | null;
}

export interface Facets {
  /** Entries under all filters. */
  total: number;
  /** Entries of the project under no filter. */
  all: number;
  /** Counts per value; each facet leaves its own filter out. */
  source: Record<string, number>;
  status: Record<string, number>;
}

export interface Job {
  id: string;
  projectId: string;
  state: JobState;
  platformJobId: string | null;
  prLink: string | null;
  repository: string | null;
  ref: string | null;
  model: string | null;
  createdAt: number;
  settledAt: number | null;
  archivedAt: number | null;
  /** When the platform last answered about it. */
  lastPolledAt: number | null;
  /** When the server looks after it again; null when nothing is left to learn. */
  nextPollAt: number | null;
  /** Until when it waits before it is sent; null unless it does. */
  notBefore: number | null;
  /** The job that this one repeats. */
  retryOf: string | null;
  /** What a person said became of it. */
  resolution: ResolutionOutcome | null;
  /** Null while nobody has looked at the pull request, or there is none. */
  prState: PullState | null;
  prCheckedAt: number | null;
  /** Why it was refused, what is unknown, or why the last look failed. */
  problem: string | null;
  feedbackCount: number;
  /** First line of the prompt, for lists. */
  title: string;
}

export interface JobDetail extends Job {
  /** The exact text that was sent. */
  prompt: string;
  feedback: FeedbackRow[];
  /** Feedback of the ledger that the mirror does not hold (yet). */
  missing: string[];
  /** Follow-ups, the oldest first. */
  messages: JobMessage[];
  /** The oldest first. */
  history: JobEvent[];
  /** What may be done for the feedback behind it now that its pull request is settled. */
  offer: JobOffer | null;
  /** The job that repeats this one. */
  retriedBy: string | null;
}

export interface JobPage {
  jobs: Job[];
  nextCursor: string | null;
  hasMore: boolean;
}

export interface SyncStatus {
  phase: "backfill" | "following";
  /** Entries in the store. */
  entries: number;
  pagesRead: number;
  lastSuccessAt: number | null;
  /** When the next request is due. */
  nextAt: number;
  budget: BudgetStatus;
  problem: { code: string; message: string; since: number } | null;
}

export interface BudgetStatus {
  limit: number;
  reserve: number;
  /** Sent within the last hour. */
  spent: number;
  /** That may still be sent now. */
  left: number;
  /** When the oldest counted request leaves the hour; null when none is counted. */
  freesAt: number | null;
  /** Until then the platform asked for silence; null otherwise. */
  pausedUntil: number | null;
}

/** An admin key of the embedded platform, as it may be shown. */
export interface ApiKey {
  id: string;
  name: string;
  /** Its first and last characters, to recognise it by. */
  hint: string;
  createdAt: number;
  lastUsedAt: number | null;
  revokedAt: number | null;
}
