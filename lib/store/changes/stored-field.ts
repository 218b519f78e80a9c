import "server-only";
import { sql } from "kysely";
import { chunks, inChunks } from "../../database/chunks.ts";
import type { FieldName } from "../../item-fields/fields.ts";
import type { StoreQuery, StoreSchema } from "../schema/schema.ts";

/** The author and the time of a change. */
export interface ChangeInfo {
  /** ID of the change, for undo. */
  change: string;
  /** Epoch milliseconds. */
  at: number;
  /** Name of the person; null for Errata itself. */
  by: string | null;
  /** ID of the person, or for whom Errata does it. */
  byId: string | null;
}

/** An edit of items: the value of one field. */
export interface FieldEdit extends ChangeInfo {
  field: FieldName;
  /** The key in fields that have several values, such as the label; else null. */
  key: string | null;
  /** Null for none. */
  value: string | null;
  /** JSON of `ReaderTexts` of items that come back because their readers added something, by ID. */
  texts?: ReadonlyMap<string, string>;
}

/** An item's value before and after a change; null for none. */
export interface ValueChange {
  field: FieldName;
  id: string;
  from: string | null;
  to: string | null;
}

export interface StoredRow {
  project_id: string;
  feedback_id: string;
}

/** An item whose value is set. */
export interface EditedItem<Row extends StoredRow> {
  id: string;
  /** Its value before; null for none. */
  value: string | null;
  /** The row with that value; null without one. An undo restores it. */
  before: Row | null;
  /** The row to write; null for an item that can't have the value. */
  after: Row | null;
  /** When and by whom the value was set, if people set it. */
  setAt?: number | null;
  setById?: string | null;
  /** Whether a change that isn't a person's makes a decision of that time outdated. */
  isOutdated?: boolean;
}

/** An item whose value an undo ends. */
export interface UndoneItem<Row extends StoredRow> {
  id: string;
  row: Row;
  before: Row | null;
  /** The values that the change replaced. */
  from: string;
}

/** The table of a field's values. Its rows name the change that wrote them. */
export interface ValueTable<Row extends StoredRow> {
  name: keyof StoreSchema;
  key: readonly (keyof Row & string)[];
  /** The other columns. */
  columns: readonly (keyof Row & string)[];
  /** The one with the ID of the change. */
  change: keyof Row & string;
  /** Rows of each item that changes, 1 by default. */
  rowsPerItem?: number;
}

/** How the values of a field are stored. Everything else about changes is the same for all fields. */
export interface StoredField<Row extends StoredRow> {
  table: ValueTable<Row>;
  /** Returns the value in a row; null for none. */
  valueIn(row: Row | null): string | null;
  /** Returns what an edit sets in this project, such as the ID of a group; null if it can't be set at all. */
  resolve?(trx: StoreQuery, projectId: string, edit: FieldEdit): Promise<FieldEdit | null>;
  /** Reads the items that an edit is about, of those that exist. */
  read(
    trx: StoreQuery,
    projectId: string,
    ids: readonly string[],
    edit: FieldEdit,
  ): Promise<EditedItem<Row>[]>;
  /** Side effects of a change, before it is written. @returns the items that change */
  prepare?(
    trx: StoreQuery,
    projectId: string,
    items: EditedItem<Row>[],
    edit: FieldEdit,
  ): Promise<EditedItem<Row>[]>;
  /** Writes data besides the rows. */
  written?(
    trx: StoreQuery,
    projectId: string,
    ids: readonly string[],
    edit: FieldEdit,
  ): Promise<void>;
  /**
   * Restores the earlier values after the change's rows were deleted. By default, writes the earlier rows.
   */
  restore?(
    trx: StoreQuery,
    projectId: string,
    items: readonly UndoneItem<Row>[],
  ): Promise<Omit<ValueChange, "field">[]>;
  /** Side effects of an undo. */
  undone?(
    trx: StoreQuery,
    projectId: string,
    ids: readonly string[],
    change: string,
  ): Promise<void>;
}

/** Inserts rows, or replaces those with the same keys. */
export async function writeRows<Row extends StoredRow>(
  trx: StoreQuery,
  { name, key, columns }: ValueTable<Row>,
  rows: readonly Row[],
): Promise<void> {
  const all = [...key, ...columns];
  const names = (list: readonly string[]) => sql.join(list.map((column) => sql.ref(column)));
  for (const chunk of chunks(rows)) {
    const values = chunk.map((row) => sql`(${sql.join(all.map((column) => row[column] ?? null))})`);
    await sql`insert into ${sql.table(name)} (${names(all)}) values ${sql.join(values)}
      on conflict (${names(key)}) do update set ${sql.join(
        columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`),
      )}`.execute(trx);
  }
}

/** Returns the rows of items, and of nothing else, by item. @param where columns that rows must have as well */
export async function readRows<Row extends StoredRow>(
  db: StoreQuery,
  { name, key, columns }: ValueTable<Row>,
  projectId: string,
  ids: readonly string[],
  where: Partial<Row> = {},
): Promise<Map<string, Row>> {
  const all = sql.join([...key, ...columns].map((column) => sql.ref(column)));
  const found = new Map<string, Row>();
  for (const chunk of chunks(ids)) {
    const conditions = Object.entries(where).map(
      ([column, value]) => sql`and ${sql.ref(column)} = ${value}`,
    );
    const { rows } = await sql<Row>`select ${all} from ${sql.table(name)}
      where project_id = ${projectId} and feedback_id in (${sql.join(chunk)})
        ${sql.join(conditions, sql` `)}`.execute(db);
    for (const row of rows) found.set(row.feedback_id, row);
  }
  return found;
}

/** Deletes the rows that a change wrote and that nothing has replaced since. @returns the rows by item */
export async function deleteRows<Row extends StoredRow>(
  trx: StoreQuery,
  { name, change: column }: ValueTable<Row>,
  projectId: string,
  change: string,
): Promise<Map<string, Row>> {
  const { rows } = await sql<Row>`delete from ${sql.table(name)}
    where project_id = ${projectId} and ${sql.ref(column)} = ${change} returning *`.execute(trx);
  return new Map(rows.map((row) => [row.feedback_id, row]));
}

/** Counts the items whose values are still those of a change, by change. */
export async function countRows<Row extends StoredRow>(
  db: StoreQuery,
  { name, change: column, rowsPerItem = 1 }: ValueTable<Row>,
  projectId: string,
  changes: readonly string[],
): Promise<Map<string, number>> {
  if (changes.length === 0) return new Map();
  const { rows } = await sql<{ change: string; count: number }>`
    select ${sql.ref(column)} as change, count(*) as count from ${sql.table(name)}
    where project_id = ${projectId} and ${sql.ref(column)} in (${sql.join(changes)})
    group by ${sql.ref(column)}`.execute(db);
  return new Map(rows.map(({ change, count }) => [change, count / rowsPerItem]));
}

/** Returns those of the items that exist, in the given order. */
export async function existingIds(
  db: StoreQuery,
  projectId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await inChunks(ids, (chunk) =>
    db
      .selectFrom("feedback")
      .select("id")
      .where("project_id", "=", projectId)
      .where("id", "in", chunk)
      .execute(),
  );
  const found = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => found.has(id));
}

/** Returns when and by whom changes set the values of items, by item: for rows that don't say it themselves. */
export async function settersFromHistory(
  db: StoreQuery,
  projectId: string,
  field: FieldName,
  changes: ReadonlyMap<string, string>,
): Promise<Map<string, { setAt: number; setById: string | null }>> {
  const found = new Map<string, { setAt: number; setById: string | null }>();
  const events = await inChunks([...changes], (chunk) =>
    db
      .selectFrom("feedback_event")
      .select(["feedback_id", "change_id", "at", "set_by_id"])
      .where("project_id", "=", projectId)
      .where(
        "feedback_id",
        "in",
        chunk.map(([id]) => id),
      )
      .where("change_id", "in", [...new Set(chunk.map(([, change]) => change))])
      .where("kind", "=", "set")
      .where("field", "=", field)
      .execute(),
  );
  for (const { feedback_id: id, change_id, at, set_by_id } of events) {
    if (changes.get(id) === change_id) found.set(id, { setAt: at, setById: set_by_id });
  }
  return found;
}
