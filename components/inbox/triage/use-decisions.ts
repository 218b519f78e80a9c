"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { decisionOfJob } from "../../../lib/contract/api/job-states.ts";
import type { Status } from "../../../lib/contract/platform/vocabulary.ts";
import { type SetDecision, statusesAfter } from "../../../lib/outbox/decision.ts";
import {
  afterDecision,
  afterRedo,
  afterUndo,
  type UndoableDecision,
  type UndoStack,
  withoutDecision,
} from "../../../lib/outbox/undo-stack.ts";
import { knownStatus, updateLoadedStatus } from "../../../lib/queries/feedback.ts";
import { newIntentKey } from "../../app/intent-key.ts";
import { useOutbox, useOutboxState } from "../../app/outbox.tsx";
import { readUndoStack, writeUndoStack } from "./stored-undo-stack.ts";
import { useRefetchWhenSaved } from "./use-refetch-when-saved.ts";
import type { Selection } from "./use-selection.ts";

/** What the last action did, shown in a toast. */
export type Result =
  | { kind: "set" | "redone"; status: string; count: number }
  | { kind: "unchanged"; status: string }
  | { kind: "undone"; count: number; skipped: number; next: UndoableDecision | null }
  | { kind: "rejected"; count: number; status: string; message: string }
  | { kind: "not_made"; status: string; reason: string | null };

/**
 * The person's decisions. Each is stored in the browser and shown right away, and saved in the
 * background. Undo and redo belong to this tab.
 */
export function useDecisions(projectId: string, selection: Selection) {
  const client = useQueryClient();
  const outbox = useOutbox();
  const { waiting, confirmed } = useOutboxState();
  const [result, setResult] = useState<Result | null>(null);
  const undoStack = useRef(readUndoStack(projectId));
  const restoreSelection = selection.restore;
  const statuses = useMemo(() => statusesAfter([...confirmed, ...waiting]), [confirmed, waiting]);
  useRefetchWhenSaved(projectId);

  const changeStack = useCallback(
    (change: (stack: UndoStack) => UndoStack) => {
      undoStack.current = change(undoStack.current);
      writeUndoStack(projectId, undoStack.current);
    },
    [projectId],
  );

  useEffect(
    () =>
      outbox.onSettled((decision, settled) => {
        if (decision.kind === "set" && settled.outcome === "rejected") {
          const { id, ids, status } = decision;
          changeStack((stack) => withoutDecision(stack, id));
          if (ids.length > 1) restoreSelection(new Set(ids));
          setResult({ kind: "rejected", count: ids.length, status, message: settled.message });
        }
        if (decision.kind === "undo" && settled.outcome === "applied" && settled.skipped > 0) {
          const next = undoStack.current.undo.at(-1) ?? null;
          setResult({ kind: "undone", count: settled.changed, skipped: settled.skipped, next });
        }
      }),
    [outbox, changeStack, restoreSelection],
  );

  const decide = useCallback(
    (ids: readonly string[], status: Status): UndoableDecision => {
      const now = Date.now();
      const decision: SetDecision = {
        kind: "set",
        id: newIntentKey(),
        ids: [...ids],
        status,
        madeAt: now,
      };
      const previous = previousStatuses(
        ids,
        status,
        (id) => statuses.get(id) ?? knownStatus(client, projectId, id),
      );
      outbox.add(decision);
      return { decision, previous };
    },
    [client, outbox, projectId, statuses],
  );

  const set = useCallback(
    (ids: readonly string[], status: Status) => {
      const isSame = (id: string) =>
        (statuses.get(id) ?? knownStatus(client, projectId, id)) === status;
      if (ids.every(isSame)) {
        setResult({ kind: "unchanged", status });
        return;
      }
      const made = decide(ids, status);
      changeStack((stack) => afterDecision(stack, made));
      const count = ids.filter((id) => !isSame(id)).length;
      setResult({ kind: "set", status, count });
    },
    [client, projectId, statuses, decide, changeStack],
  );

  const jobCreated = useCallback(
    (jobId: string, ids: readonly string[]) => {
      const pending = ids.filter(
        (id) => (statuses.get(id) ?? knownStatus(client, projectId, id)) === "pending",
      );
      if (pending.length === 0) return;
      const previous = Object.fromEntries(pending.map((item) => [item, "pending"]));
      updateLoadedStatus(client, projectId, new Set(pending), "in_progress");
      const [id, status, madeAt] = [decisionOfJob(jobId), "in_progress" as const, Date.now()];
      const decision: SetDecision = { kind: "set", id, ids: pending, status, madeAt };
      changeStack((stack) => afterDecision(stack, { decision, previous }));
    },
    [client, projectId, statuses, changeStack],
  );

  const undo = useCallback(() => {
    const last = undoStack.current.undo.at(-1);
    if (!last) return;
    const { decision, previous } = last;
    changeStack(afterUndo);
    outbox.add({ kind: "undo", id: newIntentKey(), of: decision.id, previous, madeAt: Date.now() });
    if (decision.ids.length > 1) restoreSelection(new Set(decision.ids));
    const next = undoStack.current.undo.at(-1) ?? null;
    setResult({ kind: "undone", count: decision.ids.length, skipped: 0, next });
  }, [outbox, restoreSelection, changeStack]);

  const redo = useCallback(() => {
    const next = undoStack.current.redo.at(-1);
    if (!next) return;
    const { ids, status } = next.decision;
    const made = decide(ids, status);
    changeStack((stack) => afterRedo(stack, made));
    setResult({ kind: "redone", status, count: ids.length });
  }, [decide, changeStack]);

  const notMade = useCallback(
    (status: Status, reason: string | null) => setResult({ kind: "not_made", status, reason }),
    [],
  );

  const dismiss = useCallback(() => setResult(null), []);
  return useMemo(
    () => ({
      /** Statuses by item that the list from the server doesn't have yet. */
      statuses,
      result,
      /** True until everything is saved and the list and the counts are up to date. */
      isBusy: waiting.length + confirmed.length > 0,
      set,
      /** Shows what the server did for a new job: its pending items are in progress. Can be undone. */
      jobCreated,
      undo,
      redo,
      /**
       * Says that a status wasn't set, because the items to select never became known.
       * @param reason null if the person canceled
       */
      notMade,
      dismiss,
    }),
    [statuses, result, waiting, confirmed, set, jobCreated, undo, redo, notMade, dismiss],
  );
}

export type Decisions = ReturnType<typeof useDecisions>;

/** Returns the known statuses of the items that `status` changes. */
function previousStatuses(
  ids: readonly string[],
  status: Status,
  statusOf: (id: string) => string | undefined,
): Record<string, string> {
  return Object.fromEntries(
    ids.flatMap((id) => {
      const before = statusOf(id);
      return before === undefined || before === status ? [] : [[id, before]];
    }),
  );
}
