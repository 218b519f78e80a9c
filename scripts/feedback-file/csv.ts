import { pipeline, Readable } from "node:stream";
import { CsvError, type Options, parse } from "csv-parse";
import { parse as parseText } from "csv-parse/sync";
import { EXPORTED_DECISIONS } from "../../lib/contract/api/export-formats.ts";
import { readDate } from "../../lib/table-file/dates.ts";
import { wordVote } from "../../lib/table-file/rating-words.ts";
import { unescapeFormulas } from "../../lib/text/formulas.ts";
import { type FileItem, MAX_ITEM_LENGTH, TOO_LONG, UnreadableFile } from "./file-item.ts";

/** A CSV file's separator, and the name of each column in the file. */
export interface CsvHeader {
  delimiter: string;
  columns: string[];
}

const DELIMITERS = [",", ";", "\t"];

/** Fields of an item, and those that Errata's own export adds. */
const FIELDS = [
  ...["id", "source", "status", "createdAt", "path", "page", "comment", "helpful"],
  ...["code", "filename", "lang", "contact", ...EXPORTED_DECISIONS],
];

const fieldByName = new Map(FIELDS.map((field) => [normalized(field), field]));

/** Column names count without regard to case, spaces, hyphens, and underscores. */
function normalized(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, "");
}

/** Returns the header of a CSV file. Returns null if no column of the first row is `id`. */
export function readCsvHeader(start: string): CsvHeader | null {
  for (const delimiter of DELIMITERS) {
    const columns = firstRow(start, delimiter);
    const isHeader = columns.some((name) => normalized(name) === "id");
    if (isHeader && columns.length > 1) return { delimiter, columns };
  }
  return null;
}

function firstRow(start: string, delimiter: string): string[] {
  try {
    const [row = []] = parseText(start, { ...OPTIONS, delimiter, to: 1 });
    return row;
  } catch {
    return [];
  }
}

const OPTIONS = {
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  record_delimiter: ["\r\n", "\n", "\r"],
  max_record_size: MAX_ITEM_LENGTH,
} satisfies Options;

/** A cell: null if it's empty, and an empty text if it's a pair of quotes. */
type Cell = string | null;

/**
 * Yields the items of a CSV file. Rows are counted as spreadsheets do, with the header as row 1.
 * @throws {UnreadableFile} for a row that doesn't end: the rows after it can't be told apart
 */
export async function* itemsOfCsv(
  parts: AsyncIterable<string>,
  { delimiter, columns }: CsvHeader,
): AsyncGenerator<FileItem, void> {
  let row = 0;
  const parser = parse({
    ...OPTIONS,
    delimiter,
    cast: (text, { quoting }): Cell => (text === "" && !quoting ? null : text),
    on_record: (cells) => [String(++row), ...cells],
  });
  // A failure ends the iteration of `parser` with the error.
  pipeline(Readable.from(parts), parser, () => {});
  const toItem = itemReader(columns);
  try {
    for await (const [number, ...cells] of parser as AsyncIterable<[string, ...Cell[]]>) {
      const line = Number(number);
      if (line > 1) yield { line, ...toItem(cells) };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const isTooLong = error.code === "CSV_MAX_RECORD_SIZE";
    const problem = isTooLong ? TOO_LONG : "doesn't end";
    throw new UnreadableFile(`row ${row + 1} ${problem}. Check its quotes.`, { cause: error });
  }
}

function itemReader(
  columns: string[],
): (cells: Cell[]) => { value: unknown } | { problem: string } {
  const names = columns.map((column) => fieldByName.get(normalized(column)) ?? column.trim());
  const isOwnExport = columns.every((column) => FIELDS.includes(column));
  return (cells) => {
    if (cells.length !== columns.length) {
      return {
        problem: `has ${cells.length} ${cells.length === 1 ? "column" : "columns"}; the header has ${columns.length}`,
      };
    }
    const fields = new Map<string, unknown>();
    for (const [at, cell] of cells.entries()) {
      const name = names[at] || `column ${at + 1}`;
      const text = isOwnExport && cell !== null ? unescapeFormulas(cell) : cell || null;
      if (!fields.has(name)) fields.set(name, parsedCell(name, text));
    }
    return { value: Object.fromEntries(fields) };
  };
}

/** Reads a cell on its own. Values that only the whole column could explain stay texts, and are rejected by name. */
function parsedCell(name: string, text: Cell): unknown {
  if (text === null) return null;
  if (name === "createdAt") return readDate(text.trim(), { order: null, zone: "utc" }) ?? text;
  if (name !== "helpful") return text;
  const vote = /^[01]$/.test(text) ? (text === "1" ? "helpful" : "not helpful") : wordVote(text);
  return vote === null ? text : vote === "helpful";
}
