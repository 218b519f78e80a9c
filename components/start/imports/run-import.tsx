"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { ImportItem, ImportResult } from "../../../lib/contract/api/import.ts";
import { checkItems, type ItemsCheck, importItems } from "../../../lib/queries/import-items.ts";
import { imports } from "../../../lib/queries/imports.ts";
import type { RejectedRow } from "../../../lib/table-file/rejected-csv.ts";
import type { Table } from "../../../lib/table-file/table.ts";
import { counted } from "../../../lib/text/counted.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { ImportOutcome, type Outcome } from "../upload/import-outcome.tsx";
import { ImportQuestion, needsDecision } from "./import-question.tsx";

const STOPPED = "Import stopped. Import again to continue; rows already imported won't change.";

/** A file that is ready to be imported. */
export interface ReadyFile {
  projectId: string;
  name: string;
  table: Table;
  items: readonly ImportItem[];
  /** Rows that aren't items, with the reason. */
  unusable: readonly RejectedRow[];
  /** How the file was read, in sentences. */
  decisions: string[];
  /** Empty for none. */
  source: string;
}

/**
 * Imports a file: says what it would change, asks where that is a decision, and shows the progress and the
 * result. It stops when it's removed from the page.
 * @param props.isDisabled whether something has to be chosen first
 * @param props.onStart called when the import or its check begins @param props.onEnd called when it has ended
 */
export function RunImport(props: {
  file: ReadyFile;
  isDisabled: boolean;
  onStart: () => void;
  onEnd: () => void;
  onWithoutSource: () => void;
}) {
  const { file } = props;
  const { question, isStopped, isBusy, begin, confirm, cancel, stop, check, run } =
    useImport(props);
  const rows = file.items.length;
  return (
    <>
      {question ? (
        <ImportQuestion
          check={question}
          onImport={confirm}
          onCancel={cancel}
          onWithoutSource={() => {
            cancel();
            props.onWithoutSource();
          }}
        />
      ) : (
        <Buttons
          rows={rows}
          isDisabled={isBusy || rows === 0 || props.isDisabled}
          isStopped={isStopped}
          onStart={begin}
          onStop={isBusy ? stop : null}
        />
      )}
      <Progress isChecking={check.isPending} run={run} total={rows} />
      <ErrorNotice error={isStopped ? null : check.error}> Nothing was imported.</ErrorNotice>
      <ErrorNotice error={run.start.error}>
        {" "}
        Rows that are already imported won't change.
      </ErrorNotice>
      {run.outcome && !run.start.isPending && (
        <ImportOutcome
          outcome={run.outcome}
          decisions={file.decisions}
          table={file.table}
          name={file.name}
        />
      )}
    </>
  );
}

/** The way of an import: check, question where there is a decision, and run, each of which can be stopped. */
function useImport({ file, onStart, onEnd }: Parameters<typeof RunImport>[0]) {
  const [question, setQuestion] = useState<ItemsCheck | null>(null);
  const [isStopped, setIsStopped] = useState(false);
  const run = useRun(file, onEnd);
  const stopping = useRef(new AbortController());
  // Stop this import when another file is chosen: it must not go on unseen.
  useEffect(() => () => stopping.current.abort(), []);
  const confirm = (mayErase: boolean) => {
    setQuestion(null);
    run.start.mutate({ mayErase, stopped: stopping.current.signal });
  };
  const check = useMutation({
    meta: { keepsErrors: true },
    mutationFn: (signal: AbortSignal) => checkItems(toImport(file), signal),
    onSuccess: (found) => {
      if (needsDecision(found)) setQuestion(found);
      else confirm(false);
    },
    onError: () => onEnd(),
  });
  return {
    question,
    isStopped,
    run,
    check,
    confirm,
    isBusy: check.isPending || run.start.isPending,
    begin: () => {
      stopping.current = new AbortController();
      setIsStopped(false);
      run.reset();
      onStart();
      check.mutate(stopping.current.signal);
    },
    stop: () => {
      stopping.current.abort();
      setIsStopped(true);
    },
    cancel: () => {
      setQuestion(null);
      onEnd();
    },
  };
}

function Buttons(props: {
  rows: number;
  isDisabled: boolean;
  isStopped: boolean;
  onStart: () => void;
  /** Null while nothing is running. */
  onStop: (() => void) | null;
}) {
  const { rows, isStopped, onStop } = props;
  return (
    <div className="flex gap-2">
      <Button variant="primary" disabled={props.isDisabled} onClick={props.onStart}>
        Import {counted(rows, "row")}
      </Button>
      {onStop && (
        <Button disabled={isStopped} onClick={onStop}>
          {isStopped ? "Stopping…" : "Stop import"}
        </Button>
      )}
    </div>
  );
}

const NOTHING: Outcome = { added: 0, updated: 0, unchanged: 0, deleted: 0, rejected: [] };

function toImport({ projectId, items, source }: ReadyFile) {
  return { projectId, items, source: source || null };
}

/** An import that is running, with what became of its rows so far. */
function useRun(file: ReadyFile, onEnd: () => void) {
  const client = useQueryClient();
  const [sent, setSent] = useState(0);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const start = useMutation({
    meta: { keepsErrors: true },
    mutationFn: ({ mayErase, stopped }: { mayErase: boolean; stopped: AbortSignal }) => {
      const { name, unusable, decisions, table } = file;
      setSent(0);
      setOutcome({ ...NOTHING, rejected: [...unusable] });
      const onBatch = (result: ImportResult, done: number) => {
        setSent(done);
        setOutcome((before) => withResult(before ?? NOTHING, result, table));
      };
      const given = { ...toImport(file), name, unreadable: unusable.length, decisions, mayErase };
      return importItems(given, onBatch, stopped);
    },
    onSettled: () => {
      onEnd();
      return client.invalidateQueries({ queryKey: imports(file.projectId).queryKey });
    },
  });
  const reset = () => {
    setOutcome(null);
    start.reset();
  };
  return { start, sent, outcome, reset };
}

function Progress(props: { isChecking: boolean; run: ReturnType<typeof useRun>; total: number }) {
  const { start, sent } = props.run;
  const isDone = start.isSuccess && !props.isChecking;
  return (
    <>
      {start.isPending && (
        <progress aria-label="Imported rows" className="w-full" value={sent} max={props.total} />
      )}
      <p role="status" data-testid="import-progress">
        {props.isChecking && "Comparing the file with what is stored…"}
        {start.isPending &&
          `${sent.toLocaleString("en")} of ${props.total.toLocaleString("en")} rows sent. Keep this page open.`}
        {isDone && (sent === props.total ? "Import finished." : STOPPED)}
      </p>
    </>
  );
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
