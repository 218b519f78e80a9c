"use client";

import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import { setStatus, undoChange } from "../../../lib/queries/triage.ts";
import type { PendingStatus } from "./pending-status.ts";
import type { Selection } from "./use-selection.ts";

/** A status that a person sets; `wasSelected`: of the selection rather than of one entry. */
interface Wanted extends PendingStatus {
  wasSelected: boolean;
}

/** What became of the last change, to be said to the person who made it. */
export type Outcome =
  | { kind: "set"; status: string; count: number; canUndo: boolean }
  | { kind: "undone"; restored: number; left: number }
  | { kind: "failed"; doing: "set" | "taken back"; message: string };

/**
 * Statuses that are being set and taken back, one change after the other, as the second may be
 * about what the first has left.
 */
export function useStatusChanges(projectId: string, { reselect }: Selection) {
  const client = useQueryClient();
  const [pending, setPending] = useState<readonly PendingStatus[]>([]);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const last = useRef<{ token: string; wanted: Wanted } | null>(null);
  const scope = { id: `triage ${projectId}` };
  const readAgain = () => readFeedbackAgain(client, projectId);
  const arrived = (wanted: Wanted) => setPending((all) => all.filter((one) => one !== wanted));
  const restore = ({ ids, wasSelected }: Wanted) => wasSelected && reselect(ids);

  const { mutate: set, isPending: isSetting } = useMutation({
    scope,
    mutationFn: ({ ids, status }: Wanted) => setStatus(projectId, [...ids], status),
    onMutate: (wanted) => {
      last.current = null;
      setPending((all) => [...all, wanted]);
    },
    onSuccess: async ({ changed, undo }, wanted) => {
      if (undo !== null) last.current = { token: undo, wanted };
      setOutcome({ kind: "set", status: wanted.status, count: changed, canUndo: undo !== null });
      await readAgain();
      arrived(wanted);
    },
    onError: (error, wanted) => {
      arrived(wanted);
      restore(wanted);
      setOutcome({ kind: "failed", doing: "set", message: error.message });
      void readAgain();
    },
  });

  const { mutate: undo, isPending: isUndoing } = useMutation({
    scope,
    // Read when its turn comes: the change that it takes back may still have been on its way.
    mutationFn: async () => last.current && undoChange(projectId, last.current.token),
    onSuccess: async (undone) => {
      if (!undone || !last.current) return;
      restore(last.current.wanted);
      last.current = null;
      setOutcome({ kind: "undone", ...undone });
      await readAgain();
    },
    onError: ({ message }) => setOutcome({ kind: "failed", doing: "taken back", message }),
  });

  const dismiss = useCallback(() => setOutcome(null), []);
  const isBusy = isSetting || isUndoing;
  return useMemo(
    () => ({
      pending,
      outcome,
      /** Until the list and its numbers have followed. */
      isBusy,
      set,
      undo: () => undo(),
      dismiss,
    }),
    [pending, outcome, isBusy, set, undo, dismiss],
  );
}

function readFeedbackAgain(client: QueryClient, projectId: string): Promise<void> {
  const queryKey = ["feedback", projectId];
  // What no screen shows would be seen for a moment as it was.
  client.removeQueries({ queryKey, type: "inactive" });
  return client.invalidateQueries({ queryKey });
}

export type StatusChanges = ReturnType<typeof useStatusChanges>;
