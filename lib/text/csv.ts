import { escapeFormulas } from "./formulas.ts";

/** Byte order mark, so that spreadsheets read the file as UTF-8. */
export const CSV_START = "\ufeff";

/**
 * Returns a row of a CSV file (RFC 4180). What a spreadsheet would run as a formula gets an apostrophe, and
 * an empty text is a pair of quotes, so that it isn't null.
 */
export function csvRow(cells: readonly (string | number | boolean | null)[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(value: string | number | boolean | null): string {
  if (value === null) return "";
  if (value === "") return '""';
  // A negative number is no formula.
  const safe = typeof value === "number" ? String(value) : escapeFormulas(String(value));
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
