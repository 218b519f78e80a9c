import "server-only";
import { type Kysely, type Selectable, sql } from "kysely";
import { chunks } from "../../database/chunks.ts";
import { likeText } from "../../database/text-index.ts";
import type { FeedbackAssigneeTable } from "../schema/decisions.ts";
import type { StoreSchema } from "../schema/schema.ts";
import { type ChangedField, changeField, type Made, undoField } from "./field-changes.ts";

type AssigneeRow = Omit<Selectable<FeedbackAssigneeTable>, "facet_group_id">;

const ASSIGNEE: ChangedField<AssigneeRow> = {
  name: "assignee",
  table: "feedback_assignee",
  change: "change_id",
  valueOf: (row) => row?.person_id ?? "",
  write,
};

/**
 * Assigns items to a person. Items that are assigned to that person already are unchanged. The
 * transaction must begin with `lockFeedbackWrites`.
 * @param set `person` is null for nobody
 * @returns the IDs of the items that changed
 */
export async function setAssignee(
  trx: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
  set: Made & { person: string | null },
): Promise<string[]> {
  const changed: string[] = [];
  const { person, at, by, change } = set;
  for (const chunk of chunks(ids)) {
    const assigned = await assigneesOf(trx, projectId, chunk);
    const items = await trx
      .selectFrom("feedback")
      .select("id")
      .where("project_id", "=", projectId)
      .where("id", "in", chunk)
      .execute();
    const changes = items
      .map(({ id }) => ({
        before: assigned.get(id) ?? null,
        after: {
          ...{ project_id: projectId, feedback_id: id },
          ...{
            person_id: person,
            set_at: at,
            set_by_name: by,
            set_by_id: set.byId,
            change_id: change,
          },
        },
      }))
      .filter(({ before }) => (before?.person_id ?? null) !== person);
    changed.push(...(await changeField(trx, projectId, ASSIGNEE, set, changes)));
  }
  return changed;
}

/** Undoes `setAssignee` as `undoField` does. */
export function undoAssignee(trx: Kysely<StoreSchema>, projectId: string, made: Made) {
  return undoField(trx, projectId, ASSIGNEE, made);
}

/** Returns the person that each item is assigned to. Items that are assigned to nobody are left out. */
export async function assignedPeople(
  db: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await assigneesOf(db, projectId, ids);
  return new Map(
    [...rows].flatMap(([id, { person_id: person }]): [string, string][] =>
      person === null ? [] : [[id, person]],
    ),
  );
}

/**
 * Leaves a person's items to nobody, in all projects, because the account is deleted. Undoing an earlier
 * change doesn't assign them again. The transaction must begin with `lockAllFeedback`.
 * @param at epoch milliseconds
 */
export async function unassignPerson(
  trx: Kysely<StoreSchema>,
  person: string,
  at: number,
): Promise<void> {
  await sql`insert into feedback_event
      (project_id, feedback_id, at, kind, field, from_value, to_value)
    select project_id, feedback_id, cast(${at} as bigint), 'set', 'assignee', person_id, ''
      from feedback_assignee where person_id = ${person}`.execute(trx);
  await trx
    .updateTable("feedback_assignee")
    .set({ person_id: null, set_at: at, set_by_name: null })
    .where("person_id", "=", person)
    .execute();
  const entry = (value: string | null) => `"person_id":${JSON.stringify(value)}`;
  await sql`update feedback_event set before = replace(before, ${entry(person)}, ${entry(null)})
    where field = 'assignee' and ${likeText(sql.ref<string>("before"), entry(person))}`.execute(
    trx,
  );
}

async function assigneesOf(
  db: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, AssigneeRow>> {
  const rows = await db
    .selectFrom("feedback_assignee")
    .select([
      "project_id",
      "feedback_id",
      "person_id",
      "set_at",
      "set_by_name",
      "set_by_id",
      "change_id",
    ])
    .where("project_id", "=", projectId)
    .where("feedback_id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.feedback_id, row]));
}

async function write(trx: Kysely<StoreSchema>, rows: readonly AssigneeRow[]): Promise<void> {
  await trx
    .insertInto("feedback_assignee")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["project_id", "feedback_id"]).doUpdateSet(({ ref }) => ({
        person_id: ref("excluded.person_id"),
        set_at: ref("excluded.set_at"),
        set_by_name: ref("excluded.set_by_name"),
        change_id: ref("excluded.change_id"),
      })),
    )
    .execute();
}
