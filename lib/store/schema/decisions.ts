import "server-only";
import type { Generated } from "kysely";
import type { Dialect, TableFamily } from "../../database/schema.ts";

/** A decision that was applied, kept for two days. */
export interface DecisionTable {
  project_id: string;
  /** Made by the browser. */
  id: string;
  applied_at: number;
  /** JSON of `DecisionResult`. */
  result: string;
  /** JSON of the item IDs by status that haven't been written to the platform; null once they have. */
  unwritten: string | null;
}

/** The team's status of an item. Deleted when the platform changes its own status. */
export interface FeedbackStateTable {
  project_id: string;
  feedback_id: string;
  status: string;
  /** The platform's status when this was set. */
  platform_status: string;
  set_at: number;
  /** Name of the person who set it; null for Errata itself. */
  set_by_name: string | null;
  /** ID of the person who set it, or for whom Errata did; null if that isn't known. */
  set_by_id: Generated<string | null>;
  /** ID of the change that set it; also the undo token. */
  change_id: string;
  /** The decision that ended because the reader added something; null for every other change. */
  reopened_from: Generated<string | null>;
  /** Why it was dismissed: ID of one of the project's reasons, which may be removed by now. */
  dismissal_reason: Generated<string | null>;
  /** ID of the change that set the reason. */
  reason_change_id: Generated<string | null>;
}

/** Every change of an item's fields, by the team or by the platform. */
export interface FeedbackEventTable {
  id: Generated<number>;
  project_id: string;
  feedback_id: string;
  at: number;
  /** `set`, `undo` or `platform`. */
  kind: string;
  /** As in `ITEM_FIELDS`. */
  field: Generated<string>;
  /** As in `FeedbackEvent`; empty for none. */
  from_value: string;
  to_value: string;
  /** The change that it belongs to; null for the platform's changes. */
  change_id: string | null;
  /** The team's earlier state as JSON; null when there was none. */
  before: string | null;
  /** As in `FeedbackStateTable`. */
  set_by_name: string | null;
  /** ID of that person; null if only the name is known. */
  set_by_id: Generated<string | null>;
  /** JSON of `ReaderTexts` if the item came back because its reader added something, or if its text was replaced. */
  texts: Generated<string | null>;
}

/** The person that an item is assigned to. */
export interface FeedbackAssigneeTable {
  project_id: string;
  feedback_id: string;
  /** Null for nobody, if someone was assigned before. */
  person_id: string | null;
  set_at: number;
  /** As in `FeedbackStateTable`. */
  set_by_name: string | null;
  change_id: string;
  /** Facet group of the item. Triggers maintain it. */
  facet_group_id: Generated<number>;
  set_by_id: Generated<string | null>;
}

/** A label that was put on an item. */
export interface FeedbackLabelTable {
  project_id: string;
  feedback_id: string;
  /** ID of one of the project's labels, which may be removed by now. */
  label_id: string;
  /** 0 once it was taken off. */
  is_on: number;
  set_at: number;
  /** As in `FeedbackStateTable`. */
  set_by_name: string | null;
  change_id: string;
  set_by_id: Generated<string | null>;
}

/** The end of an item's snooze, or that it is over. */
export interface FeedbackSnoozeTable {
  project_id: string;
  feedback_id: string;
  /** An instant in ISO 8601, or `UNTIL_REPORTED`; null if the item isn't snoozed. */
  until: string | null;
  /** The instant in epoch milliseconds; null without one. */
  ends_at: number | null;
  /**
   * If the snooze ended by itself: when it ended, and its planned end: `UNTIL_REPORTED` if the item was reported
   * before.
   */
  over_at: number | null;
  over_until: string | null;
  set_at: number;
  /** As in `FeedbackStateTable`. */
  set_by_name: string | null;
  set_by_id: string | null;
  change_id: string;
}

/** A teammate's note on an item. */
export interface FeedbackNoteTable {
  project_id: string;
  /** Made by the browser. */
  id: string;
  feedback_id: string;
  author_id: string;
  /** Plain text; null once the note was deleted. */
  text: string | null;
  created_at: number;
  /** Also when it was deleted. */
  edited_at: Generated<number | null>;
}

/**
 * The tables of item fields. Their rows say when a value was set (`set_at`), and by whom (`set_by_name`, `set_by_id`).
 */
export const VALUE_TABLES = [
  "feedback_state",
  "feedback_assignee",
  "feedback_label",
  "feedback_snooze",
] as const;

/** The tables of people's decisions and notes about items. */
export interface DecisionTables {
  decision: DecisionTable;
  feedback_state: FeedbackStateTable;
  feedback_event: FeedbackEventTable;
  feedback_assignee: FeedbackAssigneeTable;
  feedback_label: FeedbackLabelTable;
  feedback_snooze: FeedbackSnoozeTable;
  feedback_note: FeedbackNoteTable;
}

export const decisions: TableFamily = {
  tables: (dialect) => [...statusTables(dialect), ...fieldTables(dialect)],
  triggers: [
    {
      sqlite: [
        `create trigger feedback_assignee_added after insert on feedback_assignee for each row begin
          update feedback_assignee set facet_group_id = i.facet_group_id from feedback_index as i
            where i.project_id = new.project_id and i.id = new.feedback_id
              and feedback_assignee.project_id = new.project_id
              and feedback_assignee.feedback_id = new.feedback_id;
        end`,
        // Rows of the feedback index are inserted and deleted but never updated.
        `create trigger feedback_assignee_changed after insert on feedback_index for each row begin
          update feedback_assignee set facet_group_id = new.facet_group_id
            where project_id = new.project_id and feedback_id = new.id;
        end`,
      ],
      postgres: [
        `create function feedback_assignee_added() returns trigger language plpgsql as $$ begin
          new.facet_group_id := coalesce((select i.facet_group_id from feedback_index as i
            where i.project_id = new.project_id and i.id = new.feedback_id), 0);
          return new;
        end $$`,
        `create trigger feedback_assignee_added before insert on feedback_assignee
          for each row execute function feedback_assignee_added()`,
        `create function feedback_changed_assignee() returns trigger language plpgsql as $$ begin
          update feedback_assignee as a set facet_group_id = i.facet_group_id from feedback_index as i
            where a.project_id = new.project_id and a.feedback_id = new.id
              and i.project_id = new.project_id and i.id = new.id
              and a.facet_group_id <> i.facet_group_id;
          return null;
        end $$`,
        // By its name after feedback_changed, which changes the feedback index.
        `create trigger feedback_changed_assignee after update on feedback
          for each row execute function feedback_changed_assignee()`,
      ],
    },
  ],
};

function statusTables({ key, bigint, serial }: Dialect): string[] {
  return [
    `create table decision (
      project_id ${key} not null,
      id ${key} not null,
      applied_at ${bigint} not null,
      result text not null,
      unwritten text,
      constraint decision_key primary key (project_id, id)
    )`,
    "create index decision_by_time on decision (project_id, applied_at)",
    "create index decision_unwritten on decision (project_id, applied_at) where unwritten is not null",
    `create table feedback_state (
      project_id ${key} not null,
      feedback_id ${key} not null,
      status text not null,
      platform_status text not null,
      set_at ${bigint} not null,
      set_by_name text,
      change_id ${key} not null,
      dismissal_reason ${key},
      reason_change_id ${key},
      set_by_id ${key},
      reopened_from text,
      constraint feedback_state_key primary key (project_id, feedback_id)
    )`,
    "create index feedback_state_by_change on feedback_state (project_id, change_id)",
    "create index feedback_state_by_reason on feedback_state (project_id, dismissal_reason, feedback_id) where dismissal_reason is not null",
    "create index feedback_state_by_reason_change on feedback_state (project_id, reason_change_id) where reason_change_id is not null",
    `create table feedback_event (
      id ${serial},
      project_id ${key} not null,
      feedback_id ${key} not null,
      at ${bigint} not null,
      kind text not null,
      from_value text not null,
      to_value text not null,
      change_id ${key},
      before text,
      set_by_name text,
      field text not null default 'status',
      set_by_id ${key},
      texts text
    )`,
    "create index feedback_event_by_feedback_id on feedback_event (project_id, feedback_id, id)",
    "create index feedback_event_by_change on feedback_event (project_id, change_id, id)",
    "create index feedback_event_by_project on feedback_event (project_id, id)",
    "create index feedback_event_by_person on feedback_event (project_id, set_by_name, id)",
  ];
}

function fieldTables({ key, bigint }: Dialect): string[] {
  return [
    `create table feedback_assignee (
      project_id ${key} not null,
      feedback_id ${key} not null,
      person_id ${key},
      set_at ${bigint} not null,
      set_by_name text,
      change_id ${key} not null,
      facet_group_id ${bigint} not null default 0,
      set_by_id ${key},
      constraint feedback_assignee_key primary key (project_id, feedback_id)
    )`,
    "create index feedback_assignee_by_change on feedback_assignee (project_id, change_id)",
    "create index feedback_assignee_by_person on feedback_assignee (person_id, project_id, facet_group_id, feedback_id)",
    `create table feedback_label (
      project_id ${key} not null,
      feedback_id ${key} not null,
      label_id ${key} not null,
      is_on integer not null,
      set_at ${bigint} not null,
      set_by_name text,
      change_id ${key} not null,
      set_by_id ${key},
      constraint feedback_label_key primary key (project_id, feedback_id, label_id)
    )`,
    "create index feedback_label_by_label on feedback_label (project_id, label_id, feedback_id) where is_on = 1",
    "create index feedback_label_by_change on feedback_label (project_id, change_id)",
    `create table feedback_snooze (
      project_id ${key} not null,
      feedback_id ${key} not null,
      until text,
      ends_at ${bigint},
      over_at ${bigint},
      over_until text,
      set_at ${bigint} not null,
      set_by_name text,
      set_by_id ${key},
      change_id ${key} not null,
      constraint feedback_snooze_key primary key (project_id, feedback_id)
    )`,
    "create index feedback_snooze_by_item on feedback_snooze (project_id, feedback_id) where until is not null",
    "create index feedback_snooze_by_end on feedback_snooze (ends_at) where ends_at is not null",
    "create index feedback_snooze_over on feedback_snooze (project_id, over_at, feedback_id) where over_at is not null",
    "create index feedback_snooze_by_change on feedback_snooze (project_id, change_id)",
    `create table feedback_note (
      project_id ${key} not null,
      id ${key} not null,
      feedback_id ${key} not null,
      author_id ${key} not null,
      text text,
      created_at ${bigint} not null,
      edited_at ${bigint},
      constraint feedback_note_key primary key (project_id, id)
    )`,
    "create index feedback_note_by_item on feedback_note (project_id, feedback_id, created_at, id)",
  ];
}
