import "server-only";
import { type Selectable, sql } from "kysely";
import { likeText } from "../../../database/text-index.ts";
import { notifyAssigned, undoAssigned } from "../../people/notify.ts";
import type { FeedbackAssigneeTable } from "../../schema/decisions.ts";
import type { StoreQuery } from "../../schema/schema.ts";
import { existingIds, readRows, type StoredField, type ValueTable } from "../stored-field.ts";

type Row = Omit<Selectable<FeedbackAssigneeTable>, "facet_group_id">;

const TABLE: ValueTable<Row> = {
  name: "feedback_assignee",
  key: ["project_id", "feedback_id"],
  columns: ["person_id", "set_at", "set_by_name", "set_by_id", "change_id"],
  change: "change_id",
};

/** The person that an item is assigned to, by ID. */
export const ASSIGNEE: StoredField<Row> = {
  table: TABLE,
  valueIn: (row) => row?.person_id ?? null,
  read: async (trx, projectId, ids, { value, change, at, by, byId }) => {
    const rows = await readRows(trx, TABLE, projectId, ids);
    return (await existingIds(trx, projectId, ids)).map((id) => {
      const before = rows.get(id) ?? null;
      return {
        id,
        value: before?.person_id ?? null,
        before,
        setAt: before?.set_at,
        setById: before?.set_by_id,
        after: {
          project_id: projectId,
          feedback_id: id,
          person_id: value,
          set_at: at,
          set_by_name: by,
          set_by_id: byId,
          change_id: change,
        },
      };
    });
  },
  prepare: async (trx, projectId, items, { value: person, change, at, by, byId }) => {
    const ids = items.map(({ id }) => id);
    await notifyAssigned(trx, projectId, ids, { person, change, at, by: { id: byId, name: by } });
    return items;
  },
  undone: undoAssigned,
};

/** Returns the person that each item is assigned to. Items that are assigned to nobody are left out. */
export async function assignedPeople(
  db: StoreQuery,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await readRows(db, TABLE, projectId, ids);
  return new Map(
    [...rows].flatMap(([id, { person_id: person }]): [string, string][] =>
      person === null ? [] : [[id, person]],
    ),
  );
}

/**
 * Unassigns all items of a person, in all projects, because the account is deleted. Undoing an earlier
 * change doesn't assign them again. The transaction must begin with `lockAllFeedback`.
 * @param at epoch milliseconds
 */
export async function unassignPerson(trx: StoreQuery, person: string, at: number): Promise<void> {
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
