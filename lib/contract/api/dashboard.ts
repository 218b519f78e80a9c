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
import type { Actor } from "./people.ts";

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
  /** Since when the platform has it no longer; null while it has. */
  goneAt: number | null;
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
  /** Since when the platform has it no longer; null while it has. */
  goneAt: number | null;
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
  /** Name of who did it; null where nobody of the team did. */
  by: string | null;
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
  /**
   * Counts per value; each facet leaves its own filter out. Sources and statuses that the interface
   * does not name stand after those that it does.
   */
  source: Record<string, number>;
  status: Record<string, number>;
  /** `true`, `false`, and `none` where the entry does not say. */
  helpful: Record<string, number>;
  /** `true` and `false`: whether the reader wrote anything. */
  comment: Record<string, number>;
}

/** A documentation page and what was said about it, under the filters. */
export interface PageFeedback {
  page: string;
  total: number;
  /** Ratings of readers: entries with `helpful` true or false. */
  up: number;
  down: number;
  /** Complaints: `helpful` false, every code snippet, every agent. */
  negative: number;
  /** Pending or in progress. */
  open: number;
  /** Of the newest entry with a date. */
  lastSeenAt: number | null;
  /** How much the page needs work, 0 and up; see `rankOf` in the store. */
  rank: number;
}

export interface PageList {
  pages: PageFeedback[];
  nextCursor: string | null;
  hasMore: boolean;
  /** Pages under the filters. */
  total: number;
}

export interface ActivityDay {
  /** A UTC day, `YYYY-MM-DD`. */
  day: string;
  total: number;
  source: Record<string, number>;
  status: Record<string, number>;
}

export interface Activity {
  /** Oldest first; days without an entry are left out. */
  days: ActivityDay[];
  /** Entries without a date, which belong to no day. */
  undated: number;
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
  /** Who asked for it; null for what was before anybody was known. */
  by: Actor | null;
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

/** How fresh a project's feedback is. Lengths of time are milliseconds. */
export interface SyncStatus {
  phase: "backfill" | "following";
  /** Entries in the store, those that are gone among them. */
  entries: number;
  /** Entries that the platform has no longer: kept, and marked. */
  gone: number;
  /** What the platform gave as entries and could not be kept as such; see `QuarantinedEntry`. */
  quarantined: number;
  /** Pages of the first reading so far. */
  pagesRead: number;
  lastSuccessAt: number | null;
  /** When the next request is due. */
  nextAt: number;
  budget: BudgetStatus;
  problem: { code: string; message: string; since: number } | null;
  /** Nothing is asked of the platform, as all of the hour's requests are left to others. */
  resting: boolean;
  /** Projects that share the budget: every length of time below grows with them. */
  projects: number;
  /** Expected time between two looks at what is new. */
  headEvery: number;
  /** Whether the platform tells what was imported, so that it is read at once. */
  tells: boolean;
  /** Expected time within which a change of one of the newest 3,000 entries is noticed. */
  recentEvery: number;
  /** Expected length of a walk through everything, which finds all other changes. */
  fullEvery: number;
  /** The first reading, while it is under way. */
  backfill: SyncBackfill | null;
  /** The walk through everything that is under way since the first reading. */
  sweep: SyncSweep | null;
  /** When the newest whole walk through everything ended. */
  sweptAt: number | null;
}

/** The interface does not say how many entries there are: only speed can be estimated. */
export interface SyncBackfill {
  startedAt: number;
  pages: number;
  entries: number;
  /** Pages that the budget allows in an hour, for this project. */
  pagesPerHour: number;
  /** When reading goes on after the hour's requests were spent; null while it goes on. */
  resumesAt: number | null;
}

export interface SyncSweep {
  startedAt: number;
  pages: number;
  /** By how many entries are known. */
  expectedPages: number;
  expectedEndAt: number;
}

/** Something the platform gave as an entry that could not be kept as one. */
export interface QuarantinedEntry {
  id: string;
  /** The identifier it carries, where there is one. */
  entryId: string | null;
  /** Its JSON text, at most 64 KB of it. */
  raw: string;
  reason: string;
  firstSeenAt: number;
  lastSeenAt: number;
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
