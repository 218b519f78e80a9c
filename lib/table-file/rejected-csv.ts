import { escapeFormulas } from "../text/formulas.ts";
import type { Table, TableRow } from "./table.ts";

/** A row that wasn't imported, and why. */
export interface RejectedRow {
  row: TableRow;
  reason: string;
}

/** Returns rejected rows as CSV, with their numbers and reasons. No cell runs as a formula. */
export function rejectedCsv({ columns }: Pick<Table, "columns">, rejected: RejectedRow[]): string {
  const lines = rejected.map(({ row, reason }) => [String(row.line), reason, ...row.cells]);
  return [["Row", "Reason", ...columns], ...lines].map(csvLine).join("");
}

function csvLine(cells: string[]): string {
  return `${cells.map((cell) => `"${escapeFormulas(cell).replaceAll('"', '""')}"`).join(",")}\r\n`;
}
