"use client";

import { useMutation } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { FeedbackFilters } from "../../../lib/filters/feedback-filters.ts";
import { fetchMatching } from "../../../lib/queries/feedback.ts";
import { BEFORE_RELOAD } from "../../app/reload-page.ts";
import { EMPTY_SELECTION, extendRange, selectIds, toggleId } from "./selection-state.ts";

/** Selections by project, kept while the person visits other pages. */
const savedSelections = new Map<string, ReadonlySet<string>>();

/**
 * The selected items, by ID, so that the selection survives scrolling and filtering.
 * @param isPossible false if the person has no permission to use a selection
 */
export function useSelection(projectId: string, filters: FeedbackFilters, isPossible: boolean) {
  const [state, setState] = useState(() => selectIds(savedSelections.get(projectId) ?? []));
  const { ids } = state;
  useEffect(() => {
    savedSelections.set(projectId, ids);
  }, [projectId, ids]);
  useEffect(() => {
    const kept = takeKeptSelection(projectId);
    if (kept.length > 0) setState((before) => (before.ids.size > 0 ? before : selectIds(kept)));
    const keep = () => keepSelection(projectId, savedSelections.get(projectId));
    addEventListener(BEFORE_RELOAD, keep);
    return () => removeEventListener(BEFORE_RELOAD, keep);
  }, [projectId]);
  const matching = useMutation({
    mutationFn: () => fetchMatching(projectId, filters),
    onSuccess: (found) => setState(selectIds(found.ids)),
  });
  const { mutate: selectAll, reset } = matching;

  const toggle = useCallback(
    (id: string) => {
      reset();
      if (isPossible) setState((before) => toggleId(before, id));
    },
    [reset, isPossible],
  );

  /** Extends the range to this row, in the given row order. */
  const extendTo = useCallback(
    (id: string, order: readonly string[], from: string | null = null) => {
      reset();
      if (isPossible) setState((before) => extendRange(before, id, order, from));
    },
    [reset, isPossible],
  );

  const clear = useCallback(() => {
    reset();
    setState(EMPTY_SELECTION);
  }, [reset]);

  /** Restores a selection after undo or an error, unless there is a new one. */
  const restore = useCallback(
    (previous: ReadonlySet<string>) =>
      setState((before) => (before.ids.size > 0 ? before : selectIds(previous))),
    [],
  );

  const { error, data } = matching;
  return useMemo(
    () => ({
      ids,
      isPossible,
      /** Whether more items match than can be selected. */
      capped: data?.capped === true,
      problem: error?.message ?? null,
      toggle,
      extendTo,
      selectAll,
      clear,
      restore,
    }),
    [ids, isPossible, data, error, toggle, extendTo, selectAll, clear, restore],
  );
}

/** Keeps the selection in the tab while Errata reloads the page. */
function keepSelection(projectId: string, ids: ReadonlySet<string> | undefined): void {
  try {
    sessionStorage.setItem(`errata-selection:${projectId}`, JSON.stringify([...(ids ?? [])]));
  } catch {
    // Without storage, the selection is lost.
  }
}

/** Returns the selection from before the reload, once. */
function takeKeptSelection(projectId: string): string[] {
  const key = `errata-selection:${projectId}`;
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? "[]");
    sessionStorage.removeItem(key);
    return Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

export type Selection = ReturnType<typeof useSelection>;
