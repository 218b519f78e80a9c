import "server-only";
import type { ExportFormat } from "../../contract/api/export-formats.ts";
import { escapeFormulas } from "../../text/formulas.ts";
import type { ExportedItem } from "./export.ts";

const COLUMNS = [
  "id",
  "source",
  "status",
  "createdAt",
  "path",
  "page",
  "comment",
  "helpful",
  "code",
  "filename",
  "lang",
] as const;

/**
 * Encodes items as a file. Reads the next batch only when the consumer pulls.
 *
 * `json` is one array, `ndjson` one object per line. `csv` follows RFC 4180 with a byte order mark, so
 * that spreadsheets read it as UTF-8. What a spreadsheet would run as a formula gets an apostrophe, and
 * an empty text is a pair of quotes, so that `npm run import` can restore both. Programs should use
 * `json` or `ndjson`.
 */
export function exportStream(
  format: ExportFormat,
  items: AsyncGenerator<ExportedItem[], void>,
  contacts: boolean,
): ReadableStream<Uint8Array> {
  const chunks = fileText(format, items, contacts);
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      // The client disconnected.
      cancel: async () => void (await chunks.return(undefined)),
    },
    { highWaterMark: 1 },
  );
}

async function* fileText(
  format: ExportFormat,
  items: AsyncGenerator<ExportedItem[], void>,
  contacts: boolean,
): AsyncGenerator<string, void> {
  const columns = contacts ? [...COLUMNS, "contact" as const] : COLUMNS;
  if (format === "csv") yield `\ufeff${columns.join(",")}\r\n`;
  let started = false;
  for await (const batch of items) {
    if (batch.length === 0) continue;
    if (format === "csv") yield batch.map((item) => csvRow(item, columns)).join("");
    else if (format === "ndjson") yield batch.map((item) => `${JSON.stringify(item)}\n`).join("");
    else yield `${started ? ",\n" : "[\n"}${batch.map((item) => JSON.stringify(item)).join(",\n")}`;
    started = true;
  }
  if (format === "json") yield started ? "\n]\n" : "[]\n";
}

function csvRow(item: ExportedItem, columns: readonly (keyof ExportedItem)[]): string {
  return `${columns.map((column) => csvCell(item[column] ?? null)).join(",")}\r\n`;
}

function csvCell(value: string | boolean | null): string {
  if (value === null) return "";
  if (value === "") return '""';
  const safe = escapeFormulas(String(value));
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
