import "server-only";
import type { ExportFormat } from "../../contract/api/export-formats.ts";
import type { ExportedEntry } from "./export.ts";

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
 * Entries as the bytes of a file, made as they are taken: nothing is read ahead of the reader.
 *
 * `json` is one array, `ndjson` an object per line. `csv` follows RFC 4180 with a byte order mark,
 * without which spreadsheets misread what is not ASCII; a cell that a spreadsheet would run as a
 * formula gets a leading apostrophe, so `csv` is for reading and the other two for programs.
 */
export function exportStream(
  format: ExportFormat,
  entries: AsyncGenerator<ExportedEntry[], void>,
  contacts: boolean,
): ReadableStream<Uint8Array> {
  const pieces = text(format, entries, contacts);
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      // The reader went away: so does what is left.
      cancel: async () => void (await pieces.return(undefined)),
    },
    { highWaterMark: 1 },
  );
}

async function* text(
  format: ExportFormat,
  entries: AsyncGenerator<ExportedEntry[], void>,
  contacts: boolean,
): AsyncGenerator<string, void> {
  const columns = contacts ? [...COLUMNS, "contact" as const] : COLUMNS;
  if (format === "csv") yield `\ufeff${columns.join(",")}\r\n`;
  let begun = false;
  for await (const some of entries) {
    if (some.length === 0) continue;
    if (format === "csv") yield some.map((entry) => csvRow(entry, columns)).join("");
    else if (format === "ndjson") yield some.map((entry) => `${JSON.stringify(entry)}\n`).join("");
    else yield `${begun ? ",\n" : "[\n"}${some.map((entry) => JSON.stringify(entry)).join(",\n")}`;
    begun = true;
  }
  if (format === "json") yield begun ? "\n]\n" : "[]\n";
}

function csvRow(entry: ExportedEntry, columns: readonly (keyof ExportedEntry)[]): string {
  return `${columns.map((column) => csvCell(entry[column] ?? null)).join(",")}\r\n`;
}

function csvCell(value: string | boolean | null): string {
  if (value === null) return "";
  const written = String(value);
  const harmless = /^[=+\-@\t\r\n＝＋－＠]/.test(written) ? `'${written}` : written;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
