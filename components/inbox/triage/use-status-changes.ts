"use client";

import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import { setStatus, undoChange } from "../../../lib/queries/triage.ts";
import type { PendingStatus } from "./pending-status.ts";
import type { Selection } from "./use-selection.ts";

/** A status change by the person; `wasSelected` if it applied to the selection. */
interface StatusChange extends PendingStatus {
  wasSelected: boolean;
}

/** The result of the last change, shown in a toast. */
export type Result =
  | { kind: "set"; status: string; count: number; canUndo: boolean }
  | { kind: "undone"; restored: number; left: number }
  | { kind: "failed"; action: "change the status" | "undo the change"; message: string };

/** Sets and undoes statuses, one request at a time, because each may depend on the one before. */
export function useStatusChanges(projectId: string, selection: Selection) {
  const client = useQueryClient();
  const [pending, setPending] = useState<readonly PendingStatus[]>([]);
  const [result, setResult] = useState<Result | null>(null);
  const last = useRef<{ token: string; change: StatusChange } | null>(null);
  const scope = { id: `triage ${projectId}` };
  const refetch = () => refetchFeedback(client, projectId);
  const removePending = (change: StatusChange) =>
    setPending((all) => all.filter((one) => one !== change));
  const restoreSelection = ({ ids, wasSelected }: StatusChange) =>
    wasSelected && selection.restore(ids);

  const { mutate: set, isPending: isSetting } = useMutation({
    scope,
    mutationFn: ({ ids, status }: StatusChange) => setStatus(projectId, [...ids], status),
    onMutate: (change) => {
      last.current = null;
      setPending((all) => [...all, change]);
    },
    onSuccess: async ({ changed, undo }, change) => {
      if (undo !== null) last.current = { token: undo, change };
      setResult({ kind: "set", status: change.status, count: changed, canUndo: undo !== null });
      await refetch();
      removePending(change);
    },
    onError: ({ message }, change) => {
      removePending(change);
      restoreSelection(change);
      setResult({ kind: "failed", action: "change the status", message });
      void refetch();
    },
  });

  const { mutate: undo, isPending: isUndoing } = useMutation({
    scope,
    // Reads `last` when it runs, because the change to undo may still be saving when it is queued.
    mutationFn: async () => last.current && undoChange(projectId, last.current.token),
    onSuccess: async (undone) => {
      if (!undone || !last.current) return;
      restoreSelection(last.current.change);
      last.current = null;
      setResult({ kind: "undone", ...undone });
      await refetch();
    },
    onError: ({ message }) => setResult({ kind: "failed", action: "undo the change", message }),
  });

  const dismiss = useCallback(() => setResult(null), []);
  const isBusy = isSetting || isUndoing;
  return useMemo(
    () => ({
      pending,
      result,
      /** True until the list and the counts are up to date. */
      isBusy,
      set,
      undo: () => undo(),
      dismiss,
    }),
    [pending, result, isBusy, set, undo, dismiss],
  );
}

function refetchFeedback(client: QueryClient, projectId: string): Promise<void> {
  const queryKey = ["feedback", projectId];
  // Cached lists of other views are outdated and would flash their old content.
  client.removeQueries({ queryKey, type: "inactive" });
  return client.invalidateQueries({ queryKey });
}

export type StatusChanges = ReturnType<typeof useStatusChanges>;
