import { parse } from "csv-parse/browser/esm/sync";

/** A row of a file, with its number: the header of a CSV file is row 1. */
export interface TableRow {
  line: number;
  /** One for each column. */
  cells: string[];
  /** Why the row can't be used, or null. */
  problem: string | null;
}

export interface Table {
  columns: string[];
  rows: TableRow[];
}

/** The file can't be read; the message says why and what to do. */
export class UnreadableTable extends Error {}

/** Characters that a header can have. */
const HEADER_LENGTH = 64_000;
const DELIMITERS = [",", ";", "\t"];
const OPTIONS = {
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  record_delimiter: ["\r\n", "\n", "\r"],
};

/**
 * Reads a table from a file from another tool: CSV with a header, a JSON list of objects (also inside an
 * object), or NDJSON; UTF-8 or UTF-16. Fields of nested objects become columns such as `page.url`.
 * @throws {UnreadableTable}
 */
export function readTable(bytes: ArrayBuffer): Table {
  const text = decoded(bytes).toWellFormed();
  const table = /^\s*[[{]/.test(text) ? tableOfJson(text) : tableOfCsv(text);
  if (table.rows.length === 0)
    throw new UnreadableTable("This file has no rows. Choose another file.");
  return table;
}

function decoded(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const encoding = isUtf16 ? (first === 0xff ? "utf-16le" : "utf-16be") : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableTable("This file isn't UTF-8 text. Save it as CSV in UTF-8.");
  }
}

function tableOfCsv(text: string): Table {
  // The separator that splits the header into the most columns.
  const start = text.slice(0, HEADER_LENGTH);
  const widths = DELIMITERS.map((delimiter) => ({
    delimiter,
    width: records(start, { delimiter, to: 1 })[0]?.length ?? 0,
  }));
  const { delimiter } = widths.reduce((best, each) => (each.width > best.width ? each : best));
  const [header = [], ...rest] = records(text, { delimiter });
  const columns = header.map((name, at) => name.trim() || `column ${at + 1}`);
  const rows = rest.map((cells, index) => {
    const isUneven = cells.length !== columns.length;
    const problem = `has ${cells.length} ${cells.length === 1 ? "column" : "columns"}; the header has ${columns.length}`;
    return {
      line: index + 2,
      cells: columns.map((_, at) => cells[at] ?? ""),
      problem: isUneven ? problem : null,
    };
  });
  return { columns, rows };
}

function records(text: string, options: { delimiter: string; to?: number }): string[][] {
  try {
    return parse(text, { ...OPTIONS, ...options });
  } catch {
    throw new UnreadableTable("A row in this file has an unclosed quote.");
  }
}

function tableOfJson(text: string): Table {
  const list = listOf(text);
  const items = list.map((item) => (isObject(item) ? flat(item) : null));
  const columns = [...new Set(items.flatMap((item) => [...(item?.keys() ?? [])]))];
  const rows = items.map((item, index) => ({
    line: index + 1,
    cells: columns.map((name) => item?.get(name) ?? ""),
    problem: item ? null : "isn't an object",
  }));
  return { columns, rows };
}

function listOf(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value;
    const inside = isObject(value) ? Object.values(value).find(Array.isArray) : undefined;
    return inside ?? [value];
  } catch {
    return text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map(parsedLine);
  }
}

function parsedLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new UnreadableTable("This file isn't valid JSON. Check its end, or save it as CSV.");
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns an object's fields as text, those of objects inside it included. */
function flat(item: Record<string, unknown>, prefix = "", depth = 0): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of Object.entries(item)) {
    if (isObject(value) && depth < 3) {
      for (const [inner, text] of flat(value, `${prefix}${name}.`, depth + 1)) {
        fields.set(inner, text);
      }
    } else fields.set(prefix + name, textOf(value));
  }
  return fields;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return (typeof value === "string" ? value : JSON.stringify(value)).toWellFormed();
}
