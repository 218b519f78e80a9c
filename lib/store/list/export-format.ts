import "server-only";
import { EXPORTED_DECISIONS, type ExportFormat } from "../../contract/api/export-formats.ts";
import { CSV_START, csvRow } from "../../text/csv.ts";
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
  ...EXPORTED_DECISIONS,
] as const;

/**
 * Encodes items as a file. Reads the next batch only when the consumer pulls.
 *
 * `json` is one array, `ndjson` one object per line. `csv` marks what
 * `csvRow` changes, so that `npm run import` can restore it. Programs should use `json` or `ndjson`.
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
  if (format === "csv") yield `${CSV_START}${csvRow(columns)}`;
  let started = false;
  for await (const batch of items) {
    if (batch.length === 0) continue;
    if (format === "csv")
      yield batch.map((item) => csvRow(columns.map((column) => cellOf(item[column])))).join("");
    else if (format === "ndjson") yield batch.map((item) => `${JSON.stringify(item)}\n`).join("");
    else yield `${started ? ",\n" : "[\n"}${batch.map((item) => JSON.stringify(item)).join(",\n")}`;
    started = true;
  }
  if (format === "json") yield started ? "\n]\n" : "[]\n";
}

function cellOf(value: ExportedItem[keyof ExportedItem]): string | boolean | null {
  if (Array.isArray(value)) return value.length > 0 ? value.join(", ") : null;
  return value ?? null;
}
