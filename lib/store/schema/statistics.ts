import "server-only";
import { type Kysely, sql } from "kysely";

/** Rows per value of each index's columns, as measured with 100,000 items. */
const STATISTICS = {
  feedback: {
    sqlite_autoindex_feedback_1: "100000 100000 1",
    feedback_by_date: "100000 100000 1 1",
    feedback_by_arrival: "100000 100000 10",
    feedback_with_contact: "10000 10000 1",
    feedback_with_reasons: "10000 10000 1 1",
    feedback_differing: "10000 10000 1",
    feedback_noise: "5000 5000 10",
  },
  facet_group: { sqlite_autoindex_facet_group_1: "48 48 12 3 2 2 1 1" },
  feedback_index: {
    sqlite_autoindex_feedback_index_1: "100000 100000 1",
    feedback_index_by_date: "100000 100000 1 1 1 1",
    feedback_index_by_facet_group: "100000 100000 3000 1",
    feedback_index_by_day: "100000 100000 500 20 1",
    feedback_index_by_page: "100000 100000 2000 70 1",
  },
  feedback_assignee: {
    sqlite_autoindex_feedback_assignee_1: "5000 5000 1",
    feedback_assignee_by_person: "5000 400 400 30 1",
    feedback_assignee_by_change: "5000 5000 10",
  },
  feedback_label: {
    sqlite_autoindex_feedback_label_1: "10000 10000 2 1",
    feedback_label_by_label: "10000 10000 1000 1",
    feedback_label_by_change: "10000 10000 20",
  },
  feedback_group_member: {
    sqlite_autoindex_feedback_group_member_1: "50000 50000 1",
    feedback_group_member_by_group: "50000 50000 7 1 1 1 1 1",
  },
  feedback_group_size: { sqlite_autoindex_feedback_group_size_1: "7000 7000 1" },
};

/**
 * Sets fixed statistics for SQLite's planner. Statistics of a small store would lead to plans that are slow once it has
 * grown, and nothing runs ANALYZE then. An index without any seems to find ten rows of a project.
 */
export async function fixStatistics(db: Kysely<unknown>): Promise<void> {
  // Creates the table of statistics.
  await sql`analyze store_migration`.execute(db);
  await sql`delete from sqlite_stat1`.execute(db);
  for (const [table, indexes] of Object.entries(STATISTICS)) {
    for (const [index, counts] of Object.entries(indexes)) {
      await sql`insert into sqlite_stat1 (tbl, idx, stat) values (${table}, ${index}, ${counts})`.execute(
        db,
      );
    }
  }
  // Measured samples would take precedence over these.
  await sql`drop table if exists sqlite_stat4`.execute(db);
  await sql`analyze sqlite_schema`.execute(db);
}
