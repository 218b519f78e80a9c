import "server-only";
import type { ProjectSettings } from "../../contract/api/settings.ts";
import type { ResolvedFilters } from "../../filters/feedback-filters.ts";
import { maskAnswer } from "../../text/email-addresses.ts";
import { type Condition, index, inGroups, matchesFilters } from "../filter-sql/conditions.ts";
import { matchingGroups } from "../filter-sql/facet-groups.ts";
import type { StoreDatabase, StoreQuery } from "../schema/schema.ts";
import { readSettings } from "../settings.ts";
import { labelList, labelsOf } from "../write/labels.ts";
import { withPageNames } from "../write/page-rules.ts";
import { snoozeColumns } from "../write/snoozes.ts";
import { helpfulOf } from "./row.ts";

/** Rows read per statement. Each takes a few milliseconds, so that other queries are not delayed. */
const ROWS_PER_STATEMENT = 500;

/**
 * A feedback item as it is exported: as received, plus its page, its date in ISO 8601, and the team's decisions.
 * Imports ignore fields that aren't the platform's (`completeEntry`).
 */
export interface ExportedItem {
  id: string;
  source: string;
  status: string;
  createdAt: string | null;
  path: string;
  page: string;
  comment: string | null;
  helpful: boolean | null;
  code: string | null;
  filename: string | null;
  lang: string | null;
  /** Name of the reason for which the team dismissed it. */
  dismissedFor: string | null;
  /** As in `FeedbackRow`. */
  snoozedUntil: string | null;
  /** Names of its labels. */
  labels: string[];
  /** Only in exports that include contacts. */
  contact?: string | null;
}

interface Position {
  sortAt: number;
  id: string;
}

/**
 * Yields all items under the filters in list order, a batch at a time (batches may be empty). Reads
 * the list in keyset slices, so that memory use is constant, statements are short and no transaction
 * stays open. Changes made during the export may or may not be included.
 */
export async function* exportedItems(
  { query, read: db, engine }: StoreDatabase,
  projectId: string,
  given: ResolvedFilters,
  contacts = false,
): AsyncGenerator<ExportedItem[], void> {
  const filters = await withPageNames(query, projectId, given);
  const groups = await matchingGroups(query, projectId, filters);
  if (groups?.length === 0) return;
  const order = filters.sort === "newest" ? "desc" : "asc";
  const settings = await readSettings(query, projectId);
  const conditions = [
    matchesFilters(projectId, filters, { text: { engine, by: "scan" }, by: null }),
    inGroups(groups),
  ];
  let after: Position | null = null;
  do {
    const slice: Slice = { projectId, order, after, until: null };
    slice.until = await endOfSlice(db, slice);
    const items = await itemsOf(db, slice, conditions, { contacts, settings });
    yield filters.masked ? maskAnswer(items) : items;
    after = slice.until;
  } while (after !== null);
}

interface Slice {
  projectId: string;
  order: "asc" | "desc";
  after: Position | null;
  /** The last position of the slice; null for the last slice. */
  until: Position | null;
}

async function endOfSlice(db: StoreQuery, slice: Slice): Promise<Position | null> {
  const row = await db
    .selectFrom("feedback_index")
    .select(["sort_at", "id"])
    .where(within(slice))
    .orderBy("sort_at", slice.order)
    .orderBy("id", slice.order)
    .offset(ROWS_PER_STATEMENT - 1)
    .limit(1)
    .executeTakeFirst();
  return row ? { sortAt: row.sort_at, id: row.id } : null;
}

async function itemsOf(
  db: StoreQuery,
  slice: Slice,
  conditions: Condition[],
  { contacts, settings }: { contacts: boolean; settings: ProjectSettings },
): Promise<ExportedItem[]> {
  const reasons = new Map(settings.dismissalReasons.map(({ id, name }) => [id, name]));
  const next = index
    .selectFrom("feedback_index")
    .select(["project_id", "id", "sort_at"])
    .where(index.and([within(slice), ...conditions]))
    .orderBy("sort_at", slice.order)
    .orderBy("id", slice.order)
    // Tells PostgreSQL that the rows are few, with room for items that arrive between the statements.
    .limit(2 * ROWS_PER_STATEMENT)
    .as("feedback_index");
  const rows = await db
    .selectFrom(next)
    .innerJoin("feedback", (join) =>
      join
        .onRef("feedback.project_id", "=", "feedback_index.project_id")
        .onRef("feedback.id", "=", "feedback_index.id"),
    )
    .select([
      "feedback.id",
      "feedback.source",
      "feedback.team_status",
      "feedback.path",
      "feedback.page",
    ])
    .select(["feedback.comment", "feedback.created_at", "feedback.helpful", "feedback.contact"])
    .select(["feedback.code", "feedback.filename", "feedback.lang"])
    .leftJoin("feedback_state", (join) =>
      join
        .onRef("feedback_state.project_id", "=", "feedback.project_id")
        .onRef("feedback_state.feedback_id", "=", "feedback.id"),
    )
    .select(["feedback_state.dismissal_reason", labelList.as("labels"), ...snoozeColumns])
    .orderBy("feedback_index.sort_at", slice.order)
    .orderBy("feedback_index.id", slice.order)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    source: row.source,
    status: row.team_status,
    createdAt: row.created_at === null ? null : new Date(row.created_at).toISOString(),
    path: row.path,
    page: row.page,
    comment: row.comment,
    helpful: helpfulOf(row),
    code: row.code,
    filename: row.filename,
    lang: row.lang,
    dismissedFor:
      row.dismissal_reason && (reasons.get(row.dismissal_reason) ?? row.dismissal_reason),
    snoozedUntil: row.snoozed_until,
    labels: labelNames(settings, labelsOf(row.labels)),
    ...(contacts ? { contact: row.contact } : {}),
  }));
}

/** Returns the names of an item's labels in the project's order, without those that were removed from it. */
function labelNames({ labels }: ProjectSettings, ids: readonly string[]): string[] {
  return labels.filter(({ id, removed }) => !removed && ids.includes(id)).map(({ name }) => name);
}

function within({ projectId, order, after, until }: Slice): Condition {
  const { refTuple, tuple } = index;
  const place = refTuple("feedback_index.sort_at", "feedback_index.id");
  const [beyond, upTo] = order === "desc" ? (["<", ">="] as const) : ([">", "<="] as const);
  return index.and([
    index("feedback_index.project_id", "=", projectId),
    ...(after ? [index(place, beyond, tuple(after.sortAt, after.id))] : []),
    ...(until ? [index(place, upTo, tuple(until.sortAt, until.id))] : []),
  ]);
}
