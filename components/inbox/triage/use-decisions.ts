"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { decisionOfJob } from "../../../lib/contract/api/job-states.ts";
import type { Status } from "../../../lib/contract/platform/vocabulary.ts";
import type { FeedbackFilters } from "../../../lib/filters/feedback-filters.ts";
import { type SetDecision, statusesAfter } from "../../../lib/outbox/decision.ts";
import {
  afterDecision,
  afterRedo,
  afterResult,
  afterUndo,
  type UndoableDecision,
  type UndoStack,
} from "../../../lib/outbox/undo-stack.ts";
import { countedValues, shiftsOf } from "../../../lib/outbox/unsaved-counts.ts";
import { knownItem, updateLoadedStatus, viewOf } from "../../../lib/queries/feedback.ts";
import { newIntentKey } from "../../app/intent-key.ts";
import { useOutbox, useOutboxState } from "../../app/outbox.tsx";
import { type Result, resultOnceSettled } from "./result.ts";
import { readUndoStack, writeUndoStack } from "./stored-undo-stack.ts";
import type { Selection } from "./use-selection.ts";

/**
 * The person's decisions. Each is stored in the browser and shown right away, and saved in the
 * background. Undo and redo belong to this tab.
 */
export function useDecisions(projectId: string, filters: FeedbackFilters, selection: Selection) {
  const client = useQueryClient();
  const outbox = useOutbox();
  const { waiting, confirmed } = useOutboxState();
  const [result, setResult] = useState<Result | null>(null);
  const undoStack = useRef(readUndoStack(projectId));
  const restoreSelection = selection.restore;
  const statuses = useMemo(() => statusesAfter([...confirmed, ...waiting]), [confirmed, waiting]);
  const view = viewOf(filters);
  const statusOf = useCallback(
    (id: string) => statuses.get(id) ?? knownItem(client, projectId, id)?.status,
    [client, projectId, statuses],
  );
  const changeOf = useCallback(
    (id: string, before: string, after: string) => {
      const item = knownItem(client, projectId, id);
      return { before, after, values: item ? countedValues(item) : {} };
    },
    [client, projectId],
  );

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
        const before = undoStack.current;
        setResult((shown) => resultOnceSettled(shown, decision, settled, before));
        if (settled.outcome === "applied") {
          const of = decision.kind === "set" ? decision.id : decision.of;
          changeStack((stack) => afterResult(stack, of, settled));
        } else if (decision.kind === "set") {
          const { id, ids } = decision;
          changeStack((stack) => afterResult(stack, id, { changed: 0 }));
          if (ids.length > 1) restoreSelection(new Set(ids));
        }
      }),
    [outbox, changeStack, restoreSelection],
  );

  /** Leaves out items that the person sees with this status. Returns null if there are no others. */
  const decide = useCallback(
    (ids: readonly string[], status: Status, redoes?: string): UndoableDecision | null => {
      const previous: Record<string, string> = {};
      const changing = ids.filter((id) => {
        const before = statusOf(id);
        if (before !== undefined && before !== status) previous[id] = before;
        return before !== status;
      });
      const count = changing.length;
      if (count === 0) {
        setResult({ kind: "unchanged", status });
        return null;
      }
      const [of, madeAt] = [newIntentKey(), Date.now()];
      const shifts = shiftsOf(
        Object.entries(previous).map(([id, before]) => changeOf(id, before, status)),
      );
      const decision: SetDecision = { kind: "set", id: of, ids: changing, status, redoes, madeAt };
      outbox.add({ ...decision, shifts, view });
      setResult({ kind: redoes === undefined ? "set" : "redone", of, status, count });
      return { decision, previous, count };
    },
    [outbox, statusOf, changeOf, view],
  );

  const set = useCallback(
    (ids: readonly string[], status: Status) => {
      const made = decide(ids, status);
      if (made) changeStack((stack) => afterDecision(stack, made));
    },
    [decide, changeStack],
  );

  const pendingAmong = useCallback(
    (ids: readonly string[]) => ids.filter((id) => statusOf(id) === "pending"),
    [statusOf],
  );
  const jobCreated = useCallback(
    (jobId: string, pending: string[]) => {
      if (pending.length === 0) return;
      const previous = Object.fromEntries(pending.map((item) => [item, "pending"]));
      updateLoadedStatus(client, projectId, new Set(pending), "in_progress");
      const [id, status, madeAt] = [decisionOfJob(jobId), "in_progress" as const, Date.now()];
      const decision: SetDecision = { kind: "set", id, ids: pending, status, madeAt };
      const made = { decision, previous, count: pending.length };
      changeStack((stack) => afterDecision(stack, made));
    },
    [client, projectId, changeStack],
  );

  const undo = useCallback(() => {
    const last = undoStack.current.undo.at(-1);
    if (!last) {
      setResult({ kind: "nothing", action: "undo" });
      return;
    }
    const { decision, previous, count } = last;
    const [id, of, madeAt] = [newIntentKey(), decision.id, Date.now()];
    changeStack(afterUndo);
    // What was changed again since is skipped.
    const restored = Object.entries(previous).filter(
      ([item]) => (statusOf(item) ?? decision.status) === decision.status,
    );
    const shifts = shiftsOf(
      restored.map(([item, before]) => changeOf(item, decision.status, before)),
    );
    outbox.add({ kind: "undo", id, of, previous, count, madeAt, shifts, view });
    if (decision.ids.length > 1) restoreSelection(new Set(decision.ids));
    const next = undoStack.current.undo.at(-1) ?? null;
    setResult({ kind: "undone", count, skipped: 0, next });
  }, [outbox, restoreSelection, changeStack, statusOf, changeOf, view]);

  const redo = useCallback(() => {
    const next = undoStack.current.redo.at(-1);
    if (!next) {
      setResult({ kind: "nothing", action: "redo" });
      return;
    }
    const { id, ids, status } = next.decision;
    const made = decide(ids, status, id);
    changeStack((stack) => afterRedo(stack, made));
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
      /** The items that the person sees as pending. */
      pendingAmong,
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
    [
      statuses,
      result,
      waiting,
      confirmed,
      set,
      pendingAmong,
      jobCreated,
      undo,
      redo,
      notMade,
      dismiss,
    ],
  );
}

export type Decisions = ReturnType<typeof useDecisions>;
