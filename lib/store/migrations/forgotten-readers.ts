import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";
import { bigint, binaryText } from "./column-types.ts";

/** Adds the keyed hashes of forgotten readers' addresses, and their key. */
export async function addForgottenReaders(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const key = binaryText(engine);
  await db.schema
    .createTable("forgotten_reader")
    .addColumn("hash", sql`${key}`, (column) => column.primaryKey())
    .addColumn("forgotten_at", sql`${bigint(engine)}`, (column) => column.notNull())
    .addColumn("removed_at", sql`${bigint(engine)}`)
    .execute();
  await db.schema
    .createTable("forgotten_reader_key")
    .addColumn("name", sql`${key}`, (column) => column.primaryKey())
    .addColumn("secret", "text", (column) => column.notNull())
    .execute();
}
