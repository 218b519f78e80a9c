import { columnNamed } from "./field-names.ts";
import { cellReader, type Table } from "./table.ts";

/** Rejects the answers of people who tried out their own survey in Qualtrics. */
export function withoutPreviews(table: Table): Table {
  const status = cellReader(table, columnNamed(table.columns, ["status", "responsetype"]));
  const rows = table.rows.map((row) => {
    const text = status(row);
    const isPreview = /^survey (?:preview|test)$/i.test(text);
    return isPreview
      ? { ...row, problem: row.problem ?? `has the status “${text}”, so it isn't imported` }
      : row;
  });
  return { ...table, rows };
}
