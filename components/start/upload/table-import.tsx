"use client";

import { useMemo, useState } from "react";
import { sourceNameOf, sourceNameOfFile } from "../../../lib/contract/api/source-names.ts";
import {
  type ColumnMapping,
  isOwnExport,
  mapRows,
} from "../../../lib/table-file/column-mapping.ts";
import type { Table } from "../../../lib/table-file/read-table.ts";
import type { RejectedRow } from "../../../lib/table-file/rejected-csv.ts";
import { RunImport } from "../imports/run-import.tsx";
import { SourceField } from "../imports/source-field.tsx";
import { ColumnChoice } from "./column-choice.tsx";
import { ImportPreview } from "./import-preview.tsx";
import { mappingFor, rememberMapping } from "./remembered-mapping.ts";

/** Maps a table's columns, shows what becomes of its first rows, and imports it. */
export function TableImport(props: { projectId: string; name: string; table: Table }) {
  const { projectId, name, table } = props;
  const [mapping, setMapping] = useState(() => mappingFor(projectId, table));
  const [source, setSource] = useState(() => (isOwnExport(table) ? "" : sourceNameOfFile(name)));
  const [isBusy, setIsBusy] = useState(false);
  // A change of the choices ends what is shown about the import before.
  const [edits, setEdits] = useState(0);
  const edit = () => setEdits((before) => before + 1);
  const rows = useMemo(() => mapRows(table, mapping), [table, mapping]);
  const items = useMemo(() => rows.flatMap((row) => ("item" in row ? row.item : [])), [rows]);
  const unusable = rows.flatMap((row): RejectedRow[] =>
    "problem" in row ? [{ row: row.row, reason: row.problem }] : [],
  );
  const changeSource = (changed: string) => {
    setSource(changed);
    edit();
  };
  const missing = missingChoice(mapping);
  return (
    <>
      <p className="break-all font-semibold">{name}</p>
      <fieldset disabled={isBusy} className="flex flex-col gap-4">
        <ColumnChoice
          columns={table.columns}
          mapping={mapping}
          onChange={(changed) => {
            setMapping(changed);
            edit();
          }}
        />
        <SourceField value={source} onChange={changeSource} />
      </fieldset>
      <ImportPreview rows={rows} />
      {missing && <p>{missing}</p>}
      <RunImport
        key={edits}
        file={{
          projectId,
          name,
          table,
          items,
          unusable,
          decisions: [],
          source: sourceNameOf(source),
        }}
        isDisabled={missing !== null}
        onStart={() => {
          rememberMapping(projectId, mapping);
          setIsBusy(true);
        }}
        onEnd={() => setIsBusy(false)}
        onWithoutSource={() => changeSource("")}
      />
    </>
  );
}

/** Returns what to choose first, so that not every row is rejected; null if nothing is missing. */
function missingChoice({ columns, unrated }: ColumnMapping): string | null {
  if (columns.page === null) return "Choose the column with the page.";
  if (columns.rating !== null || columns.source !== null || unrated !== "rejected") return null;
  return "Choose the rating column, or how to count rows without a rating.";
}
