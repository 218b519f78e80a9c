import "server-only";
import type { FeedbackEntry } from "../contract/platform/feedback.ts";
import type { Database } from "../database/open.ts";
import { toEntryRow } from "./entries.ts";
import { findProject } from "./projects.ts";
import type { PlatformSchema } from "./schema.ts";
import { validateEntry } from "./validate-entry.ts";

/** One item of an import and where it stands, or why it could not be read. Counted from 1. */
export type ImportItem = { line: number } & ({ value: unknown } | { problem: string });

export interface ImportReport {
  /** New entries. */
  accepted: number;
  /** Known ones that differ. */
  updated: number;
  /** Known ones that do not. */
  unchanged: number;
  rejected: number;
  /** Why, for the first of the rejected. */
  reasons: { line: number; reason: string }[];
}

/** Rejections that a report explains; the others are only counted. */
const REASONS = 20;

/** Entries per transaction, few enough that nobody waits long for the write lock. */
const BATCH = 300;

/**
 * Adds entries to a project and replaces those it has. Every batch is kept at once, so that an
 * import which breaks off may simply be repeated.
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
  const keep = async () => {
    await keepBatch(database, project.id, [...batch.values()], report);
    batch = new Map();
  };
  for await (const item of items) {
    const taken = "value" in item ? validateEntry(item.value) : { reason: item.problem };
    if ("reason" in taken) {
      report.rejected += 1;
      if (report.reasons.length < REASONS) {
        report.reasons.push({ line: item.line, reason: taken.reason });
      }
      continue;
    }
    // One statement may not touch a row twice; the later of two equal ids wins.
    if (batch.size === BATCH || batch.has(taken.entry.id)) await keep();
    batch.set(taken.entry.id, taken.entry);
  }
  await keep();
  return report;
}

async function keepBatch(
  database: Database<PlatformSchema>,
  projectId: string,
  entries: FeedbackEntry[],
  report: ImportReport,
): Promise<void> {
  if (entries.length === 0) return;
  // In one order for all, or two imports at once could wait for each other.
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
    // Holds the project's row, so that a revision is never seen before one that is lower.
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
