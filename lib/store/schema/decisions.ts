import "server-only";
import type { TableFamily } from "../../database/schema.ts";
import { bigint, integer, key, type RowOf, serial, table, text } from "../../database/table.ts";

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
export const decisions = {
  tables: {
    /** A decision that was applied, kept for two days. */
    decision: table({
      project_id: key,
      /** Made by the browser. */
      id: key,
      applied_at: bigint,
      /** JSON of `DecisionResult`. */
      result: text,
      /** JSON of the item IDs by status that haven't been written to the platform; null once they have. */
      unwritten: text.orNull,
    }).key("project_id", "id"),
    /** The team's status of an item. Deleted when the platform changes its own status. */
    feedback_state: table({
      project_id: key,
      feedback_id: key,
      status: text,
      /** The platform's status when this was set. */
      platform_status: text,
      set_at: bigint,
      /** Name of the person who set it; null for Errata itself. */
      set_by_name: text.orNull,
      /** ID of the change that set it; also the undo token. */
      change_id: key,
      /** Why it was dismissed: ID of one of the project's reasons, which may be removed by now. */
      dismissal_reason: key.orNull,
      /** ID of the change that set the reason. */
      reason_change_id: key.orNull,
      /** ID of the person who set it, or for whom Errata did; null if that isn't known. */
      set_by_id: key.orNull,
      /** The decision that ended because the reader added something; null for every other change. */
      reopened_from: text.orNull,
    }).key("project_id", "feedback_id"),
    /** Every change of an item's fields, by the team or by the platform. */
    feedback_event: table({
      id: serial,
      project_id: key,
      feedback_id: key,
      at: bigint,
      /** `set`, `undo` or `platform`. */
      kind: text,
      /** As in `FeedbackEvent`; empty for none. */
      from_value: text,
      to_value: text,
      /** The change that it belongs to; null for the platform's changes. */
      change_id: key.orNull,
      /** The team's earlier state as JSON; null when there was none. */
      before: text.orNull,
      /** As in `feedback_state`. */
      set_by_name: text.orNull,
      /** As in `ITEM_FIELDS`. */
      field: text.default("status"),
      /** ID of that person; null if only the name is known. */
      set_by_id: key.orNull,
      /** JSON of `ReaderTexts` if the item came back because its reader added something, or if its text was replaced. */
      texts: text.orNull,
    }),
    /** The person that an item is assigned to. */
    feedback_assignee: table({
      project_id: key,
      feedback_id: key,
      /** Null for nobody, if someone was assigned before. */
      person_id: key.orNull,
      set_at: bigint,
      /** As in `feedback_state`. */
      set_by_name: text.orNull,
      change_id: key,
      /** Facet group of the item. Triggers maintain it. */
      facet_group_id: bigint.default(0),
      set_by_id: key.orNull,
    }).key("project_id", "feedback_id"),
    /** A label that was put on an item. */
    feedback_label: table({
      project_id: key,
      feedback_id: key,
      /** ID of one of the project's labels, which may be removed by now. */
      label_id: key,
      /** 0 once it was taken off. */
      is_on: integer,
      set_at: bigint,
      /** As in `feedback_state`. */
      set_by_name: text.orNull,
      change_id: key,
      set_by_id: key.orNull,
    }).key("project_id", "feedback_id", "label_id"),
    /** The end of an item's snooze, or that it is over. */
    feedback_snooze: table({
      project_id: key,
      feedback_id: key,
      /** An instant in ISO 8601, or `UNTIL_REPORTED`; null if the item isn't snoozed. */
      until: text.orNull,
      /** The instant in epoch milliseconds; null without one. */
      ends_at: bigint.orNull,
      /**
       * If the snooze ended by itself: when it ended, and its planned end: `UNTIL_REPORTED` if the item was reported
       * before.
       */
      over_at: bigint.orNull,
      over_until: text.orNull,
      set_at: bigint,
      /** As in `feedback_state`. */
      set_by_name: text.orNull,
      set_by_id: key.orNull,
      change_id: key,
    }).key("project_id", "feedback_id"),
    /** A teammate's note on an item. */
    feedback_note: table({
      project_id: key,
      /** Made by the browser. */
      id: key,
      feedback_id: key,
      author_id: key,
      /** Plain text; null once the note was deleted. */
      text: text.orNull,
      created_at: bigint,
      /** Also when it was deleted. */
      edited_at: bigint.orNull,
    }).key("project_id", "id"),
  },
  indexes: [
    "create index decision_by_time on decision (project_id, applied_at)",
    "create index decision_unwritten on decision (project_id, applied_at) where unwritten is not null",
    "create index feedback_state_by_change on feedback_state (project_id, change_id)",
    "create index feedback_state_by_reason on feedback_state (project_id, dismissal_reason, feedback_id) where dismissal_reason is not null",
    "create index feedback_state_by_reason_change on feedback_state (project_id, reason_change_id) where reason_change_id is not null",
    "create index feedback_event_by_feedback_id on feedback_event (project_id, feedback_id, id)",
    "create index feedback_event_by_change on feedback_event (project_id, change_id, id)",
    "create index feedback_event_by_project on feedback_event (project_id, id)",
    "create index feedback_event_by_person on feedback_event (project_id, set_by_name, id)",
    "create index feedback_assignee_by_change on feedback_assignee (project_id, change_id)",
    "create index feedback_assignee_by_person on feedback_assignee (person_id, project_id, facet_group_id, feedback_id)",
    "create index feedback_label_by_label on feedback_label (project_id, label_id, feedback_id) where is_on = 1",
    "create index feedback_label_by_change on feedback_label (project_id, change_id)",
    "create index feedback_snooze_by_item on feedback_snooze (project_id, feedback_id) where until is not null",
    "create index feedback_snooze_by_end on feedback_snooze (ends_at) where ends_at is not null",
    "create index feedback_snooze_over on feedback_snooze (project_id, over_at, feedback_id) where over_at is not null",
    "create index feedback_snooze_by_change on feedback_snooze (project_id, change_id)",
    "create index feedback_note_by_item on feedback_note (project_id, feedback_id, created_at, id)",
  ],
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
} satisfies TableFamily;

export type FeedbackAssigneeTable = RowOf<(typeof decisions)["tables"]["feedback_assignee"]>;
export type FeedbackLabelTable = RowOf<(typeof decisions)["tables"]["feedback_label"]>;
export type FeedbackSnoozeTable = RowOf<(typeof decisions)["tables"]["feedback_snooze"]>;
export type FeedbackStateTable = RowOf<(typeof decisions)["tables"]["feedback_state"]>;
