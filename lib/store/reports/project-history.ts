import "server-only";
import { feedbackEvent } from "../../contract/api/feedback.ts";
import type { ProjectEvent, ProjectHistory } from "../../contract/api/history.ts";
import { stripNul } from "../../database/dialect.ts";
import { isFieldName } from "../../item-fields/fields.ts";
import { countRows } from "../changes/stored-field.ts";
import { withStored } from "../changes/stored-fields.ts";
import type { StoreDatabase, StoreQuery } from "../schema/schema.ts";
import { itemSubjects } from "./subjects.ts";

/** Decisions and changes per page, and events per read. */
const PAGE = 50;
const READ = 200;

/** The part of a project's history to return. */
export interface HistoryQuery {
  /** Name of the teammate; null for everyone and the platform. */
  person: string | null;
  /** Where the last page ended; null for the newest events. */
  before: number | null;
}

/**
 * Returns what was changed in a project, newest first. The items of one decision are one event: however
 * many there are, only some of them are read.
 */
export async function projectHistory(
  { read: db }: StoreDatabase,
  projectId: string,
  query: HistoryQuery,
): Promise<ProjectHistory> {
  const found = new Map<string, Row>();
  let before = query.before;
  for (;;) {
    const rows = await eventsBefore(db, projectId, { ...query, before });
    for (const row of rows) if (!found.has(stepOf(row))) found.set(stepOf(row), row);
    const last = rows.at(-1);
    if (!last || rows.length < READ || found.size > PAGE) break;
    before = await firstOf(db, projectId, last);
  }
  const shown = [...found.values()].slice(0, PAGE);
  const sums = await sumsOf(db, projectId, shown);
  const current = await currentItems(db, projectId, shown);
  const subjects = await itemSubjects(
    db,
    projectId,
    shown.map((row) => row.feedback_id),
  );
  const events = shown.map((row): ProjectEvent => {
    const sum = sums.get(keyOf(row)) ?? { items: 1, from: row.from_value, to: row.to_value };
    return {
      id: row.id,
      at: row.at,
      ...sum,
      by: row.set_by_name,
      change: row.change_id,
      kind: KINDS.find((kind) => kind === row.kind) ?? "platform",
      field: feedbackEvent.shape.field.catch("status").parse(row.field),
      feedbackId: row.feedback_id,
      subject: subjects.get(row.feedback_id) ?? null,
      undoable: row.kind === "set" ? (current.get(row.change_id ?? "") ?? 0) : 0,
    };
  });
  const last = shown.at(-1);
  const hasMore = found.size > PAGE;
  return { events, nextBefore: hasMore && last ? await firstOf(db, projectId, last) : null };
}

const KINDS = ["set", "undo", "superseded"] as const;

type Row = Awaited<ReturnType<typeof eventsBefore>>[number];

function eventsBefore(db: StoreQuery, projectId: string, { person, before }: HistoryQuery) {
  let events = db
    .selectFrom("feedback_event")
    .select(["id", "at", "kind", "field", "feedback_id", "from_value", "to_value"])
    .select(["change_id", "set_by_name"])
    .where("project_id", "=", projectId)
    // The item's own history shows that the platform's change wasn't applied.
    .where("kind", "!=", "kept")
    .orderBy("id", "desc")
    .limit(READ);
  if (person !== null) events = events.where("set_by_name", "=", stripNul(person));
  if (before !== null) events = events.where("id", "<", before);
  return events.execute();
}

/** Identifies the decision, or undo of one, that an event belongs to. Other events stand alone. */
function stepOf(row: Row): string {
  return row.change_id === null ? String(row.id) : keyOf(row);
}

function keyOf({ change_id, kind, field }: Pick<Row, "change_id" | "kind" | "field">): string {
  return JSON.stringify([change_id, kind, field]);
}

/** Returns the ID of the first event of a decision; the events of others are older. */
async function firstOf(db: StoreQuery, projectId: string, row: Row): Promise<number> {
  if (row.change_id === null) return row.id;
  const { first } = await db
    .selectFrom("feedback_event")
    .select(({ fn }) => fn.min("id").as("first"))
    .where("project_id", "=", projectId)
    .where("change_id", "=", row.change_id)
    .where("kind", "=", row.kind)
    .where("field", "=", row.field)
    .executeTakeFirstOrThrow();
  return first;
}

interface Sums {
  items: number;
  from: string | null;
  to: string | null;
}

/** Counts the items of decisions, with their values before and after if these are the same for all. */
async function sumsOf(
  db: StoreQuery,
  projectId: string,
  rows: readonly Row[],
): Promise<Map<string, Sums>> {
  const changes = rows.flatMap(({ change_id }) => change_id ?? []);
  if (changes.length === 0) return new Map();
  const sums = await db
    .selectFrom("feedback_event")
    .select(["change_id", "kind", "field"])
    .select(({ fn }) => [
      fn.countAll<number>().as("items"),
      ...[fn.min("from_value").as("from_first"), fn.max("from_value").as("from_last")],
      ...[fn.min("to_value").as("to_first"), fn.max("to_value").as("to_last")],
    ])
    .where("project_id", "=", projectId)
    .where("change_id", "in", changes)
    .groupBy(["change_id", "kind", "field"])
    .execute();
  return new Map(
    sums.map((sum) => [
      keyOf(sum),
      {
        items: sum.items,
        from: sum.from_first === sum.from_last ? sum.from_first : null,
        to: sum.to_first === sum.to_last ? sum.to_first : null,
      },
    ]),
  );
}

/** Counts the items of each decision that still have its value. */
async function currentItems(
  db: StoreQuery,
  projectId: string,
  rows: readonly Row[],
): Promise<Map<string, number>> {
  const current = new Map<string, number>();
  const set = Map.groupBy(
    rows.filter((row) => row.kind === "set"),
    (row) => row.field,
  );
  for (const [field, own] of set) {
    if (!isFieldName(field)) continue;
    const changes = own.flatMap(({ change_id }) => change_id ?? []);
    const counts = await withStored(field, ({ table }) => countRows(db, table, projectId, changes));
    for (const [change, items] of counts) current.set(change, items);
  }
  return current;
}
