import "server-only";
import type { Kysely } from "kysely";
import type { Engine } from "../../database/open.ts";
import { countedEvents, countFunction, followFunction } from "./counts.ts";
import { firstKind, raw } from "./search-triggers.ts";

const KIND = firstKind("team_status");

/**
 * Migration 0007: columns of `feedback` that say what they hold. `status`, easily mistaken for the
 * platform's, becomes `team_status`, and `gone_at` becomes `deleted_at`.
 */
export async function renameFeedbackColumns(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema.dropIndex("feedback_gone").execute();
  await raw(db, "alter table feedback rename column status to team_status");
  await raw(db, "alter table feedback rename column gone_at to deleted_at");
  await raw(
    db,
    "create index feedback_deleted on feedback (project_id) where deleted_at is not null",
  );
  // SQLite renames the columns in its triggers. PostgreSQL keeps functions as text.
  if (engine === "postgres") await replaceFunctions(db);
}

async function replaceFunctions(db: Kysely<unknown>): Promise<void> {
  await raw(db, `create or replace ${followFunction(KIND)}`);
  for (const { name, rows } of countedEvents(KIND)) {
    await raw(db, `create or replace ${countFunction(name, rows)}`);
  }
}
