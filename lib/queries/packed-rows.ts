import type { InfiniteData } from "@tanstack/react-query";
import type { FeedbackRow, FeedbackRows } from "../contract/api/feedback.ts";
import type { PageStart } from "./feedback.ts";

type Column = keyof FeedbackRow;

/** Columns that mostly have the value of another one, which is then sent once. */
const LIKE: Partial<Record<Column, Column>> = { platformStatus: "status", path: "page" };
const SAME = 0;

/** A list as columns, for the server's HTML: a column of one repeated value is sent once. */
interface PackedRows {
  count: number;
  repeated: Partial<FeedbackRow>;
  columns: Partial<Record<Column, unknown[]>>;
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
  const packed: PackedRows = { count: feedback.length, repeated: {}, columns: {}, page, start };
  for (const name of Object.keys(feedback[0] ?? {}) as Column[]) {
    const values = feedback.map((row) => {
      const like = LIKE[name];
      return like !== undefined && row[name] === row[like] ? SAME : row[name];
    });
    if (values.every((value) => value === values[0])) {
      Object.assign(packed.repeated, { [name]: values[0] });
    } else packed.columns[name] = values;
  }
  return { packed };
}

/** Reverses `packRows`. Returns other data as it is. */
export function unpackRows(data: unknown): unknown {
  if (!isPacked(data)) return data;
  const { count, repeated, columns, page, start } = data.packed;
  const feedback = Array.from({ length: count }, (_, index) => {
    const values = Object.entries(columns).map(([name, column]) => [name, column[index]]);
    const row = { ...repeated, ...Object.fromEntries(values) };
    for (const [name, like] of Object.entries(LIKE)) if (row[name] === SAME) row[name] = row[like];
    return row;
  });
  return { pages: [{ ...page, feedback }], pageParams: [start] };
}

function isList(data: unknown): data is InfiniteData<FeedbackRows, PageStart> {
  const pages = (data as Partial<InfiniteData<FeedbackRows>> | null)?.pages;
  return Array.isArray(pages) && pages.length === 1;
}

function isPacked(data: unknown): data is { packed: PackedRows } {
  return typeof data === "object" && data !== null && "packed" in data;
}
