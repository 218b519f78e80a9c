import "server-only";
import type { Kysely } from "kysely";
import type { Engine } from "../../database/open.ts";
import { raw } from "./search-triggers.ts";

/** Rows per value of each index's columns, as with 100,000 items. */
const STATISTICS = [
  ["feedback", "feedback_with_reasons", "10000 10000 1 1"],
  ["feedback", "feedback_differing", "10000 10000 1"],
  ["feedback_group_member", "sqlite_autoindex_feedback_group_member_1", "50000 50000 1"],
  ["feedback_group_member", "feedback_group_member_by_group", "50000 50000 7 1 1"],
  ["feedback_group_size", "sqlite_autoindex_feedback_group_size_1", "7000 7000 1"],
  ["feedback_label", "sqlite_autoindex_feedback_label_1", "10000 10000 2 1"],
  ["feedback_label", "feedback_label_by_label", "10000 10000 1000 1"],
  ["feedback_label", "feedback_label_by_change", "10000 10000 20"],
];

/**
 * Migration 0035: the group of an item by its ID from the index alone, on both engines, and the rest of SQLite's fixed
 * statistics. An index without any seems to find ten rows of a project, so that SQLite read all members of groups for
 * those of a page.
 */
export async function readFewerRows(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine === "postgres") {
    // SQLite's index has the group, as it is part of the key.
    await raw(db, "alter table feedback_fact drop constraint feedback_fact_of");
    await raw(
      db,
      "alter table feedback_fact add constraint feedback_fact_of unique (project_id, id) include (kind)",
    );
    return;
  }
  const rows = STATISTICS.map((row) => `('${row.join("', '")}')`);
  await raw(db, `insert into sqlite_stat1 (tbl, idx, stat) values ${rows.join(", ")}`);
  await raw(db, "analyze sqlite_schema");
}
