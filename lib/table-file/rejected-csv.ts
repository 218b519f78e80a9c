import { CSV_START, csvRow } from "../text/csv.ts";
import type { Table, TableRow } from "./table.ts";

/** A row that wasn't imported, and why. */
export interface RejectedRow {
  row: TableRow;
  reason: string;
}

/** Returns rejected rows as CSV, with their numbers and reasons. No cell runs as a formula. */
export function rejectedCsv({ columns }: Pick<Table, "columns">, rejected: RejectedRow[]): string {
  const lines = rejected.map(({ row, reason }) => [row.line, reason, ...row.cells]);
  return CSV_START + [["Row", "Reason", ...columns], ...lines].map(csvRow).join("");
}
