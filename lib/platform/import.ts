import "server-only";
import type { FeedbackEntry } from "../contract/platform/feedback.ts";
import type { Database } from "../database/open.ts";
import { toEntryRow } from "./entries.ts";
import { findProject } from "./projects.ts";
import type { PlatformSchema } from "./schema.ts";
import { validateEntry } from "./validate-entry.ts";

/** One item of an import with its line number (from 1), or why it couldn't be parsed. */
export type ImportItem = { line: number } & ({ value: unknown } | { problem: string });

export interface ImportReport {
  /** New entries. */
  accepted: number;
  /** Existing entries that changed. */
  updated: number;
  /** Existing entries that are identical. */
  unchanged: number;
  rejected: number;
  /** Reasons for the first rejected items. */
  reasons: { line: number; reason: string }[];
}

/** Rejected items listed with a reason. The rest are only counted. */
const MAX_REASONS = 20;

/** Entries per transaction. Small, so that other writers don't wait long for the lock. */
const BATCH = 300;

/**
 * Adds entries to a project and replaces existing ones with the same ID. Each batch is committed
 * right away, so an interrupted import can be run again.
 * @throws {NotFound} for an unknown project
 */
export async function importEntries(
  database: Database<PlatformSchema>,
  projectId: string,
  items: Iterable<ImportItem> | AsyncIterable<ImportItem>,
): Promise<ImportReport> {
  const project = await findProject(database.query, projectId);
  const report: ImportReport = { accepted: 0, updated: 0, unchanged: 0, rejected: 0, reasons: [] };
  let batch = new Map<string, FeedbackEntry>();
  const flush = async () => {
    await saveBatch(database, project.id, [...batch.values()], report);
    batch = new Map();
  };
  for await (const item of items) {
    const result = "value" in item ? validateEntry(item.value) : { reason: item.problem };
    if ("reason" in result) {
      report.rejected += 1;
      if (report.reasons.length < MAX_REASONS) {
        report.reasons.push({ line: item.line, reason: result.reason });
      }
      continue;
    }
    // One statement can't write a row twice. With duplicate IDs, the last one wins.
    if (batch.size === BATCH || batch.has(result.entry.id)) await flush();
    batch.set(result.entry.id, result.entry);
  }
  await flush();
  return report;
}

async function saveBatch(
  database: Database<PlatformSchema>,
  projectId: string,
  entries: FeedbackEntry[],
  report: ImportReport,
): Promise<void> {
  if (entries.length === 0) return;
  // Sorted, so that concurrent imports lock rows in the same order and can't deadlock.
  const rows = entries.map((entry) => toEntryRow(projectId, entry)).sort(byId);
  const known = await database.query.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom("platform_entry")
      .select(["id", "entry"])
      .where("project_id", "=", projectId)
      .where(
        "id",
        "in",
        rows.map((row) => row.id),
      )
      .execute();
    const texts = new Map(found.map((row) => [row.id, row.entry]));
    const changed = rows.filter((row) => texts.get(row.id) !== row.entry);
    if (changed.length === 0) return texts;
    // Locks the project's row, so that revisions become visible in order.
    const { revision } = await trx
      .updateTable("platform_project")
      .set((eb) => ({ revision: eb("revision", "+", 1) }))
      .where("id", "=", projectId)
      .returning("revision")
      .executeTakeFirstOrThrow();
    await trx
      .insertInto("platform_entry")
      .values(changed.map((row) => ({ ...row, revision })))
      .onConflict((conflict) =>
        conflict.columns(["project_id", "id"]).doUpdateSet(({ ref }) => ({
          source: ref("excluded.source"),
          status: ref("excluded.status"),
          created_at: ref("excluded.created_at"),
          sort_at: ref("excluded.sort_at"),
          entry: ref("excluded.entry"),
          revision: ref("excluded.revision"),
        })),
      )
      .execute();
    return texts;
  });
  for (const row of rows) {
    const before = known.get(row.id);
    if (before === undefined) report.accepted += 1;
    else if (before === row.entry) report.unchanged += 1;
    else report.updated += 1;
  }
}

function byId(one: { id: string }, other: { id: string }): number {
  return one.id < other.id ? -1 : 1;
}
