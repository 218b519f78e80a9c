import "server-only";
import { expressionBuilder, type SqlBool, sql } from "kysely";
import { ledgerStatesThat } from "../../contract/api/job-states.ts";
import { parseInstant } from "../../contract/platform/dates.ts";
import { DAY } from "../../contract/platform/vocabulary.ts";
import { stripNul } from "../../database/dialect.ts";
import { parseDaySpan } from "../../filters/day-span.ts";
import { ANYONE } from "../../filters/feedback-filters.ts";
import type { StoreSchema } from "../schema/schema.ts";
import type { WaitMeasure } from "../schema/wait-times.ts";
import { areBareVotes, type FilterValue } from "./facet-filters.ts";

const sets = expressionBuilder<StoreSchema, "feedback_index">();

// Item sets for filters. Each query selects IDs from a table or an index that only has items with the property,
// so its time depends on their number alone.

/** The items for which a reader chose any reason. */
export function withReasons(projectId: string) {
  return sets
    .selectFrom("feedback as item")
    .select("item.id")
    .where("item.project_id", "=", projectId)
    .where("item.reasons", "is not", null);
}

/** The items of `withReasons` with a given reason. */
export function withReason(projectId: string, reason: string) {
  return withReasons(projectId).where(
    sql<SqlBool>`replace(',' || substr(item.reasons, 2), ${`,${JSON.stringify(reason)}`}, '')
      != ',' || substr(item.reasons, 2)`,
  );
}

export function dismissedFor(projectId: string, reasons: FilterValue<"dismissedFor">) {
  return sets
    .selectFrom("feedback_state as state")
    .select("state.feedback_id as id")
    .where("state.project_id", "=", projectId)
    .where("state.dismissal_reason", "in", reasons);
}

/** @param person ID of the person they are assigned to, or `anyone` */
export function assignedTo(projectId: string, person: string) {
  return sets
    .selectFrom("feedback_assignee as assigned")
    .select("assigned.feedback_id as id")
    .where(
      "assigned.person_id",
      person === ANYONE ? ">" : "=",
      person === ANYONE ? "" : stripNul(person),
    )
    .where("assigned.project_id", "=", projectId);
}

/** The items whose platform has another status than the team. */
export function differing(projectId: string) {
  return (
    sets
      .selectFrom("feedback as item")
      .select("item.id")
      .where("item.project_id", "=", projectId)
      // As in the index's own condition.
      .whereRef("item.team_status", "!=", "item.platform_status")
      // The same again: PostgreSQL takes the first to be true of nearly all items, and this one of few.
      .where(sql<SqlBool>`case when item.team_status = item.platform_status then 0 else 1 end = 1`)
  );
}

export function labeled(projectId: string, labels: FilterValue<"label">) {
  return (
    sets
      .selectFrom("feedback_label as labeled")
      .select("labeled.feedback_id as id")
      .where("labeled.project_id", "=", projectId)
      .where("labeled.label_id", "in", labels)
      // A literal, as in the index's own condition.
      .where("labeled.is_on", "=", sql.lit(1))
  );
}

/** The items that a job was created for. */
export function inAnyJob(projectId: string) {
  return sets
    .selectFrom("job_feedback")
    .select("job_feedback.feedback_id as id")
    .where("job_feedback.project_id", "=", projectId);
}

/** The items of `inAnyJob` whose job is open. */
export function inOpenJob(projectId: string) {
  return inAnyJob(projectId)
    .innerJoin("job", "job.id", "job_feedback.job_id")
    .where("job.state", "not in", ledgerStatesThat("settled"));
}

/** The items whose group has at least so many. */
export function inLargeGroup(projectId: string, items: FilterValue<"groupSize">) {
  return sets
    .selectFrom("feedback_group_size as size")
    .innerJoin("feedback_group_member as member", (join) =>
      join
        .onRef("member.project_id", "=", "size.project_id")
        .onRef("member.group_id", "=", "size.group_id"),
    )
    .select("member.feedback_id as id")
    .where("size.project_id", "=", projectId)
    .where("size.items", ">=", Number(items));
}

/** The groups that `inLargeGroup` reads. */
export function groups(projectId: string) {
  return sets
    .selectFrom("feedback_group_size as size")
    .select("size.group_id as id")
    .where("size.project_id", "=", projectId);
}

/** The groups among `groups` with at least this many items. */
export function largeGroups(projectId: string, items: FilterValue<"groupSize">) {
  return groups(projectId).where("size.items", ">=", Number(items));
}

/** The items in the group of an item, that one included if it has a group. */
export function inGroupOf(projectId: string, id: string) {
  return sets
    .selectFrom("feedback_group_member as own")
    .innerJoin("feedback_group_member as member", (join) =>
      join
        .onRef("member.project_id", "=", "own.project_id")
        .onRef("member.group_id", "=", "own.group_id"),
    )
    .select("member.feedback_id as id")
    .where("own.project_id", "=", projectId)
    .where("own.feedback_id", "=", stripNul(id));
}

/** The bare votes for the page of an item on its UTC day, if it is one itself. */
export function votesBeside(projectId: string, id: string) {
  return sets
    .selectFrom("feedback_index as own")
    .innerJoin("facet_group as kind", "kind.id", "own.facet_group_id")
    .innerJoin("facet_group as other", "other.project_id", "own.project_id")
    .innerJoin("feedback_index as vote", (join) =>
      join
        .onRef("vote.project_id", "=", "own.project_id")
        .onRef("vote.page", "=", "own.page")
        .onRef("vote.facet_group_id", "=", "other.id")
        .on(isOnDay("vote", "own")),
    )
    .select("vote.id as id")
    .where("own.project_id", "=", projectId)
    .where("own.id", "=", stripNul(id))
    .where(areBareVotes("kind"))
    .where(areBareVotes("other"));
}

/** The condition that a row of the feedback index is of the UTC day of another, which an index by date answers. */
export function isOnDay(row: string, other: string) {
  const [at, day] = [sql.ref(`${row}.sort_at`), sql.ref(`${other}.day`)];
  return sql<SqlBool>`(${at} >= ${day} * ${sql.lit(DAY)} and ${at} < (${day} + 1) * ${sql.lit(DAY)})`;
}

/** The items whose first decision, or whose resolution, was on some days. @param days as in the filter */
export function waited(projectId: string, measure: WaitMeasure, days: string) {
  const span = parseDaySpan(days);
  const dayOf = (date: string | undefined) => Math.floor((parseInstant(date ?? "") ?? 0) / DAY);
  return sets
    .selectFrom("wait_time as wait")
    .select("wait.feedback_id as id")
    .where("wait.project_id", "=", projectId)
    .where("wait.measure", "=", measure)
    .where("wait.day", ">=", dayOf(span?.from))
    .where("wait.day", "<", dayOf(span?.to));
}

export function snoozed(projectId: string) {
  return (
    sets
      .selectFrom("feedback_snooze as snooze")
      .select("snooze.feedback_id as id")
      .where("snooze.project_id", "=", projectId)
      // As in the index's own condition.
      .where("snooze.until", "is not", null)
  );
}

/** The items whose reader left a contact. */
export function withContact(projectId: string) {
  return (
    sets
      .selectFrom("feedback as item")
      .select("item.id")
      .where("item.project_id", "=", projectId)
      // As in the index's own condition, or SQLite doesn't use it.
      .where(sql<SqlBool>`item.contact <> ''`)
  );
}
