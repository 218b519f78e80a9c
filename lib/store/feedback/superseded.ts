import "server-only";
import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { isDecided } from "../../contract/platform/vocabulary.ts";
import { chunks } from "../../database/chunks.ts";
import type { StoreSchema } from "../schema/schema.ts";
import { isBy } from "./event-author.ts";

/**
 * Milliseconds by which a decision must be older than another to lose against it. Decisions that are
 * closer are in the order of arrival. The server knows when a decision was made except for the time
 * that its request took, and servers that share a database have different clocks. A person's own
 * decisions arrive in order, except from another browser that was offline for longer than any request
 * takes.
 */
const TOLERANCE = { teammate: 1_000, own: 60_000 };

/**
 * What a decision sets. The assignee is a person's ID, or null for nobody; the group is its ID, or null for none, and
 * empty for one that doesn't exist yet; the reason of a dismissal is its ID, or null for none; the
 * value of a label is its ID, or null where it is taken off.
 */
export type SetValue =
  | { field: "status"; value: string }
  | { field: "assignee" | "dismissal"; value: string | null }
  | { field: "group"; value: string | null }
  | { field: "label"; label: string; value: string | null };

/**
 * Finds the items that someone or the platform gave another status, or that someone assigned to another
 * person, put into another group, dismissed for another reason, or labeled differently, after this decision was made, and adds the decision to their history. They keep the later value.
 */
export async function supersededItems(
  trx: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
  decision: SetValue & { change: string; at: number; by: string; byId: string },
): Promise<Set<string>> {
  const superseded = new Set<string>();
  for (const chunk of chunks(ids)) {
    const later = (
      await Promise.all(LATER[decision.field].map((find) => find(trx, projectId, chunk, decision)))
    ).flat();
    if (later.length === 0) continue;
    await trx
      .insertInto("feedback_event")
      .values(
        later.map((item) => ({
          project_id: projectId,
          feedback_id: item.feedback_id,
          at: decision.at,
          kind: "superseded",
          field: decision.field,
          from_value: item.value ?? "",
          to_value: decision.value ?? "",
          change_id: decision.change,
          before: null,
          set_by_name: decision.by,
          set_by_id: decision.byId,
        })),
      )
      .execute();
    for (const { feedback_id } of later) superseded.add(feedback_id);
  }
  return superseded;
}

type Decision = Parameters<typeof supersededItems>[3];

interface Later {
  feedback_id: string;
  value: string | null;
}

type FindLater = (
  trx: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
  decision: Decision,
) => Promise<Later[]>;

const LATER: Record<SetValue["field"], FindLater[]> = {
  status: [decidedLater, changedLater, rewordedLater],
  assignee: [assignedLater],
  group: [groupedLater],
  dismissal: [explainedLater],
  label: [labeledLater],
};

/** Returns the items that someone gave another status after the decision was made. */
function decidedLater(
  trx: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
  decision: Decision,
): Promise<Later[]> {
  return trx
    .selectFrom("feedback_state")
    .select(["feedback_id", "status as value"])
    .where("project_id", "=", projectId)
    .where("feedback_id", "in", ids)
    .where(isRowLater(decision, "feedback_state"))
    .where("status", "!=", decision.value)
    .execute();
}

/** Returns the items that someone assigned to another person after the decision was made. */
function assignedLater(
  trx: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
  decision: Decision,
): Promise<Later[]> {
  return trx
    .selectFrom("feedback_assignee")
    .select(["feedback_id", "person_id as value"])
    .where("project_id", "=", projectId)
    .where("feedback_id", "in", ids)
    .where(isRowLater(decision, "feedback_assignee"))
    .where("person_id", "is distinct from", decision.value)
    .execute();
}

/** Returns the items that someone put into another group, or on their own, after the decision was made. */
function groupedLater(
  trx: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
  decision: Decision,
): Promise<Later[]> {
  return trx
    .selectFrom("feedback_group_member as member")
    .select(["member.feedback_id", "member.group_id as value"])
    .where("member.project_id", "=", projectId)
    .where("member.feedback_id", "in", ids)
    .where("member.group_id", "is distinct from", decision.value)
    .where(isSetLater(decision, "member", "change_id"))
    .execute();
}

/** Returns the items that someone gave another reason of dismissal after the decision was made. */
function explainedLater(
  trx: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
  decision: Decision,
): Promise<Later[]> {
  return trx
    .selectFrom("feedback_state as state")
    .select(["state.feedback_id", "state.dismissal_reason as value"])
    .where("state.project_id", "=", projectId)
    .where("state.feedback_id", "in", ids)
    .where("state.dismissal_reason", "is distinct from", decision.value)
    .where(isSetLater(decision, "state", "reason_change_id"))
    .execute();
}

/** Returns the items on which someone put the label, or took it off, after the decision was made. */
async function labeledLater(
  trx: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
  decision: Decision,
): Promise<Later[]> {
  if (decision.field !== "label") return [];
  const { label, value } = decision;
  const rows = await trx
    .selectFrom("feedback_label")
    .select(["feedback_id", "is_on"])
    .where("project_id", "=", projectId)
    .where("feedback_id", "in", ids)
    .where("label_id", "=", label)
    .where(isRowLater(decision, "feedback_label"))
    .where("is_on", "!=", value === null ? 0 : 1)
    .execute();
  return rows.map(({ feedback_id, is_on }) => ({ feedback_id, value: is_on ? label : null }));
}

/**
 * As `isLater` for rows without a time: the history has it.
 * @param row alias of the row @param change its column with the ID of the change
 */
function isSetLater(decision: Decision, row: string, change: string) {
  const column = (name: string) => sql.ref<string>(`${row}.${name}`);
  return sql<boolean>`exists (select 1 from feedback_event as event
    where event.project_id = ${column("project_id")} and event.feedback_id = ${column("feedback_id")}
      and event.change_id = ${column(change)} and event.kind = 'set' and event.field = ${decision.field}
      and ${isLater(decision, "event.at", isBy("event", decision))})`;
}

/** Whether a row was set later. The history has who made its change. */
function isRowLater(decision: Decision, table: string) {
  const column = (name: string) => sql.ref<string>(`${table}.${name}`);
  const isOwn = sql<SqlBool>`(${column("set_by_name")} is not null and exists (
    select 1 from feedback_event as event
    where event.project_id = ${column("project_id")} and event.feedback_id = ${column("feedback_id")}
      and event.change_id = ${column("change_id")} and event.kind = 'set' and ${isBy("event", decision)}))`;
  return isLater(decision, `${table}.set_at`, isOwn);
}

/** @param setAt column with the time of what an item has @param isOwn whether the same person set it */
function isLater({ at }: Decision, setAt: string, isOwn: RawBuilder<SqlBool>) {
  const time = sql.ref<number>(setAt);
  return sql<boolean>`(${time} > ${at + TOLERANCE.own}
    or (${time} > ${at + TOLERANCE.teammate} and not ${isOwn}))`;
}

/** Returns the items to which their readers added something after the decision was made, which was about the earlier text. */
async function rewordedLater(
  trx: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
  decision: Decision,
): Promise<Later[]> {
  if (decision.value === null || !isDecided(decision.value)) return [];
  return trx
    .selectFrom("feedback")
    .select(["id as feedback_id", "team_status as value"])
    .where("project_id", "=", projectId)
    .where("id", "in", ids)
    .where("reworded_at", ">", decision.at)
    .where("team_status", "!=", decision.value)
    .execute();
}

/** Returns the items whose status on the platform changed after the decision was made. */
function changedLater(
  trx: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
  decision: Decision,
): Promise<Later[]> {
  return trx
    .selectFrom("feedback")
    .leftJoin("feedback_state", (join) =>
      join
        .onRef("feedback_state.project_id", "=", "feedback.project_id")
        .onRef("feedback_state.feedback_id", "=", "feedback.id"),
    )
    .select(["feedback.id as feedback_id", "feedback.team_status as value"])
    .where("feedback.project_id", "=", projectId)
    .where("feedback.id", "in", ids)
    .where("feedback.platform_changed_after", ">=", decision.at)
    .where("feedback.team_status", "!=", decision.value)
    .where("feedback_state.feedback_id", "is", null)
    .execute();
}
