"use client";

import { useMutation } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { FeedbackFilters } from "../../lib/filters/feedback-filters.ts";
import { fetchMatching } from "../../lib/queries/feedback.ts";

const NONE: ReadonlySet<string> = new Set();

/** Selections by project, so that one outlives a look at another page. */
const kept = new Map<string, ReadonlySet<string>>();

/** Which entries are selected, by identifier, so that a selection outlives scrolling and filters. */
export function useSelection(projectId: string, filters: FeedbackFilters) {
  const [ids, setIds] = useState(() => kept.get(projectId) ?? NONE);
  useEffect(() => {
    kept.set(projectId, ids);
  }, [projectId, ids]);
  const anchor = useRef<string | null>(null);
  const matching = useMutation({
    mutationFn: () => fetchMatching(projectId, filters),
    onSuccess: (found) => setIds(new Set(found.ids)),
  });
  const { mutate: selectAll, reset } = matching;

  const toggle = useCallback(
    (id: string) => {
      anchor.current = id;
      reset();
      setIds((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      });
    },
    [reset],
  );

  /** Selects all from the last toggled row to this one, as they stand in `order`. */
  const extendTo = useCallback(
    (id: string, order: readonly string[]) => {
      reset();
      const to = order.indexOf(id);
      const anchored = order.indexOf(anchor.current ?? id);
      const from = anchored < 0 ? to : anchored;
      const between = order.slice(Math.min(from, to), Math.max(from, to) + 1);
      setIds((before) => new Set([...before, ...between]));
    },
    [reset],
  );

  const clear = useCallback(() => {
    reset();
    setIds(NONE);
  }, [reset]);

  const { error, data } = matching;
  return useMemo(
    () => ({
      ids,
      /** More match than one selection holds. */
      capped: data?.capped === true,
      problem: error?.message ?? null,
      toggle,
      extendTo,
      selectAll,
      clear,
    }),
    [ids, data, error, toggle, extendTo, selectAll, clear],
  );
}

export type Selection = ReturnType<typeof useSelection>;
