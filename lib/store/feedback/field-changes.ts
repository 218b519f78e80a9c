import "server-only";
import { type Kysely, sql } from "kysely";
import type { FeedbackEvent } from "../../contract/api/feedback.ts";
import { chunks } from "../../database/chunks.ts";
import type { StoreSchema } from "../schema/schema.ts";

/** Who makes a change, and when. */
export interface Made {
  /** ID of the change, for undo. */
  change: string;
  /** Epoch milliseconds. */
  at: number;
  /** Name of the person. */
  by: string | null;
  /** ID of the person; null for Errata itself. */
  byId: string | null;
}

/** What people change of items beside the status, kept in a row of each item. */
export interface ChangedField<Row extends { feedback_id: string }> {
  name: Exclude<FeedbackEvent["field"], "status">;
  /** The rows, and their column with the ID of the change that wrote them. */
  table: keyof StoreSchema;
  change: string;
  /** The value in the history; empty for none. */
  valueOf(row: Row | null): string;
  write(trx: Kysely<StoreSchema>, rows: readonly Row[]): Promise<void>;
}

/** Writes rows and adds the changes to the history. @returns the IDs of the items */
export async function changeField<Row extends { feedback_id: string }>(
  trx: Kysely<StoreSchema>,
  projectId: string,
  field: ChangedField<Row>,
  made: Made,
  changes: readonly { before: Row | null; after: Row }[],
): Promise<string[]> {
  if (changes.length === 0) return [];
  await field.write(
    trx,
    changes.map(({ after }) => after),
  );
  await record(trx, projectId, field, { ...made, kind: "set" }, changes);
  return changes.map(({ after }) => after.feedback_id);
}

/**
 * Undoes a change for the items that weren't changed again since.
 * @returns the restored IDs, and those that were changed since; null if the project has no such change
 */
export async function undoField<Row extends { feedback_id: string }>(
  trx: Kysely<StoreSchema>,
  projectId: string,
  field: ChangedField<Row>,
  made: Made,
): Promise<{ restored: string[]; left: string[] } | null> {
  const events = await trx
    .selectFrom("feedback_event")
    .select(["feedback_id", "before"])
    .where("project_id", "=", projectId)
    .where("change_id", "=", made.change)
    .where("kind", "=", "set")
    .where("field", "=", field.name)
    .orderBy("feedback_id")
    .execute();
  if (events.length === 0) return null;
  // Those that no later change has replaced.
  const ended = await sql<Row>`delete from ${sql.table(field.table)}
    where project_id = ${projectId} and ${sql.ref(field.change)} = ${made.change} returning *`.execute(
    trx,
  );
  const rows = new Map(ended.rows.map((row) => [row.feedback_id, row]));
  const undone = events.filter((event) => rows.has(event.feedback_id));
  for (const chunk of chunks(undone)) {
    const changes = chunk.map((event) => {
      const after: Row | null = JSON.parse(event.before ?? "null");
      return { before: rows.get(event.feedback_id) ?? null, after };
    });
    const previous = changes.flatMap(({ after }) => after ?? []);
    if (previous.length > 0) await field.write(trx, previous);
    await record(trx, projectId, field, { ...made, kind: "undo" }, changes);
  }
  return {
    restored: undone.map((event) => event.feedback_id),
    left: events.filter((event) => !rows.has(event.feedback_id)).map((event) => event.feedback_id),
  };
}

async function record<Row extends { feedback_id: string }>(
  trx: Kysely<StoreSchema>,
  projectId: string,
  field: ChangedField<Row>,
  { kind, change, at, by, byId }: Made & { kind: "set" | "undo" },
  changes: readonly { before: Row | null; after: Row | null }[],
): Promise<void> {
  await trx
    .insertInto("feedback_event")
    .values(
      changes.map(({ before, after }) => ({
        project_id: projectId,
        feedback_id: (after ?? before)?.feedback_id ?? "",
        at,
        kind,
        field: field.name,
        from_value: field.valueOf(before),
        to_value: field.valueOf(after),
        change_id: change,
        before: kind === "set" ? JSON.stringify(before) : null,
        set_by_name: by,
        set_by_id: byId,
      })),
    )
    .execute();
}
