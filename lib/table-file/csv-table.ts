import { detectDialect } from "./csv-dialect.ts";
import { type CsvDialect, type CsvRecord, csvRecords } from "./csv-records.ts";
import { isKnownColumn } from "./field-names.ts";
import type { Slices } from "./slices.ts";
import {
  contentOf,
  normalized,
  type Table,
  type TableRow,
  UnreadableTable,
  uniqueColumns,
} from "./table.ts";

/** What someone chose about a CSV file; the rest is found. */
export interface CsvChoices {
  separator?: string;
  /** The number of the header's row; 0 if the file has none. */
  header?: number;
  /** Whether each line is a row, so that no quote swallows the rows after it. */
  isByLine?: boolean;
}

/** How a CSV file was read. */
export interface CsvShape {
  separator: string;
  header: number;
  isByLine: boolean;
  /** The first rows, from which the header can be chosen. */
  start: { line: number; cells: string[] }[];
  /** Rows whose quotes seem to swallow the rows after them. */
  swallowed: { line: number; lines: number }[];
}

/** Rows that can be the header. */
const MAX_HEADER_ROW = 30;
/** Swallowed rows that are named. */
const MAX_SWALLOWED = 20;

interface Record extends CsvRecord {
  line: number;
}

/**
 * Reads a CSV file. Rows count as spreadsheets count them. Excel's `sep=;`, comments, and titles above the header
 * are skipped.
 * @throws {UnreadableTable} without a row below the header
 */
export async function readCsv(text: string, choices: CsvChoices, pace: Slices) {
  const found = detectDialect(text);
  const dialect: CsvDialect = {
    escape: found.escape,
    separator: choices.separator ?? found.separator,
    isByLine: choices.isByLine ?? false,
  };
  const records: Record[] = [];
  let line = 0;
  for (const record of csvRecords(text, dialect)) {
    line += 1;
    const isHint = line === 1 && /^"?sep=.?/i.test(record.cells[0] ?? "");
    const isEmpty = record.cells.every((cell) => cell.trim() === "");
    if (!isHint && !isEmpty) records.push({ ...record, line });
    await pace.pause();
  }
  const candidates = records.slice(0, MAX_HEADER_ROW);
  const header = choices.header ?? headerOf(candidates);
  const shape: CsvShape = {
    separator: dialect.separator,
    header,
    isByLine: dialect.isByLine,
    start: candidates.map(({ line: number, cells }) => ({ line: number, cells })),
    swallowed: [],
  };
  const table = await tableOf(records, header, pace);
  if (table.rows.length === 0)
    throw new UnreadableTable("This file has no rows. Choose another file.");
  if (!dialect.isByLine) shape.swallowed = swallowedIn(records, header, dialect);
  return { table, shape };
}

/** Returns the row of the header: the first that names known columns, else the first with nearly all cells. */
function headerOf(candidates: readonly Record[]): number {
  const rows = candidates.filter(({ cells }) => !isRemark(cells));
  const widest = Math.max(0, ...rows.map(({ cells }) => filled(cells)));
  const known = rows.map(({ cells }) => cells.filter(isKnownColumn).length);
  const most = Math.max(0, ...known);
  const named = rows.find((_, at) => most > 1 && known[at] === most);
  const first = rows.find(({ cells }) => filled(cells) >= widest * 0.6);
  const header = named ?? first;
  if (!header) return 0;
  // Nobody names a column after a page or a date.
  return !named && header.cells.some((cell) => /^(?:\/|https?:|\d{4}-\d\d-\d\d)/.test(cell))
    ? 0
    : header.line;
}

function filled(cells: readonly string[]): number {
  return cells.filter((cell) => cell.trim() !== "").length;
}

async function tableOf(records: readonly Record[], header: number, pace: Slices): Promise<Table> {
  const at = records.findIndex(({ line }) => line === header);
  const below = records.slice(at + 1);
  const hasComments = records
    .slice(0, Math.max(at, 0))
    .some(({ cells }) => cells[0]?.startsWith("#"));
  const imports = below.slice(0, 2).findIndex(isImportIds);
  const names = at < 0 ? (records[0]?.cells ?? []).map(() => "") : (records[at]?.cells ?? []);
  const columns = uniqueColumns(
    imports === 1 ? withQuestions(names, below[0]?.cells ?? []) : names,
  );
  const rows: TableRow[] = [];
  for (const record of below.slice(imports + 1)) {
    if (!(hasComments && record.cells[0]?.startsWith("#"))) rows.push(rowOf(record, columns));
    await pace.pause();
  }
  return { columns, rows };
}

/** The third row of a Qualtrics export. */
function isImportIds({ cells }: Record): boolean {
  return cells.every((cell) => cell === "" || /^\{"ImportId"/.test(cell));
}

/** Names the columns of a Qualtrics export after their questions, which its second row has. */
function withQuestions(names: readonly string[], questions: readonly string[]): string[] {
  return names.map((name, at) => {
    const question = questions[at]?.trim() ?? "";
    return question === "" || normalized(question) === normalized(name)
      ? name
      : `${name}: ${question}`;
  });
}

function rowOf({ line, cells }: Record, columns: readonly string[]): TableRow {
  const extra = cells
    .slice(columns.length)
    .map(contentOf)
    .find((cell) => cell !== "");
  return {
    line,
    cells: columns.map((_, at) => cells[at] ?? ""),
    problem:
      extra === undefined
        ? null
        : `has ${cells.length} cells, but the header has ${columns.length}: “${extra.slice(0, 40)}” is extra`,
  };
}

/** Finds rows over several lines whose quotes don't close properly, or with lines inside that look like rows. */
function swallowedIn(records: readonly Record[], header: number, dialect: CsvDialect) {
  const width = records.find(({ line }) => line === header)?.cells.length ?? 0;
  const found: CsvShape["swallowed"] = [];
  for (const record of records) {
    if (record.lines === 1) continue;
    if (record.isLoose || holdsRows(record, width, dialect)) {
      found.push({ line: record.line, lines: record.lines });
    }
    if (found.length === MAX_SWALLOWED) break;
  }
  return found;
}

/** Lines of a row that are looked at. */
const MAX_INNER_LINES = 50;

function holdsRows({ cells }: Record, width: number, dialect: CsvDialect): boolean {
  const kinds = cells.map(kindOf);
  const inner = cells.flatMap((cell) => cell.split("\n", MAX_INNER_LINES).slice(1));
  return inner.slice(0, MAX_INNER_LINES).some((line) => {
    const [row] = csvRecords(line, { ...dialect, isByLine: true });
    const isSimilar = row?.cells.some(
      (cell, at) => kindOf(cell) !== "text" && kindOf(cell) === kinds[at],
    );
    return width > 1 && row?.cells.length === width && isSimilar === true;
  });
}

function kindOf(cell: string): string {
  if (/^\d{1,4}[-/.]\d{1,2}[-/.]\d/.test(cell)) return "date";
  if (/^(?:\/|https?:)/.test(cell)) return "page";
  return /^\d+$/.test(cell) ? "number" : "text";
}

/** `# Account: x`, and `#` alone. Beside other cells, `#` is the name of a column. */
function isRemark([first = "", ...others]: readonly string[]): boolean {
  return (
    /^\s*#(?:\s+\S|[-=#])/.test(first) ||
    (first.trim() === "#" && others.every((cell) => cell.trim() === ""))
  );
}
