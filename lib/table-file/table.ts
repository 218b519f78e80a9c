import { normalForm } from "../text/normal-form.ts";

/** A row of a file, with its number: as spreadsheets count, or the line of NDJSON, or the place in a list. */
export interface TableRow {
  line: number;
  /** One for each column. */
  cells: string[];
  /** Why the row can't be used, or null. */
  problem: string | null;
}

export interface Table {
  /** No two have the same name. */
  columns: string[];
  rows: TableRow[];
  /** The zone of times that have none, if the file says it, such as `America/Denver`. */
  zone?: string;
}

/** The file can't be read; the message says why and what to do. */
export class UnreadableTable extends Error {}

/** Values that tools write for an empty cell. A cell with nothing else counts as empty. */
const EMPTY_WORDS = new Set(["null", "\\n", "n/a", "#n/a", "nan", "undefined", "(null)", "<null>"]);

/** Returns a cell's text, without the space around it; empty for `NULL`, `\\N`, and `N/A` alone. */
export function contentOf(cell: string): string {
  const text = cell.trim();
  return text.length <= 9 && EMPTY_WORDS.has(text.toLowerCase()) ? "" : text;
}

/** Returns a column name without case, spaces, and punctuation. */
export function normalized(name: string): string {
  return normalForm(name, "NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** A table with more of them wouldn't fit in memory: each row has a cell for each column. */
const MAX_COLUMNS = 2_000;

/**
 * Gives columns without a name one, and numbers the ones of the same name: `Comment`, `Comment (2)`.
 * @throws {UnreadableTable} for too many
 */
export function uniqueColumns(names: readonly string[]): string[] {
  if (names.length > MAX_COLUMNS) {
    throw new UnreadableTable(
      "This file has more than 2,000 columns. Remove some and upload it again.",
    );
  }
  const taken = new Set<string>();
  return names.map((given, at) => {
    const name = given.replace(/^\uFEFF/, "").trim() || `column ${at + 1}`;
    let unique = name;
    for (let number = 2; taken.has(unique); number += 1) unique = `${name} (${number})`;
    taken.add(unique);
    return unique;
  });
}

/** Returns the text of a row's cell in a column; empty without a column. */
export function cellReader(table: Pick<Table, "columns">, column: string | null) {
  const at = column === null ? -1 : table.columns.indexOf(column);
  return ({ cells }: TableRow): string => contentOf(cells[at] ?? "");
}

/** Returns the column with exactly this name, or null. */
export function columnNamedExactly(
  { columns }: Pick<Table, "columns">,
  name: string,
): string | null {
  return columns.includes(name) ? name : null;
}
