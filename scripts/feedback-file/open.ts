import { itemsOfCsv, readCsvHeader } from "./csv.ts";
import { type FileItem, UnreadableFile } from "./file-item.ts";
import { itemsOfLines } from "./json-lines.ts";
import { itemsOfJson, startsExportPage } from "./json-list.ts";
import { openText } from "./text.ts";

/** A file of feedback. */
export interface FeedbackFile {
  /** What the file is, such as `CSV, gzip, UTF-8`. */
  description: string;
  /** What the positions of `items` count: lines of NDJSON, rows of CSV, or items of a JSON document. */
  unit: "line" | "row" | "item";
  items: AsyncIterable<FileItem>;
  /** Returns how much of the file was read, from 0 to 1; null for a pipe. */
  share(): number | null;
}

/**
 * Opens a file of feedback: JSON (an array, or an export page), NDJSON, or CSV with a header, as UTF-8 or
 * UTF-16, also packed with gzip. The content says which it is, not the name. Reads the file once, and
 * keeps only one item in memory.
 * @throws {UnreadableFile} now, or while the items are read
 */
export async function openFeedbackFile(file: string): Promise<FeedbackFile> {
  try {
    const text = await openText(file);
    const format = formatOf(file, text.start);
    if (!format)
      throw new Error('it\'s neither JSON, nor NDJSON, nor CSV with a column named "id"');
    return {
      description: [format.name, ...text.storage].join(", "),
      unit: format.unit,
      items: withFileErrors(file, format.items(text.parts)),
      share: text.share,
    };
  } catch (error) {
    throw unreadable(file, error, 0);
  }
}

interface Format {
  name: string;
  unit: FeedbackFile["unit"];
  items(parts: AsyncIterable<string>): AsyncIterable<FileItem>;
}

const ARRAY: Format = {
  name: "JSON (array)",
  unit: "item",
  items: (parts) => itemsOfJson(parts, false),
};
const PAGE: Format = {
  name: "JSON (export page)",
  unit: "item",
  items: (parts) => itemsOfJson(parts, true),
};
const LINES: Format = { name: "NDJSON", unit: "line", items: itemsOfLines };

function formatOf(file: string, start: string): Format | null {
  const text = start.trimStart();
  const isNamedLines = /\.(ndjson|jsonl)(\.gz)?$/i.test(file);
  if (text.startsWith("[")) return ARRAY;
  if (text.startsWith("{")) {
    if (startsExportPage(text)) return PAGE;
    return isNamedLines || hasWholeLine(text) ? LINES : PAGE;
  }
  const header = readCsvHeader(text);
  if (header) return csvFormat(header);
  return isNamedLines || text === "" ? LINES : null;
}

/** Returns whether the first line is an object on its own, valid or not. */
function hasWholeLine(text: string): boolean {
  const [line = ""] = text.split("\n", 1);
  return line.trimEnd().endsWith("}");
}

function csvFormat(header: Parameters<typeof itemsOfCsv>[1]): Format {
  const separated: Record<string, string> = { ";": " (semicolons)", "\t": " (tabs)" };
  return {
    name: `CSV${separated[header.delimiter] ?? ""}`,
    unit: "row",
    items: (parts) => itemsOfCsv(parts, header),
  };
}

async function* withFileErrors(
  file: string,
  items: AsyncIterable<FileItem>,
): AsyncGenerator<FileItem> {
  let count = 0;
  try {
    for await (const item of items) {
      count += 1;
      yield item;
    }
  } catch (error) {
    throw unreadable(file, error, count);
  }
}

/** @param count the items that were read before */
function unreadable(file: string, error: unknown, count: number): UnreadableFile {
  const reason = error instanceof Error ? error.message : String(error);
  const advice =
    error instanceof UnreadableFile ? reason : `${reason}. Check the path and the format.`;
  const before =
    count === 1 ? " 1 item was read before that." : ` ${count} items were read before that.`;
  return new UnreadableFile(`${file} can't be read: ${advice}${count > 0 ? before : ""}`, {
    cause: error,
  });
}
