import type { ImportItem } from "../../lib/contract/api/import.ts";
import {
  type ImportChoices,
  type ImportPlan,
  initialChoices,
  planImport,
} from "../../lib/table-file/plan-import.ts";
import { type ReadChoices, readTable, type TableFile } from "../../lib/table-file/read-table.ts";
import { type Recipe, recipeFor } from "../../lib/table-file/recipes.ts";

/** A file as the upload reads it, and what would be imported. */
export interface ReadUpload {
  file: TableFile;
  recipe: Recipe | null;
  plan: ImportPlan;
  values: (ImportItem["value"] | string)[];
}

export function bytesOf(text: string): ArrayBuffer {
  return new Uint8Array(Buffer.from(text)).buffer;
}

/** Feedback is of readers unless a file says otherwise. */
function withoutSource(value: ImportItem["value"]): ImportItem["value"] {
  const { source, ...rest } = value;
  return source === "contextual" ? rest : value;
}

/** Reads a file as the upload does. `values` are the items, or why there is none. */
export async function upload(
  content: string | Uint8Array,
  changes: Partial<ImportChoices> & { read?: ReadChoices } = {},
): Promise<ReadUpload> {
  const { read, ...chosen } = changes;
  const bytes = typeof content === "string" ? bytesOf(content) : new Uint8Array(content).buffer;
  const file = await readTable(bytes, read);
  const recipe = recipeFor(file.table);
  const table = recipe?.derive?.(file.table) ?? file.table;
  const plan = await planImport(table, { ...initialChoices(table, recipe), ...chosen }, recipe);
  const values = plan.rows.map((row) =>
    "item" in row ? withoutSource(row.item.value) : row.problem,
  );
  return { file, recipe, plan, values };
}
