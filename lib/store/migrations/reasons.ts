import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";
import { raw } from "./search-triggers.ts";

/** Adds what readers chose beside the entry. Open pages show it, so a change is announced. */
export async function addReasons(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema.alterTable("feedback").addColumn("reasons", "text").execute();
  await db.schema
    .createIndex("feedback_with_reasons")
    .on("feedback")
    .columns(["project_id", "sort_at", "id"])
    .where(sql`reasons`, "is not", null)
    .execute();
  if (engine === "sqlite") {
    // The row was added to `project_change` with the item.
    await raw(
      db,
      `create trigger feedback_reasons_announced after update on feedback for each row
      when old.reasons is not new.reasons begin
        update project_change set feedback = feedback + 1 where project_id = new.project_id;
      end`,
    );
    return;
  }
  await raw(
    db,
    `create trigger feedback_reasons_announced after update on feedback for each row
    when (old.reasons is distinct from new.reasons) execute function project_changed('feedback')`,
  );
}
