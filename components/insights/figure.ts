import { CSV_START, csvRow } from "../../lib/text/csv.ts";

/** A number of a figure, and the inbox with the items that it counts. */
export interface FigureCell {
  value: number | null;
  /** The displayed text, such as "12%". */
  text: string;
  href?: string;
}

export interface FigureRow {
  /** Its ID in the figure. */
  id: string;
  name: string;
  href?: string;
  cells: FigureCell[];
}

/** What a chart shows, as a table. */
export interface Figure {
  title: string;
  /** Explains what is counted, and how. */
  hint: string;
  /** What the figure shows, in short. */
  summary: string;
  /** The kind of rows, such as "Day". */
  rowName: string;
  columns: string[];
  /** Units of the first columns in the CSV file. On screen, each number has its own. */
  units?: readonly string[];
  rows: FigureRow[];
  /** Shown instead of a chart that would have no data. */
  empty: string;
}

/** Returns a number of items, which leads to them if there are any. */
export function countCell(value: number, href?: string): FigureCell {
  return { value, text: value.toLocaleString("en"), href: value > 0 ? href : undefined };
}

/** Returns whether a figure has nothing to show. */
export function isEmpty({ rows }: Figure): boolean {
  return rows.every(({ cells }) => cells.every(({ value }) => value === null || value === 0));
}

/** Returns a figure as a CSV file. */
export function figureCsv({ rowName, columns, units = [], rows }: Figure): string {
  const names = columns.map((name, index) => (units[index] ? `${name} (${units[index]})` : name));
  const lines = rows.map(({ name, cells }) => csvRow([name, ...cells.map(({ value }) => value)]));
  return `${CSV_START}${csvRow([rowName, ...names])}${lines.join("")}`;
}
