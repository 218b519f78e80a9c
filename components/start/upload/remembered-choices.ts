import { FIELD_NAMES } from "../../../lib/table-file/field-names.ts";
import type { ImportChoices } from "../../../lib/table-file/plan-import.ts";
import type { Table } from "../../../lib/table-file/table.ts";

/** The key's number changes with the shape of what is stored. */
const keyOf = (projectId: string) => `errata-import-choices-3:${projectId}`;

interface Remembered {
  columns: string[];
  choices: ImportChoices;
}

/** Remembers in this browser how the project's file was imported. */
export function rememberChoices(
  projectId: string,
  { columns }: Table,
  choices: ImportChoices,
): void {
  try {
    localStorage.setItem(
      keyOf(projectId),
      JSON.stringify({ columns, choices } satisfies Remembered),
    );
  } catch {
    // Without local storage, the next file is guessed again.
  }
}

/** Returns the choices for the project's last file if this one has the same columns; null otherwise. */
export function rememberedChoices(projectId: string, table: Table): ImportChoices | null {
  try {
    const value: Remembered | null = JSON.parse(localStorage.getItem(keyOf(projectId)) ?? "null");
    const isSame =
      value !== null &&
      value.columns.length === table.columns.length &&
      value.columns.every((column, at) => column === table.columns[at]) &&
      FIELD_NAMES.every((field) => field in value.choices.columns);
    return isSame ? value.choices : null;
  } catch {
    return null;
  }
}
