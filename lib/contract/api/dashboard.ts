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

/** How up to date a project's feedback is. Durations are in milliseconds. */
export interface SyncStatus {
  phase: "backfill" | "following";
  /** Items in the store, including those deleted on the platform. */
  items: number;
  /** Items deleted on the platform. They're kept and marked. */
  deleted: number;
  /** Entries that Errata couldn't read; see `QuarantinedEntry`. */
  quarantined: number;
  /** Export pages read by the first sync so far. */
  pagesRead: number;
  lastSuccessAt: number | null;
  /** When the next request is due. */
  nextRequestAt: number;
  budget: BudgetStatus;
  problem: { code: string; message: string; since: number } | null;
  /** No requests are sent because all of them are reserved for other clients. */
  paused: boolean;
  /** Projects that share the budget. Every interval below grows with this number. */
  projects: number;
  /** Expected time between two checks for new items. */
  newItemsInterval: number;
  /** Whether the platform reports imports, so that they sync right away. */
  hasChangeFeed: boolean;
  /** Expected time until a change to one of the newest 3,000 items shows up. */
  recentInterval: number;
  /** Expected duration of a full sync, which finds all other changes. */
  fullSyncInterval: number;
  /** Progress of the first sync; null once it's complete. */
  backfill: BackfillProgress | null;
  /** Progress of the current full sync, if one is running after the first. */
  fullSync: FullSyncProgress | null;
  /** When the last complete full sync finished. */
  lastFullSyncAt: number | null;
}

/** Only the speed can be estimated: the platform doesn't report how many entries it has. */
export interface BackfillProgress {
  startedAt: number;
  pages: number;
  items: number;
  /** Export pages per hour that the budget allows for this project. */
  pagesPerHour: number;
  /** When the sync resumes after the hourly limit was reached; null while it's running. */
  resumesAt: number | null;
}

export interface FullSyncProgress {
  startedAt: number;
  pages: number;
  /** Estimated from the number of known items. */
  expectedPages: number;
  expectedEndAt: number;
}

/** An entry from the platform that Errata couldn't read. */
export interface QuarantinedEntry {
  id: string;
  /** The entry's own ID, if it has a usable one. */
  entryId: string | null;
  /** Its JSON text, up to 64 KB. */
  raw: string;
  reason: string;
  firstSeenAt: number;
  lastSeenAt: number;
}

export interface BudgetStatus {
  limit: number;
  /** Requests reserved for other clients. */
  reserve: number;
  /** Requests sent within the last hour. */
  used: number;
  /** Requests that can be sent right now. */
  remaining: number;
  /** When the oldest counted request is an hour old; null if none is counted. */
  resetsAt: number | null;
  /** End of the pause that the platform asked for; null if there is none. */
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
