import "server-only";
import { sql } from "kysely";
import { likeText } from "../../database/text-index.ts";
import { ASSIGNEE } from "../changes/fields/assignee.ts";
import { readRows } from "../changes/stored-field.ts";
import type { StoreQuery } from "../schema/schema.ts";

/** Returns the person that each item is assigned to. Items that are assigned to nobody are left out. */
export async function assignedPeople(
  db: StoreQuery,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await readRows(db, ASSIGNEE.table, projectId, ids);
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
