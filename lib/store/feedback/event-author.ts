import "server-only";
import { type SqlBool, sql } from "kysely";

/**
 * Whether a person made a change in the history. Changes from before the history had IDs are told by the name.
 * @param event alias of `feedback_event`
 */
export function isBy(event: string, { by, byId }: { by: string; byId: string }) {
  const [id, name] = [sql.ref(`${event}.set_by_id`), sql.ref(`${event}.set_by_name`)];
  return sql<SqlBool>`coalesce(${id} = ${byId}, ${name} = ${by}, false)`;
}
