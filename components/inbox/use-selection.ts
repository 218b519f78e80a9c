"use client";

import { useCallback, useMemo, useRef, useState } from "react";

const NONE: ReadonlySet<string> = new Set();

/** Which entries are selected, by identifier, so that a selection outlives scrolling and filters. */
export function useSelection() {
  const [ids, setIds] = useState(NONE);
  const anchor = useRef<string | null>(null);

  const toggle = useCallback((id: string) => {
    anchor.current = id;
    setIds((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  }, []);

  /** Selects all from the last toggled row to this one, as they stand in `order`. */
  const extendTo = useCallback((id: string, order: readonly string[]) => {
    const from = order.indexOf(anchor.current ?? id);
    const to = order.indexOf(id);
    const between = order.slice(Math.min(from < 0 ? to : from, to), Math.max(from, to) + 1);
    setIds((before) => new Set([...before, ...between]));
  }, []);

  const replace = useCallback((all: readonly string[]) => setIds(new Set(all)), []);
  const clear = useCallback(() => setIds(NONE), []);
  return useMemo(
    () => ({ ids, toggle, extendTo, replace, clear }),
    [ids, toggle, extendTo, replace, clear],
  );
}

export type Selection = ReturnType<typeof useSelection>;
