import { detectDialect } from "./csv-dialect.ts";
import { type CsvDialect, type CsvRecord, csvRecords } from "./csv-records.ts";
import { isZone } from "./dates.ts";
import { isKnownColumn } from "./field-names.ts";
import type { Slices } from "./slices.ts";
import { contentOf, normalized, type TableRow, UnreadableTable, uniqueColumns } from "./table.ts";
import { endOfTable, filled, isSecondHeader, kindOf, type SkippedRows } from "./table-ends.ts";

/** Choices about how a CSV file is read. Missing ones are detected. */
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
export async function readCsv(text: string, choices: CsvChoices, slices: Slices) {
  const found = detectDialect(text);
  const dialect: CsvDialect = {
    escape: found.escape,
    separator: choices.separator ?? found.separator,
    isByLine: choices.isByLine ?? false,
  };
  const records = await recordsIn(text, dialect, slices);
  const candidates = records.slice(0, MAX_HEADER_ROW);
  const header = choices.header ?? headerOf(candidates);
  const { skipped, ...table } = await tableOf(records, header, slices);
  if (table.rows.length === 0)
    throw new UnreadableTable("This file has no rows. Choose another file.");
  const { separator, isByLine } = dialect;
  const start = candidates.map(({ line, cells }) => ({ line, cells }));
  const swallowed = isByLine ? [] : swallowedIn(records, header, dialect);
  const shape: CsvShape = { separator, header, isByLine, start, swallowed, skipped };
  return { table, shape };
}

/** Returns the rows that aren't empty. */
async function recordsIn(text: string, dialect: CsvDialect, slices: Slices): Promise<Record[]> {
  const records: Record[] = [];
  let line = 0;
  let isApart = false;
  for (const record of csvRecords(text, dialect)) {
    line += 1;
    const isHint = line === 1 && /^"?sep=.?/i.test(record.cells[0] ?? "");
    const isEmpty = record.cells.every((cell) => cell.trim() === "");
    if (!isHint && !isEmpty) records.push({ ...record, line, isApart });
    isApart = isEmpty || isRemark(record.cells);
    await slices.pause();
  }
  return records;
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

async function tableOf(records: readonly Record[], header: number, slices: Slices) {
  const { isNamed, given, columns, body, second, zone } = headedTable(records, header);
  const skipped: SkippedRows[] = [];
  if (second) skipped.push({ kind: "second header", line: second.line, rows: 1 });
  const end = isNamed ? endOfTable(body) : body.length;
  const again = { kind: "header again" as const, line: 0, rows: 0 };
  const rows: TableRow[] = [];
  for (const record of body.slice(0, end)) {
    if (isNamed && isSame(record.cells, given)) {
      again.line ||= record.line;
      again.rows += 1;
    } else rows.push(rowOf(record, columns));
    await slices.pause();
  }
  if (again.rows > 0) skipped.push(again);
  const other = body[end];
  if (other) skipped.push({ kind: "other table", line: other.line, rows: body.length - end });
  return { columns, rows, skipped, ...(zone !== null && { zone }) };
}

/** Divides a file into the header, of which there may be a second row, and what is below it. */
function headedTable(records: readonly Record[], header: number) {
  const at = records.findIndex(({ line }) => line === header);
  const isNamed = at >= 0;
  const below = records.slice(at + 1);
  const [next] = below;
  const first = below.slice(0, 2).findIndex(isImportIds) + 1;
  const cells = records[Math.max(at, 0)]?.cells ?? [];
  const given = isNamed ? cells : cells.map(() => "");
  const isSecond = isNamed && first === 0 && next && isSecondHeader(next, below[1]);
  const second = isSecond ? next : null;
  const names = second
    ? given.map((name, place) => name.trim() || second.cells[place] || "")
    : given;
  return {
    isNamed,
    given,
    columns: uniqueColumns(first === 2 ? withQuestions(names, next?.cells ?? []) : names),
    body: below.slice(second ? 1 : first),
    second,
    zone: zoneIn(below.slice(0, first).flatMap((record) => record.cells)),
  };
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
