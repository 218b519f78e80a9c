import type { InfiniteData } from "@tanstack/react-query";
import type { FeedbackRow, FeedbackRows } from "../contract/api/feedback.ts";
import type { PageStart } from "./feedback.ts";

type Column = keyof FeedbackRow;

/** Columns that mostly have the value of another one, which is then sent once. */
const LIKE: Partial<Record<Column, Column>> = { platformStatus: "status", path: "page" };
const SAME = 0;

/**
 * The values of a column, or the different values `of` it and `at` which of them each row has its own.
 * Without `at`, every row has the first one.
 */
type PackedColumn = unknown[] | { of: unknown[]; at?: number[] };

/** A list as columns, for the server's HTML: a column with few different values sends each one once. */
interface PackedRows {
  count: number;
  columns: Partial<Record<Column, PackedColumn>>;
  page: Omit<FeedbackRows, "feedback">;
  start: PageStart;
}

/** Packs the first page of a list. Returns other data as it is. */
export function packRows(data: unknown): unknown {
  if (!isList(data)) return data;
  const [first] = data.pages;
  const [start] = data.pageParams;
  if (!first || !start) return data;
  const { feedback, ...page } = first;
  const packed: PackedRows = { count: feedback.length, columns: {}, page, start };
  // A row leaves out what it doesn't have.
  for (const name of new Set(feedback.flatMap((row) => Object.keys(row))) as Set<Column>) {
    const like = LIKE[name];
    packed.columns[name] = packColumn(
      feedback.map((row) => (like !== undefined && row[name] === row[like] ? SAME : row[name])),
    );
  }
  return { packed };
}

function packColumn(values: unknown[]): PackedColumn {
  const of = [...new Set(values)];
  if (of.length === 1) return { of };
  const packed = { of, at: values.map((value) => of.indexOf(value)) };
  return lengthOf(packed) < lengthOf(values) ? packed : values;
}

function lengthOf(sent: PackedColumn): number {
  return JSON.stringify(sent).length;
}

/** Reverses `packRows`. Returns other data as it is. */
export function unpackRows(data: unknown): unknown {
  if (!isPacked(data)) return data;
  const { count, columns, page, start } = data.packed;
  const feedback = Array.from({ length: count }, (_, index) => {
    const row = Object.fromEntries(
      Object.entries(columns).map(([name, column]) => [name, valueAt(column, index)]),
    );
    for (const [name, like] of Object.entries(LIKE)) if (row[name] === SAME) row[name] = row[like];
    return row;
  });
  return { pages: [{ ...page, feedback }], pageParams: [start] };
}

function valueAt(column: PackedColumn, index: number): unknown {
  return Array.isArray(column) ? column[index] : column.of[column.at?.[index] ?? 0];
}

function isList(data: unknown): data is InfiniteData<FeedbackRows, PageStart> {
  const pages = (data as Partial<InfiniteData<FeedbackRows>> | null)?.pages;
  return Array.isArray(pages) && pages.length === 1;
}

function isPacked(data: unknown): data is { packed: PackedRows } {
  return typeof data === "object" && data !== null && "packed" in data;
}
