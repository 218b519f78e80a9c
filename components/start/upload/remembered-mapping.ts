import {
  type ColumnMapping,
  FIELD_NAMES,
  guessMapping,
} from "../../../lib/table-file/column-mapping.ts";
import type { Table } from "../../../lib/table-file/read-table.ts";

const keyOf = (projectId: string) => `errata-import-columns:${projectId}`;

/** Remembers the mapping of the project's files in this browser. */
export function rememberMapping(projectId: string, mapping: ColumnMapping): void {
  try {
    localStorage.setItem(keyOf(projectId), JSON.stringify(mapping));
  } catch {
    // Without local storage, the next file is guessed again.
  }
}

/** Returns the remembered mapping if the file has its columns, and a guess otherwise. */
export function mappingFor(projectId: string, table: Table): ColumnMapping {
  const remembered = readMapping(projectId);
  const isSame = Object.values(remembered?.columns ?? {}).every(
    (column) => column === null || table.columns.includes(column),
  );
  return remembered && isSame ? remembered : guessMapping(table);
}

function readMapping(projectId: string): ColumnMapping | null {
  try {
    const value: ColumnMapping | null = JSON.parse(
      localStorage.getItem(keyOf(projectId)) ?? "null",
    );
    const isWhole = value !== null && FIELD_NAMES.every((field) => field in value.columns);
    return isWhole ? value : null;
  } catch {
    return null;
  }
}
