import "server-only";
import type { Kysely } from "kysely";
import type { Engine } from "../../database/open.ts";
import { paceFunction, paceOf, paceTrigger } from "./pace.ts";
import { raw } from "./search-triggers.ts";

const APPLIED = "kind in ('set', 'undo', 'platform')";

/**
 * Migration 0039: only status changes that were applied count as decisions. A change by the platform that is
 * older than the team's decision is in the history as `kept`, and took the item out of the times to resolution.
 */
export async function countAppliedChanges(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === "sqlite") {
    await raw(db, "drop trigger feedback_event_paced");
    await raw(db, paceTrigger(APPLIED));
  } else {
    await raw(db, `create or replace ${paceFunction(APPLIED)}`);
  }
  const kept = `(project_id, feedback_id) in (
    select project_id, feedback_id from feedback_event where field = 'status' and kind = 'kept')`;
  await raw(db, `delete from feedback_pace where ${kept}`);
  await raw(db, `insert into feedback_pace ${paceOf(engine, APPLIED, kept)}`);
}
