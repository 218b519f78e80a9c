"use client";

import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ImportRecord } from "../../../lib/contract/api/import.ts";
import { imports, undoImport } from "../../../lib/queries/imports.ts";
import { counted } from "../../../lib/text/counted.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { Time } from "../../app/time.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { ShowMore } from "../../ui/show-more.tsx";

const number = (count: number) => count.toLocaleString("en");

/** The project's imports, newest first. Each can be undone. */
export function ImportList({ projectId }: { projectId: string }) {
  const list = useInfiniteQuery(imports(projectId));
  const [undoing, setUndoing] = useState<ImportRecord | null>(null);
  const all = list.data?.pages.flatMap((page) => page.imports) ?? [];
  return (
    <div className="flex flex-col gap-3">
      <ErrorNotice error={list.error} />
      {list.isPending && !list.error && <p className="text-muted">Loading…</p>}
      {list.isSuccess && all.length === 0 && <p className="text-muted">No imports yet.</p>}
      {all.length > 0 && (
        <ul className="divide-y divide-line rounded-md border border-line">
          {all.map((one) => (
            <ImportRow key={one.number} record={one} onUndo={() => setUndoing(one)} />
          ))}
        </ul>
      )}
      <ShowMore list={list} />
      {undoing && (
        <UndoImport projectId={projectId} record={undoing} onClose={() => setUndoing(null)} />
      )}
    </div>
  );
}

function ImportRow({ record, onUndo }: { record: ImportRecord; onUndo: () => void }) {
  const { file, source, by, startedAt, added, updated, unchanged, deleted, rejected } = record;
  const { decisions, state } = record;
  const canUndo = record.canUndo && added + updated > 0;
  const name = displayable(file);
  return (
    <li data-testid="import" className="flex flex-col gap-1 px-3 py-2">
      <div className="flex items-start gap-x-4">
        <p className="flex min-w-0 flex-1 flex-wrap gap-x-4 gap-y-1 py-1">
          <span className="untrusted min-w-0 break-all font-semibold">{name}</span>
          {source !== null && <span className="untrusted text-muted">from {source}</span>}
          <span className="text-muted">
            {displayable(by)}, <Time at={startedAt} />
          </span>
        </p>
        {(canUndo || state === "undoing") && (
          <Button variant="quiet" onClick={onUndo} className="-mr-2 shrink-0">
            {canUndo ? "Undo import" : "Continue undo"}
            <span className="sr-only"> of {name}</span>
          </Button>
        )}
      </div>
      <p>
        {number(added)} added, {number(updated)} updated, {number(unchanged)} unchanged
        {deleted > 0 && `, ${number(deleted)} skipped`}, {number(rejected)} rejected
      </p>
      <p className="text-muted">{stateText(record)}</p>
      {decisions.length > 0 && (
        <ul className="list-disc pl-5 text-muted">
          {decisions.map((decision) => (
            <li key={decision} className="untrusted">
              {displayable(decision)}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function stateText({ state, seen, rows, undo, canUndo }: ImportRecord): string {
  const progress = `${number(seen)}${rows === null ? "" : ` of ${number(rows)}`} rows`;
  if (state === "undone") return `Undone. ${undoText(undo)}`;
  if (state === "undoing") return `Being undone. ${undoText(undo)}`;
  if (state === "running") return `Running: ${progress} so far`;
  if (state === "stopped") return `Stopped after ${progress}. To continue, import the file again.`;
  return canUndo ? "Finished" : "Finished. Too old to undo.";
}

function undoText({ removed, restored, kept }: ImportRecord["undo"]): string {
  const rest =
    kept === 0 ? "" : ` ${number(kept)} kept, because they changed or the team worked on them.`;
  return `${number(removed)} deleted, ${number(restored)} restored.${rest}`;
}

function undoSentence(added: number, updated: number): string {
  const parts = [
    added > 0 && `deletes the ${counted(added, "item")} that it added`,
    updated > 0 && `restores the ${counted(updated, "item")} that it updated`,
  ].filter((part) => part !== false);
  return `This ${parts.join(" and ")}.`;
}

/** Asks before an import is undone, and then reports the effects on its items. */
function UndoImport(props: { projectId: string; record: ImportRecord; onClose: () => void }) {
  const { projectId, record } = props;
  const { added, updated } = record;
  const client = useQueryClient();
  const undo = useMutation({
    mutationFn: () => undoImport(projectId, record.number),
    onSettled: () => client.invalidateQueries({ queryKey: imports(projectId).queryKey }),
  });
  return (
    <ConfirmDialog
      title="Undo this import?"
      action="Undo import"
      isBusy={undo.isPending}
      error={undo.error}
      done={undo.data ? `Import undone. ${undoText(undo.data.undo)}` : null}
      onConfirm={() => undo.mutate()}
      onClose={props.onClose}
    >
      <p className="untrusted break-all font-semibold">{displayable(record.file)}</p>
      <p>
        {undoSentence(added, updated)} Items that the team has worked on, and values that changed
        since, are kept.
      </p>
      <p>To get the items back, import the file again.</p>
    </ConfirmDialog>
  );
}
