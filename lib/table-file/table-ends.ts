import { contentOf } from "./table.ts";

/** A row of a CSV file, with what stands above it. */
export interface Line {
  cells: readonly string[];
  line: number;
  /** Whether an empty row or a remark is above it. */
  isApart: boolean;
}

/** Rows below the header that aren't the table's. */
export interface SkippedRows {
  kind: "second header" | "header again" | "other table";
  line: number;
  rows: number;
}

/** What a cell is, as far as its signs say so. */
export function kindOf(cell: string): "date" | "page" | "number" | "text" {
  if (/^\d{1,4}[-/.]\d{1,2}[-/.]\d/.test(cell)) return "date";
  if (/^(?:\/|https?:)/.test(cell)) return "page";
  return /^[+-]?\d[\d.,' ]*%?$/.test(cell) ? "number" : "text";
}

/** What survey tools write below a question that is answered with words. */
const ANSWERED =
  /^(?:open-?ended )?response$|^other \(please specify\)|^(?:offene |beliebige )?antwort|^réponse(?: ouverte)?$|^respuesta(?: abierta)?$/i;

/** Whether the first row below the header names the answers of its questions, as SurveyMonkey's does. */
export function isSecondHeader({ cells }: Line, next: Line | undefined): boolean {
  const isBeside = cells.some(
    (cell, at) => contentOf(cell) === "" && kindOf(next?.cells[at]?.trim() ?? "") !== "text",
  );
  return (
    cells.some((cell) => ANSWERED.test(cell.trim())) &&
    cells.every((cell) => kindOf(cell.trim()) === "text") &&
    (isBeside || contentOf(cells[0] ?? "") === "")
  );
}

/** Rows that show what the columns have. */
const SAMPLE_ROWS = 200;

/**
 * Returns the place of another table's header below a table: words apart from the rows above, where those have
 * numbers, dates, or pages. Returns the number of rows without one.
 */
export function endOfTable(rows: readonly Line[]): number {
  const kinds = rows[0] ? kindsOf(rows.slice(0, SAMPLE_ROWS)) : [];
  const at = rows.findIndex((row, place) => place > 0 && row.isApart && isHeaderOf(row, kinds));
  if (at < 0 || at === rows.length - 1) return rows.length;
  const remarks = rows.slice(0, at).toReversed();
  const above = remarks.findIndex(({ cells }) => !cells[0]?.startsWith("#") || filled(cells) > 1);
  return at - Math.max(above, 0);
}

function isHeaderOf({ cells }: Line, kinds: readonly (Set<string> | undefined)[]): boolean {
  const words = cells.map((cell) => cell.trim());
  return (
    filled(words) > 1 &&
    words.every((cell) => kindOf(cell) === "text") &&
    words.some((cell, at) => cell !== "" && kinds[at] && !kinds[at].has("text"))
  );
}

/** Returns what the first rows have in each column. The other table's rows are among them, if the first is short. */
function kindsOf(rows: readonly Line[]): (Set<string> | undefined)[] {
  const kinds: (Set<string> | undefined)[] = [];
  for (const { cells, isApart } of rows) {
    if (isApart && kinds.length > 0) break;
    for (const [at, cell] of cells.entries()) {
      const text = contentOf(cell);
      if (text !== "") kinds[at] = (kinds[at] ?? new Set()).add(kindOf(text));
    }
  }
  return kinds;
}

/** How many cells say something. */
export function filled(cells: readonly string[]): number {
  return cells.filter((cell) => cell.trim() !== "").length;
}

/** Says which rows below the header weren't read, and why. */
export function skippedSentences(skipped: readonly SkippedRows[]): string[] {
  return skipped.map(({ kind, line, rows }) => {
    const at = line.toLocaleString("en");
    if (kind === "second header") return `Row ${at} is a second header, so it isn't imported.`;
    const count = rows.toLocaleString("en");
    if (kind === "header again") {
      return rows === 1
        ? "1 row that repeats the header isn't imported."
        : `${count} rows that repeat the header aren't imported.`;
    }
    return `Another table begins in row ${at}. Its ${count} rows aren't imported.`;
  });
}
