import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";
import { bigint, binaryText } from "./column-types.ts";

/** Adds the decisions that were applied, so that one that arrives again isn't applied twice. */
export async function addDecisions(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const key = binaryText(engine);
  await db.schema
    .createTable("decision")
    .addColumn("project_id", sql`${key}`, (column) => column.notNull())
    .addColumn("id", sql`${key}`, (column) => column.notNull())
    .addColumn("applied_at", sql`${bigint(engine)}`, (column) => column.notNull())
    .addColumn("result", "text", (column) => column.notNull())
    .addColumn("unwritten", "text")
    .addPrimaryKeyConstraint("decision_key", ["project_id", "id"])
    .execute();
  await db.schema
    .createIndex("decision_by_time")
    .on("decision")
    .columns(["project_id", "applied_at"])
    .execute();
}
