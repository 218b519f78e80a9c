"use client";

import { useEffect, useState } from "react";
import type { ProjectEvent } from "../../lib/contract/api/history.ts";
import { FIELDS } from "../../lib/item-fields/fields.ts";
import { newIntentKey } from "../app/intent-key.ts";
import { useOutbox, useOutboxState } from "../app/outbox.tsx";

export interface Undo {
  /** Undoes a decision for the items that nothing newer has changed. Kept in the browser until it is saved. */
  undo(event: ProjectEvent): void;
  /** Says how the undo of a decision goes; null without one. */
  stateOf(change: string): string | null;
}

/** Undoes decisions of anyone, however old. */
export function useUndo(): Undo {
  const outbox = useOutbox();
  const { waiting, confirmed } = useOutboxState();
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(
    () =>
      outbox.onSettled((decision, result) => {
        if (decision.kind !== "undo" || result.outcome !== "rejected") return;
        setFailures((before) => new Map(before).set(decision.of, result.message));
      }),
    [outbox],
  );
  return {
    undo: ({ change, field, from, to, undoable }) => {
      if (change === null) return;
      outbox.add({
        kind: "undo",
        id: newIntentKey(),
        of: change,
        previous: {},
        count: undoable,
        undoes: FIELDS[field].kind,
        // Either `to` or `from` is empty: a label was added or removed.
        label: FIELDS[field].isKeyed ? to || from || undefined : undefined,
        madeAt: Date.now(),
      });
    },
    stateOf: (change) => {
      const isUndo = (decision: (typeof waiting)[number]) =>
        decision.kind === "undo" && decision.of === change;
      if (waiting.some(isUndo)) return "Undoing…";
      if (confirmed.some(isUndo)) return "Undone";
      return failures.get(change) ?? null;
    },
  };
}
