import { detectDialect } from "./csv-dialect.ts";
import { type CsvDialect, type CsvRecord, csvRecords } from "./csv-records.ts";
import { isZone } from "./dates.ts";
import { isKnownColumn } from "./field-names.ts";
import type { Slices } from "./slices.ts";
import { contentOf, normalized, type TableRow, UnreadableTable, uniqueColumns } from "./table.ts";
import { endOfTable, isSecondHeader, kindOf, type SkippedRows } from "./table-ends.ts";

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
  /** Rows below the header that aren't the table's, so they weren't read. */
  skipped: SkippedRows[];
}

/** Rows that can be the header. */
const MAX_HEADER_ROW = 30;
/** Swallowed rows that are named. */
const MAX_SWALLOWED = 20;

interface Record extends CsvRecord {
  line: number;
  isApart: boolean;
}

/**
 * Reads a CSV file. Rows count as spreadsheets count them. Excel's `sep=;`, comments, and titles above the header
 * are skipped, and so is what follows the table.
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
  let isApart = false;
  for (const record of csvRecords(text, dialect)) {
    line += 1;
    const isHint = line === 1 && /^"?sep=.?/i.test(record.cells[0] ?? "");
    const isEmpty = record.cells.every((cell) => cell.trim() === "");
    if (!isHint && !isEmpty) records.push({ ...record, line, isApart });
    isApart = isEmpty || isRemark(record.cells);
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
    skipped: [],
  };
  const { skipped, ...table } = await tableOf(records, header, pace);
  shape.skipped = skipped;
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

async function tableOf(records: readonly Record[], header: number, pace: Slices) {
  const at = records.findIndex(({ line }) => line === header);
  const below = records.slice(at + 1);
  const first = below.slice(0, 2).findIndex(isImportIds) + 1;
  const given = at < 0 ? (records[0]?.cells ?? []).map(() => "") : (records[at]?.cells ?? []);
  const second = at >= 0 && first === 0 && below[0] && isSecondHeader(below[0], below[1]);
  const names = second
    ? given.map((name, place) => name.trim() || below[0]?.cells[place] || "")
    : given;
  const columns = uniqueColumns(first === 2 ? withQuestions(names, below[0]?.cells ?? []) : names);
  const skipped: SkippedRows[] = [];
  if (second) skipped.push({ kind: "second header", line: below[0]?.line ?? 0, rows: 1 });
  const body = below.slice(second ? 1 : first);
  const end = at < 0 ? body.length : endOfTable(body);
  const again = { kind: "header again" as const, line: 0, rows: 0 };
  const rows: TableRow[] = [];
  for (const record of body.slice(0, end)) {
    if (at >= 0 && isSame(record.cells, given)) {
      again.line ||= record.line;
      again.rows += 1;
    } else rows.push(rowOf(record, columns));
    await pace.pause();
  }
  if (again.rows > 0) skipped.push(again);
  const other = body[end];
  if (other) skipped.push({ kind: "other table", line: other.line, rows: body.length - end });
  const zone = zoneIn(below.slice(0, first).flatMap(({ cells }) => cells));
  return { columns, rows, skipped, ...(zone !== null && { zone }) };
}

function isSame(cells: readonly string[], names: readonly string[]): boolean {
  return cells.length === names.length && cells.every((cell, at) => cell === names[at]);
}

/** The third row of a Qualtrics export. */
function isImportIds({ cells }: Record): boolean {
  return cells.every((cell) => cell === "" || /^\{"ImportId"/.test(cell));
}

/** Returns the zone that Qualtrics writes beside the IDs of dates: `{"ImportId":"startDate","timeZone":"America/Denver"}`. */
function zoneIn(cells: readonly string[]): string | null {
  for (const cell of cells) {
    const zone = /"timeZone": ?"([\w/+-]{1,40})"/.exec(cell)?.[1];
    if (zone !== undefined && isZone(zone)) return zone;
  }
  return null;
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

/** `# Account: x`, and `#` alone. Beside other cells, `#` is the name of a column. */
function isRemark([first = "", ...others]: readonly string[]): boolean {
  return (
    /^\s*#(?:\s+\S|[-=#])/.test(first) ||
    (first.trim() === "#" && others.every((cell) => cell.trim() === ""))
  );
}
