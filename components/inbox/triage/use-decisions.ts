"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { ITEM_FIELDS } from "../../../lib/contract/api/item-fields.ts";
import { decisionOfJob } from "../../../lib/contract/api/job-states.ts";
import type { FeedbackFilters } from "../../../lib/filters/feedback-filters.ts";
import type { Change, CountShift, SetDecision } from "../../../lib/item-fields/decision.ts";
import { type Edit, editOf, FIELDS, undoneBy } from "../../../lib/item-fields/fields.ts";
import {
  afterDecision,
  afterRedo,
  afterResult,
  afterUndo,
  type UndoableDecision,
  type UndoStack,
} from "../../../lib/outbox/undo-stack.ts";
import { countDeltas, countedValues } from "../../../lib/outbox/unsaved-counts.ts";
import {
  groupedStatus,
  knownItem,
  updateLoadedStatus,
  viewOf,
} from "../../../lib/queries/feedback.ts";
import { newIntentKey } from "../../app/intent-key.ts";
import { useOutbox, useOutboxState } from "../../app/outbox.tsx";
import { type Result, toastAfterResponse } from "./result.ts";
import { readUndoStack, writeUndoStack } from "./stored-undo-stack.ts";
import { unsavedValues } from "./unsaved-values.ts";
import type { Selection } from "./use-selection.ts";

const STATUS = { field: "status", key: null } as const;
const COUNTED = ITEM_FIELDS.filter((field) => FIELDS[field].isCounted);

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
  const unsaved = useMemo(() => unsavedValues({ confirmed, waiting }), [confirmed, waiting]);
  const view = viewOf(filters);
  /** Returns what an item has of what an edit sets; undefined if that isn't known. */
  const currentOf = useCallback(
    (id: string, { field, key }: Pick<Edit, "field" | "key">) => {
      const { listed } = FIELDS[field];
      if (!listed) return undefined;
      const unsavedValue = unsaved.of(field, key).get(id);
      if (unsavedValue !== undefined) return unsavedValue;
      const item = knownItem(client, projectId, id);
      if (item) return listed.saved(item, key);
      return field === "status" ? groupedStatus(client, projectId, filters, id) : undefined;
    },
    [client, projectId, filters, unsaved],
  );
  /** Returns by how much counts change; undefined if the edit isn't counted. */
  const shiftsFor = useCallback(
    (
      { field }: Edit,
      changes: [id: string, ...values: (string | null | undefined)[]][],
    ): CountShift[] | undefined => {
      if (!FIELDS[field].isCounted) return undefined;
      return countDeltas(
        changes.map(([id, before, now]) => {
          const item = knownItem(client, projectId, id);
          const current = Object.fromEntries(
            COUNTED.map((field) => [field, currentOf(id, { field, key: null })]),
          );
          const countedWith = (value: string | null | undefined) => {
            const counted = { ...current, [field]: value };
            return {
              ...{ ...(item && countedValues(item)), ...counted },
              status: String(counted.status),
            };
          };
          return [countedWith(before), countedWith(now)];
        }),
      );
    },
    [client, projectId, currentOf],
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
        setResult((shown) => toastAfterResponse(shown, decision, settled, before));
        if (settled.outcome === "applied") {
          const of = decision.kind === "undo" ? decision.of : decision.id;
          changeStack((stack) => afterResult(stack, of, settled));
        } else if (decision.kind !== "undo") {
          const { id, ids } = decision;
          changeStack((stack) => afterResult(stack, id, { changed: 0 }));
          const made = before.undo.find((one) => one.decision.id === id);
          if (made?.wasSelected) restoreSelection(new Set(ids));
        }
      }),
    [outbox, changeStack, restoreSelection],
  );

  /** Leaves out items that the person sees changed already. Returns null if there are no others. */
  const decide = useCallback(
    (ids: readonly string[], change: Change, redoes?: string): UndoableDecision | null => {
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
      setResult({
        kind: redoes === undefined ? "set" : "redone",
        of,
        change,
        count,
        ids: changing,
      });
      return { decision, previous, count };
    },
    [outbox, currentOf, shiftsFor, view],
  );

  const set = useCallback(
    (ids: readonly string[], change: Change, wasSelected = false) => {
      const made = decide(ids, change);
      if (made) changeStack((stack) => afterDecision(stack, { ...made, wasSelected }));
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
    const { decision, previous, count, wasSelected } = last;
    const [id, of, madeAt] = [newIntentKey(), decision.id, Date.now()];
    changeStack(afterUndo);
    // What was changed again since is skipped.
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
  }, [outbox, restoreSelection, changeStack, currentOf, shiftsFor, view]);

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
  }, [decide, changeStack]);

  const notApplied = useCallback(
    (change: Change, reason: string | null) => setResult({ kind: "not_made", change, reason }),
    [],
  );

  const dismiss = useCallback(() => setResult(null), []);
  return useMemo(
    () => ({
      /** What the list from the server doesn't have yet. */
      unsaved,
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
       * Says that a change wasn't made, because the items to select never became known.
       * @param reason null if the person canceled
       */
      notApplied,
      dismiss,
    }),
    [
      unsaved,
      result,
      waiting,
      confirmed,
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
