import "server-only";
import { type Kysely, type Selectable, sql } from "kysely";
import { chunks } from "../../database/chunks.ts";
import { likeText } from "../../database/text-index.ts";
import type { StoreSchema } from "../schema.ts";
import type { FeedbackAssigneeTable } from "./tables.ts";

type AssigneeRow = Selectable<FeedbackAssigneeTable>;

/** Who changed an assignee, and when. */
interface Made {
  change: string;
  at: number;
  by: string | null;
}

/**
 * Assigns items to a person. Items that are assigned to that person already are unchanged. The
 * transaction must begin with `lockFeedbackWrites`.
 * @param set `person` is null for nobody; `change` is the ID of this change, for undo
 * @returns the IDs of the items that changed
 */
export async function setAssignee(
  trx: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
  set: Made & { person: string | null },
): Promise<string[]> {
  const changed: string[] = [];
  for (const chunk of chunks(ids)) {
    const before = await assigneesOf(trx, projectId, chunk);
    const items = await trx
      .selectFrom("feedback")
      .select("id")
      .where("project_id", "=", projectId)
      .where("id", "in", chunk)
      .execute();
    const changes = items
      .map(({ id }) => ({ id, before: before.get(id) ?? null }))
      .filter((item) => (item.before?.person_id ?? null) !== set.person);
    if (changes.length === 0) continue;
    await write(
      trx,
      changes.map(({ id }) => ({
        project_id: projectId,
        feedback_id: id,
        person_id: set.person,
        set_at: set.at,
        set_by: set.by,
        change: set.change,
      })),
    );
    await record(trx, projectId, "set", set, changes, () => set.person);
    changed.push(...changes.map(({ id }) => id));
  }
  return changed;
}

/**
 * Undoes a change of the assignee for the items that weren't assigned again since.
 * @returns the restored IDs, and the IDs that were assigned since; null when the project has no such
 *   change
 */
export async function undoAssignee(
  trx: Kysely<StoreSchema>,
  projectId: string,
  made: Made,
): Promise<{ restored: string[]; left: string[] } | null> {
  const events = await trx
    .selectFrom("feedback_event")
    .select(["feedback_id", "before"])
    .where("project_id", "=", projectId)
    .where("change", "=", made.change)
    .where("kind", "=", "set")
    .where("field", "=", "assignee")
    .orderBy("feedback_id")
    .execute();
  if (events.length === 0) return null;
  // A later change has replaced the row of this one.
  const ended = await trx
    .deleteFrom("feedback_assignee")
    .where("project_id", "=", projectId)
    .where("change", "=", made.change)
    .returningAll()
    .execute();
  const rows = new Map(ended.map((row) => [row.feedback_id, row]));
  const undone = events.filter((event) => rows.has(event.feedback_id));
  for (const chunk of chunks(undone)) {
    const previous = new Map(
      chunk.map((event): [string, AssigneeRow | null] => [
        event.feedback_id,
        JSON.parse(event.before ?? "null"),
      ]),
    );
    const restored = [...previous.values()].filter((row) => row !== null);
    if (restored.length > 0) await write(trx, restored);
    const changes = chunk.map(({ feedback_id: id }) => ({ id, before: rows.get(id) ?? null }));
    const personOf = (id: string) => previous.get(id)?.person_id ?? null;
    await record(trx, projectId, "undo", made, changes, personOf);
  }
  return {
    restored: undone.map((event) => event.feedback_id),
    left: events.filter((event) => !rows.has(event.feedback_id)).map((event) => event.feedback_id),
  };
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
    .set({ person_id: null, set_at: at, set_by: null })
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
    .selectAll()
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
        set_by: ref("excluded.set_by"),
        change: ref("excluded.change"),
      })),
    )
    .execute();
}

/** Adds changes to the history. @param personOf the person that an item is assigned to now */
async function record(
  trx: Kysely<StoreSchema>,
  projectId: string,
  kind: "set" | "undo",
  { change, at, by }: Made,
  items: readonly { id: string; before: AssigneeRow | null }[],
  personOf: (id: string) => string | null,
): Promise<void> {
  await trx
    .insertInto("feedback_event")
    .values(
      items.map(({ id, before }) => ({
        project_id: projectId,
        feedback_id: id,
        at,
        kind,
        field: "assignee",
        from_value: before?.person_id ?? "",
        to_value: personOf(id) ?? "",
        change,
        before: kind === "set" ? JSON.stringify(before) : null,
        set_by: by,
      })),
    )
    .execute();
}
