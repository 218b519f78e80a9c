import "server-only";
import type { Generated } from "kysely";

/** What a person is notified of. */
export type NotificationKind = "assigned" | "mentioned" | "job" | "recurrence";

/** One notification of a person about one item or job. Those with the same topic are shown as one. */
export interface NotificationTable {
  id: Generated<number>;
  project_id: string;
  person_id: string;
  /** The decision that assigned items, the note, or the job. */
  topic: string;
  kind: NotificationKind;
  /** Null for a job. */
  feedback_id: string | null;
  /** Null for an item. */
  job_id: string | null;
  at: number;
  /** Name of the person who caused it; null for Errata itself. */
  by_name: string | null;
  read_at: Generated<number | null>;
  /** ID of the decision that ended it, for undo; null while it is shown. */
  ended_by: Generated<string | null>;
}

/** When a person looked at a project's home page. */
export interface ProjectVisitTable {
  project_id: string;
  person_id: string;
  /** What is older was shown on an earlier visit. */
  since: number;
  /** When it was last shown. */
  seen_at: number;
}

/** The tables that belong to people. They are deleted with their accounts. */
export interface PeopleTables {
  notification: NotificationTable;
  project_visit: ProjectVisitTable;
}
