import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";
import { bigint } from "./column-types.ts";

/** Adds the number that increases with every change of a lease's holder. */
export async function addLeaseFence(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .alterTable("lease")
    .addColumn("fence", sql`${bigint(engine)}`, (column) => column.notNull().defaultTo(0))
    .execute();
}
