import "server-only";
import { sql } from "kysely";
import type { Actor } from "../contract/api/people.ts";
import { likeText } from "../database/text-index.ts";
import { VALUE_TABLES } from "./schema/decisions.ts";
import type { StoreQuery } from "./schema/schema.ts";

/** Columns with the name of the person who did something. */
const NAMES = [
  { table: "job_message", column: "by_name" },
  ...[...VALUE_TABLES, "feedback_event" as const].map((table) => ({
    table,
    column: "set_by_name" as const,
  })),
  { table: "notification", column: "by_name" },
  { table: "reader_message", column: "by_name" },
  { table: "job_verdict", column: "by_name" },
] as const;
/** JSON with such a name, and its key. */
const JSON_NAMES = [
  { table: "job_event", column: "detail", key: "by" },
  { table: "feedback_event", column: "before", key: "set_by_name" },
  { table: "job", column: "requested", key: "by" },
] as const;

/**
 * Replaces a person's name in the histories of jobs and feedback. Most of them have no ID: they keep the
 * name if another account has it. The transaction must begin with `lockAllFeedback`.
 * @param isNamesake whether another account has it
 */
export async function renamePerson(
  trx: StoreQuery,
  { id, name, isNamesake }: Actor & { isNamesake: boolean },
  neutral: string,
): Promise<void> {
  await trx.updateTable("job").set({ by_name: neutral }).where("by_id", "=", id).execute();
  for (const table of ["reviewed_file", "review_comment", "draft"] as const) {
    await trx.deleteFrom(table).where("person_id", "=", id).execute();
  }
  if (isNamesake) return;
  for (const { table, column } of NAMES) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${neutral}
      where ${sql.ref(column)} = ${name}`.execute(trx);
  }
  for (const { table, column, key } of JSON_NAMES) {
    const entry = (value: string) => `"${key}":${JSON.stringify(value)}`;
    await sql`update ${sql.table(table)}
      set ${sql.ref(column)} = replace(${sql.ref(column)}, ${entry(name)}, ${entry(neutral)})
      where ${likeText(sql.ref<string>(column), entry(name))}`.execute(trx);
  }
}
