import "server-only";
import { type Kysely, sql } from "kysely";

/**
 * Migration 0046: looks again at items that joined a group because of their texts, since the order of words counts now.
 * "It stops after 30 seconds, the docs say 3" isn't the opposite anymore.
 */
export async function regroupByOrder<Schema>(db: Kysely<Schema>): Promise<void> {
  await sql`insert into feedback_group_queue (project_id, feedback_id)
    select project_id, feedback_id from feedback_group_member as m
    where group_id is not null and by_person = 0 and not exists (select 1 from feedback_group_queue as q
      where q.project_id = m.project_id and q.feedback_id = m.feedback_id)`.execute(db);
}
