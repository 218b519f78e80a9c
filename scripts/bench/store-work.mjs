import { sql } from "kysely";
import { openDatabase } from "../../lib/database/open.ts";

const DAY = 86_400_000;
const JOBS = 25;

// What a team did with sample entries, written to the tables directly: decisions one by one would take minutes.
const STATEMENTS = [
  // Every decided item was decided on its day, after a wait that spreads over all lengths.
  `insert into wait_time (project_id, feedback_id, measure, day, bucket)
    select f.project_id, f.id, m.measure, f.day, abs(f.sort_at / 1000) % 140
    from feedback_index f join facet_group k on k.id = f.facet_group_id
    join (select 'decision' as measure union all select 'resolution') m
      on k.status = 'resolved' or (m.measure = 'decision' and k.status <> 'pending')
    where f.sort_at > 0`,
  // One of twenty items is assigned to one of twelve people, in 500 decisions.
  `insert into feedback_assignee (project_id, feedback_id, person_id, set_at, change_id)
    select project_id, id, 'person-' || (abs(sort_at / 1000) % 12), 0, 'change-' || (abs(sort_at) % 500)
    from feedback_index where abs(sort_at / 1000) % 20 = 0`,
  // One of twenty items has a label or two of ten.
  `insert into feedback_label (project_id, feedback_id, label_id, is_on, set_at, change_id)
    select project_id, id, 'label-' || (abs(sort_at / 1000) % 10), 1, 0, 'change'
    from feedback_index where abs(sort_at / 1000) % 20 = 1
    union all
    select project_id, id, 'label-' || (abs(sort_at / 1000) % 10 + 1), 1, 0, 'change'
    from feedback_index where abs(sort_at / 1000) % 40 = 1`,
  `insert into feedback_event (project_id, feedback_id, at, kind, field, from_value, to_value, change_id, set_by_name)
    select project_id, feedback_id, 0, 'set', 'assignee', '', person_id, change_id, 'Ada'
    from feedback_assignee order by change_id`,
];

/**
 * Adds decisions, assigned and labeled items, and merged jobs to a store of sample entries.
 * @param {{ databaseUrl: string | null, file: string }} location
 */
export async function addWork(location) {
  /** @type {import("../../lib/database/open.ts").Database<any>} */
  const database = openDatabase(location);
  const now = Date.now();
  await database.query.transaction().execute(async (trx) => {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(trx);
    const items = await trx
      .selectFrom("feedback_index")
      .select("id")
      .where("project_id", "=", "docs")
      .orderBy("sort_at", "desc")
      .limit(JOBS * 5)
      .execute();
    for (let n = 0; n < JOBS; n++) {
      const own = { project_id: "docs", job_id: `job-${n}` };
      const at = now - (n + 1) * 3 * DAY;
      await trx
        .insertInto("job")
        .values({
          id: own.job_id,
          project_id: "docs",
          intent_key: own.job_id,
          state: "sent",
          platform_status: "completed",
          prompt: "Fix the example",
          created_at: at,
          began_at: at,
          settled_at: at,
          pr_link: "http://127.0.0.1/pulls/1",
          pr_state: "merged",
          pr_checked_at: at,
        })
        .execute();
      const linked = items.slice(n * 5, n * 5 + 5).map(({ id }) => ({ ...own, feedback_id: id }));
      await trx.insertInto("job_feedback").values(linked).execute();
    }
  });
  await database.close();
}
