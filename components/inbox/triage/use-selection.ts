"use client";

import { useMutation } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { FeedbackFilters } from "../../../lib/filters/feedback-filters.ts";
import { fetchMatching } from "../../../lib/queries/feedback.ts";
import { extended, NOTHING_SELECTED, selecting, toggled } from "./selection-state.ts";

/** Selections by project, so that one outlives a look at another page. */
const kept = new Map<string, ReadonlySet<string>>();

/**
 * Which entries are selected, by identifier, so that a selection outlives scrolling and filters.
 * @param isPossible false where the person could do nothing with one
 */
export function useSelection(projectId: string, filters: FeedbackFilters, isPossible: boolean) {
  const [selected, setSelected] = useState(() => selecting(kept.get(projectId) ?? []));
  const { ids } = selected;
  useEffect(() => {
    kept.set(projectId, ids);
  }, [projectId, ids]);
  const matching = useMutation({
    mutationFn: () => fetchMatching(projectId, filters),
    onSuccess: (found) => setSelected(selecting(found.ids)),
  });
  const { mutate: selectAll, reset } = matching;

  const toggle = useCallback(
    (id: string) => {
      reset();
      if (isPossible) setSelected((before) => toggled(before, id));
    },
    [reset, isPossible],
  );

  /** Selects all between where a range began and this row, as they stand in `order`. */
  const extendTo = useCallback(
    (id: string, order: readonly string[], from: string | null = null) => {
      reset();
      if (isPossible) setSelected((before) => extended(before, id, order, from));
    },
    [reset, isPossible],
  );

  const clear = useCallback(() => {
    reset();
    setSelected(NOTHING_SELECTED);
  }, [reset]);

  /** Selects again what a change was about, unless something else is selected by now. */
  const reselect = useCallback(
    (again: ReadonlySet<string>) =>
      setSelected((before) => (before.ids.size > 0 ? before : selecting(again))),
    [],
  );

  const { error, data } = matching;
  return useMemo(
    () => ({
      ids,
      isPossible,
      /** More match than one selection holds. */
      capped: data?.capped === true,
      problem: error?.message ?? null,
      toggle,
      extendTo,
      selectAll,
      clear,
      reselect,
    }),
    [ids, isPossible, data, error, toggle, extendTo, selectAll, clear, reselect],
  );
}

export type Selection = ReturnType<typeof useSelection>;
