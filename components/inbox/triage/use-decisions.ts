"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import { decisionOfJob } from "../../../lib/contract/api/job-states.ts";
import type { FeedbackFilters } from "../../../lib/filters/feedback-filters.ts";
import type { Change, SetDecision } from "../../../lib/item-fields/decision.ts";
import { editOf, undoneBy } from "../../../lib/item-fields/fields.ts";
import {
  afterDecision,
  afterRedo,
  afterResult,
  afterUndo,
  type UndoableDecision,
} from "../../../lib/outbox/undo-stack.ts";
import { updateLoadedStatus, viewOf } from "../../../lib/queries/feedback.ts";
import { newIntentKey } from "../../app/intent-key.ts";
import { useOutbox } from "../../app/outbox.tsx";
import { type Result, toastAfterResponse } from "./result.ts";
import { type ItemValues, useItemValues } from "./use-item-values.ts";
import type { Selection } from "./use-selection.ts";
import { type TabUndoStack, useUndoStack } from "./use-undo-stack.ts";

const STATUS = { field: "status", key: null } as const;

/**
 * The person's decisions. Each is stored in the browser and shown right away, and saved in the
 * background. Undo and redo belong to this tab.
 */
export function useDecisions(projectId: string, filters: FeedbackFilters, selection: Selection) {
  const client = useQueryClient();
  const values = useItemValues(projectId, filters);
  const stack = useUndoStack(projectId);
  const view = viewOf(filters);
  const restoreSelection = selection.restore;
  const [result, setResult] = useResult(stack, restoreSelection);
  const decide = useDecide({ ...values, view, setResult });
  const { undo, redo } = useUndo({
    ...values,
    ...stack,
    view,
    setResult,
    decide,
    restoreSelection,
  });
  const { currentOf, unsaved, isBusy } = values;
  const { changeStack } = stack;
  const set = useCallback(
    (ids: readonly string[], change: Change, wasSelected = false) => {
      const made = decide(ids, change);
      if (made) changeStack((before) => afterDecision(before, { ...made, wasSelected }));
    },
    [decide, changeStack],
  );
  const pendingAmong = useCallback(
    (ids: readonly string[]) => ids.filter((id) => currentOf(id, STATUS) === "pending"),
    [currentOf],
  );
  const jobCreated = useCallback(
    (jobId: string, pending: string[], wasSelected: boolean) => {
      if (pending.length === 0) return;
      const previous = Object.fromEntries(pending.map((item) => [item, "pending"]));
      updateLoadedStatus(client, projectId, new Set(pending), "in_progress");
      const [id, status, madeAt] = [decisionOfJob(jobId), "in_progress" as const, Date.now()];
      const decision: SetDecision = { kind: "set", id, ids: pending, status, madeAt };
      const made = { decision, previous, count: pending.length, wasSelected };
      changeStack((before) => afterDecision(before, made));
    },
    [client, projectId, changeStack],
  );
  const notApplied = useCallback(
    (change: Change, reason: string | null) => setResult({ kind: "not_made", change, reason }),
    [setResult],
  );
  const dismiss = useCallback(() => setResult(null), [setResult]);
  return useMemo(
    () => ({
      /** Values that the server's list doesn't have yet. */
      unsaved,
      result,
      /** Shows the result of another action. */
      show: setResult,
      /** True until everything is saved and the list and the counts are up to date. */
      isBusy,
      set,
      /** Returns those of the items that the person sees as pending. */
      pendingAmong,
      /** Shows what the server did for a new job: its pending items are in progress. Can be undone. */
      jobCreated,
      undo,
      redo,
      /**
       * Says that a change wasn't made, because the items to select never became known.
       * @param reason null if the person canceled
       */
      notApplied,
      dismiss,
    }),
    [
      unsaved,
      result,
      setResult,
      isBusy,
      set,
      pendingAmong,
      jobCreated,
      undo,
      redo,
      notApplied,
      dismiss,
    ],
  );
}

export type Decisions = ReturnType<typeof useDecisions>;

type SetResult = (result: Result | null) => void;

/** The message about the last decision, updated when the server has answered. */
function useResult({ undoStack, changeStack }: TabUndoStack, restore: Selection["restore"]) {
  const outbox = useOutbox();
  const [result, setResult] = useState<Result | null>(null);
  useEffect(
    () =>
      outbox.onSettled((decision, settled) => {
        const before = undoStack.current;
        setResult((shown) => toastAfterResponse(shown, decision, settled, before));
        if (settled.outcome === "applied") {
          const of = decision.kind === "undo" ? decision.of : decision.id;
          changeStack((stack) => afterResult(stack, of, settled));
        } else if (decision.kind !== "undo") {
          const { id, ids } = decision;
          changeStack((stack) => afterResult(stack, id, { changed: 0 }));
          const made = before.undo.find((one) => one.decision.id === id);
          if (made?.wasSelected) restore(new Set(ids));
        }
      }),
    [outbox, undoStack, changeStack, restore],
  );
  return [result, setResult] as const;
}

type Decide = (ids: readonly string[], change: Change, redoes?: string) => UndoableDecision | null;

/** Returns what makes a decision. It leaves out items that the person sees changed already, and is null without others. */
function useDecide(
  given: Pick<ItemValues, "currentOf" | "shiftsFor"> & { view: string; setResult: SetResult },
): Decide {
  const { currentOf, shiftsFor, view, setResult } = given;
  const outbox = useOutbox();
  return useCallback(
    (ids, change, redoes) => {
      const edit = editOf(change);
      const previous: UndoableDecision["previous"] = {};
      const changing = ids.filter((id) => {
        const before = currentOf(id, edit);
        if (before !== undefined && before !== edit.value) previous[id] = before;
        return before === undefined || before !== edit.value;
      });
      const count = changing.length;
      if (count === 0) {
        setResult({ kind: "unchanged", change });
        return null;
      }
      const [of, madeAt] = [newIntentKey(), Date.now()];
      const decision: SetDecision = { ...change, id: of, ids: changing, redoes, madeAt };
      const shifts = shiftsFor(
        edit,
        Object.entries(previous).map(([id, before]) => [id, before, edit.value]),
      );
      outbox.add({ ...decision, shifts, view });
      const kind = redoes === undefined ? "set" : "redone";
      setResult({ kind, of, change, count, ids: changing });
      return { decision, previous, count };
    },
    [outbox, currentOf, shiftsFor, view, setResult],
  );
}

/** Undoes and redoes this tab's decisions. Undoing one about a single item that wasn't selected returns the item. */
function useUndo(
  given: Pick<ItemValues, "currentOf" | "shiftsFor"> &
    TabUndoStack & {
      view: string;
      setResult: SetResult;
      decide: Decide;
      restoreSelection: Selection["restore"];
    },
) {
  const { undoStack, changeStack, currentOf, shiftsFor, view, setResult, decide } = given;
  const { restoreSelection } = given;
  const outbox = useOutbox();
  const undo = useCallback(() => {
    const last = undoStack.current.undo.at(-1);
    if (!last) {
      setResult({ kind: "nothing", action: "undo" });
      return null;
    }
    const { decision, previous, count, wasSelected } = last;
    const [id, of, madeAt] = [newIntentKey(), decision.id, Date.now()];
    changeStack(afterUndo);
    // Items that were changed again since then are skipped.
    const edit = editOf(decision);
    const restored = Object.entries(previous).filter(([item]) =>
      [edit.value, undefined].includes(currentOf(item, edit)),
    );
    const shifts = shiftsFor(
      edit,
      restored.map(([item, before]) => [item, edit.value, before]),
    );
    const undone = undoneBy(decision);
    outbox.add({ kind: "undo", id, of, ...undone, previous, count, madeAt, shifts, view });
    if (wasSelected) restoreSelection(new Set(decision.ids));
    const next = undoStack.current.undo.at(-1) ?? null;
    setResult({ kind: "undone", count, skipped: 0, next });
    const [only = null, ...others] = decision.ids;
    return wasSelected || others.length > 0 ? null : only;
  }, [outbox, restoreSelection, undoStack, changeStack, currentOf, shiftsFor, view, setResult]);
  const redo = useCallback(() => {
    const next = undoStack.current.redo.at(-1);
    if (!next) {
      setResult({ kind: "nothing", action: "redo" });
      return null;
    }
    const { decision, reason } = next;
    const made = decide(decision.ids, decision, decision.id);
    changeStack((stack) => afterRedo(stack, made));
    if (made && reason) decide(made.decision.ids, reason);
    return made;
  }, [decide, undoStack, changeStack, setResult]);
  return { undo, redo };
}
