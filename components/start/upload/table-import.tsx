"use client";

import { useMemo, useState } from "react";
import { RECIPES, recipeFor } from "../../../lib/table-file/recipes.ts";
import { FileShape } from "../../table-file/file-shape.tsx";
import { type ChosenFile, useTableFile } from "../../table-file/use-table-file.ts";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { ImportRows } from "./import-rows.tsx";

const TOOLS = [...new Set(RECIPES.map(({ name }) => name))];

/** Reads a file, says which tool it seems to be from, and imports it. */
export function TableImport({ projectId, chosen }: { projectId: string; chosen: ChosenFile }) {
  const { file, error, isReading, choices, choose } = useTableFile(chosen);
  /** The name of the tool that someone chose, empty for none; null to recognize it by the columns. */
  const [tool, setTool] = useState<string | null>(null);
  const found = useMemo(() => file && recipeFor(file.table), [file]);
  const recipe = tool === null ? found : (RECIPES.find(({ name }) => name === tool) ?? null);
  const table = useMemo(() => file && (recipe?.derive?.(file.table) ?? file.table), [file, recipe]);
  if (error) return <ErrorNotice error={error} />;
  if (!file || !table) return <p role="status">Reading the file…</p>;
  const tableKey = JSON.stringify([chosen.number, choices, recipe?.name]);
  return (
    <>
      <p className="break-all font-semibold">{chosen.name}</p>
      {found && <p>Looks like an export from {found.name}</p>}
      <FileShape file={file} choices={choices} choose={choose}>
        <SelectField
          label="Tool"
          value={recipe?.name ?? ""}
          options={[["", "Another tool"], ...TOOLS.map((name) => [name, name] as const)]}
          onChange={setTool}
        />
      </FileShape>
      {!isReading && (
        <ImportRows
          key={tableKey}
          tableKey={tableKey}
          projectId={projectId}
          name={chosen.name}
          file={file}
          read={choices}
          table={table}
          recipe={recipe}
        />
      )}
    </>
  );
}
