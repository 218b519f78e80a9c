"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import type { ImportResult } from "../../../lib/contract/api/import.ts";
import { importItems } from "../../../lib/queries/import-items.ts";
import { type ColumnMapping, mapRows } from "../../../lib/table-file/column-mapping.ts";
import type { Table } from "../../../lib/table-file/read-table.ts";
import type { RejectedRow } from "../../../lib/table-file/rejected-csv.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { ColumnChoice } from "./column-choice.tsx";
import { ImportOutcome, type Outcome } from "./import-outcome.tsx";
import { ImportPreview } from "./import-preview.tsx";
import { mappingFor, rememberMapping } from "./remembered-mapping.ts";

const STOPPED = "Import stopped. Import again to continue; rows already imported won't change.";
const NOTHING: Outcome = { added: 0, updated: 0, unchanged: 0, deleted: 0, rejected: [] };

/** Maps a table's columns, shows what becomes of its first rows, and imports it. */
export function TableImport(props: { projectId: string; name: string; table: Table }) {
  const { projectId, name, table } = props;
  const [mapping, setMapping] = useState(() => mappingFor(projectId, table));
  const [sent, setSent] = useState(0);
  const [isStopped, setIsStopped] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const stopping = useRef(new AbortController());
  // Choosing another file must not leave this one's import running unseen.
  useEffect(() => () => stopping.current.abort(), []);
  const rows = useMemo(() => mapRows(table, mapping), [table, mapping]);
  const items = useMemo(() => rows.flatMap((row) => ("item" in row ? row.item : [])), [rows]);
  const start = useMutation({
    mutationFn: () => {
      rememberMapping(projectId, mapping);
      const unusable = rows.flatMap((row): RejectedRow[] =>
        "problem" in row ? [{ row: row.row, reason: row.problem }] : [],
      );
      stopping.current = new AbortController();
      setIsStopped(false);
      setSent(0);
      setOutcome({ ...NOTHING, rejected: unusable });
      const onBatch = (result: ImportResult, done: number) => {
        setSent(done);
        setOutcome((before) => withResult(before ?? NOTHING, result, table));
      };
      return importItems({ projectId, name, items }, onBatch, stopping.current.signal);
    },
  });
  const stop = () => {
    stopping.current.abort();
    setIsStopped(true);
  };
  const missing = missingChoice(mapping);
  const count = items.length.toLocaleString("en");
  return (
    <>
      <p className="break-all font-semibold">{name}</p>
      <fieldset disabled={start.isPending} className="flex flex-col gap-4">
        <ColumnChoice
          columns={table.columns}
          mapping={mapping}
          onChange={(changed) => {
            setMapping(changed);
            setOutcome(null);
            start.reset();
          }}
        />
      </fieldset>
      <ImportPreview rows={rows} />
      {missing && <p>{missing}</p>}
      <div className="flex gap-2">
        <Button
          variant="primary"
          disabled={start.isPending || items.length === 0 || missing !== null}
          onClick={() => start.mutate()}
        >
          Import {count} {items.length === 1 ? "row" : "rows"}
        </Button>
        {start.isPending && (
          <Button disabled={isStopped} onClick={stop}>
            {isStopped ? "Stopping…" : "Stop import"}
          </Button>
        )}
      </div>
      {start.isPending && (
        <progress aria-label="Imported rows" className="w-full" value={sent} max={items.length} />
      )}
      <p role="status" data-testid="import-progress">
        {start.isPending &&
          `${sent.toLocaleString("en")} of ${count} rows sent. Keep this page open.`}
        {start.isSuccess && (sent === items.length ? "Import finished." : STOPPED)}
      </p>
      <ErrorNotice error={start.error}>
        {" "}
        Import again to continue. Rows already imported won't change.
      </ErrorNotice>
      {outcome && !start.isPending && <ImportOutcome outcome={outcome} table={table} name={name} />}
    </>
  );
}

/** Returns what to choose first, so that not every row is rejected; null if nothing is missing. */
function missingChoice({ columns, unrated }: ColumnMapping): string | null {
  if (columns.page === null) return "Choose the column with the page.";
  if (columns.rating !== null || columns.source !== null || unrated !== "rejected") return null;
  return "Choose the rating column, or how to count rows without a rating.";
}

function withResult(before: Outcome, result: ImportResult, table: Table): Outcome {
  const rowOf = new Map(table.rows.map((row) => [row.line, row]));
  const rejected = result.rejected.flatMap(({ line, reason }): RejectedRow[] => {
    const row = rowOf.get(line);
    return row ? [{ row, reason }] : [];
  });
  return {
    added: before.added + result.added,
    updated: before.updated + result.updated,
    unchanged: before.unchanged + result.unchanged,
    deleted: before.deleted + result.deleted,
    rejected: [...before.rejected, ...rejected],
  };
}
