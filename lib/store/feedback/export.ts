import "server-only";
import type { Kysely } from "kysely";
import type { Database } from "../../database/open.ts";
import type { FeedbackFilters } from "../../filters/feedback-filters.ts";
import type { StoreSchema } from "../schema.ts";
import { type Condition, facts, factsMatching, ofKinds } from "./conditions.ts";
import { kindsPassing } from "./facet-groups.ts";
import { helpfulOf } from "./row.ts";

/** Entries looked through per statement: a few milliseconds each, between which others have a turn. */
const SLICE = 500;

/** An entry as it is exported: as the platform gave it, with the page and the date understood. */
export interface ExportedEntry {
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
  /** Only where it was asked for. */
  contact?: string | null;
}

interface Position {
  sortAt: number;
  id: string;
}

/**
 * All entries under the filters in the list's order, a few at a time (some lists may be empty). It
 * goes through the whole list in slices by key, so that memory stays flat, no statement is long and
 * no transaction open; what changes meanwhile may or may not be in it.
 */
export async function* exportedEntries(
  { query, read: db, engine }: Database<StoreSchema>,
  projectId: string,
  filters: FeedbackFilters,
  { contacts = false }: { contacts?: boolean } = {},
): AsyncGenerator<ExportedEntry[], void> {
  const kinds = await kindsPassing(query, projectId, filters);
  if (kinds?.length === 0) return;
  const order = filters.sort === "newest" ? "desc" : "asc";
  const conditions = [
    factsMatching(projectId, filters, { text: { engine, by: "scan" }, by: null }),
    ofKinds(kinds),
  ];
  let after: Position | null = null;
  do {
    const slice: Slice = { projectId, order, after, until: null };
    slice.until = await endOfSlice(db, slice);
    yield await entriesOf(db, slice, conditions, contacts);
    after = slice.until;
  } while (after !== null);
}

interface Slice {
  projectId: string;
  order: "asc" | "desc";
  after: Position | null;
  /** The last of it; null where it is the last slice. */
  until: Position | null;
}

async function endOfSlice(db: Kysely<StoreSchema>, slice: Slice): Promise<Position | null> {
  const row = await db
    .selectFrom("feedback_fact")
    .select(["sort_at", "id"])
    .where(within(slice))
    .orderBy("sort_at", slice.order)
    .orderBy("id", slice.order)
    .offset(SLICE - 1)
    .limit(1)
    .executeTakeFirst();
  return row ? { sortAt: row.sort_at, id: row.id } : null;
}

async function entriesOf(
  db: Kysely<StoreSchema>,
  slice: Slice,
  conditions: Condition[],
  contacts: boolean,
): Promise<ExportedEntry[]> {
  const next = facts
    .selectFrom("feedback_fact")
    .select(["project_id", "id", "sort_at"])
    .where(facts.and([within(slice), ...conditions]))
    .orderBy("sort_at", slice.order)
    .orderBy("id", slice.order)
    // Tells PostgreSQL that they are few; what arrives between the two statements has room.
    .limit(2 * SLICE)
    .as("feedback_fact");
  const rows = await db
    .selectFrom(next)
    .innerJoin("feedback", (join) =>
      join
        .onRef("feedback.project_id", "=", "feedback_fact.project_id")
        .onRef("feedback.id", "=", "feedback_fact.id"),
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
    .orderBy("feedback_fact.sort_at", slice.order)
    .orderBy("feedback_fact.id", slice.order)
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
    ...(contacts ? { contact: row.contact } : {}),
  }));
}

function within({ projectId, order, after, until }: Slice): Condition {
  const { refTuple, tuple } = facts;
  const place = refTuple("feedback_fact.sort_at", "feedback_fact.id");
  const [beyond, upTo] = order === "desc" ? (["<", ">="] as const) : ([">", "<="] as const);
  return facts.and([
    facts("feedback_fact.project_id", "=", projectId),
    ...(after ? [facts(place, beyond, tuple(after.sortAt, after.id))] : []),
    ...(until ? [facts(place, upTo, tuple(until.sortAt, until.id))] : []),
  ]);
}
