"use client";

import { useCallback, useEffect, useMemo, useState } from "react";
import type { ActiveItem } from "../use-active-item.ts";
import type { FeedbackList } from "./use-feedback-list.ts";

/** Moves the focus to the first row of the list, as soon as the list shows its filters' rows. */
export function useFirstRow(list: FeedbackList, item: ActiveItem) {
  const [isWaiting, setIsWaiting] = useState(false);
  const { ids, isLoading, offset, restart } = list;
  const { activeId, openId, activate, open } = item;
  const first = ids[0];
  useEffect(() => {
    if (!isWaiting || isLoading || offset > 0) return;
    if (first !== undefined && first !== activeId) {
      // The next render has the row, which may have been outside the viewport.
      if (openId === null) activate(first);
      else open(first);
      return;
    }
    if (first !== undefined) focusRow(first);
    setIsWaiting(false);
  }, [isWaiting, isLoading, offset, first, activeId, openId, activate, open]);
  const focus = useCallback(() => {
    // The start of a long list may have been dropped from memory.
    if (offset > 0) restart();
    setIsWaiting(true);
  }, [offset, restart]);
  const cancel = useCallback(() => setIsWaiting(false), []);
  return useMemo(() => ({ focus, cancel }), [focus, cancel]);
}

export type FirstRow = ReturnType<typeof useFirstRow>;

function focusRow(id: string): void {
  const row = document.querySelector(`[data-feedback-id="${CSS.escape(id)}"]`);
  if (row instanceof HTMLElement) row.focus({ preventScroll: true });
}
