"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { FeedbackList } from "./list/use-feedback-list.ts";
import type { InboxUrl } from "./use-inbox-url.ts";

/** The row that shortcuts act on, and the item that is open next to the list (from the URL). */
export function useActiveItem({ openId, setOpenId }: InboxUrl) {
  const [movedTo, setMovedTo] = useState<string | null>(null);
  const [removed, setRemoved] = useState<{ id: string; index: number } | null>(null);
  const open = useCallback(
    (id: string) => {
      setMovedTo(id);
      setOpenId(id);
    },
    [setOpenId],
  );
  const close = useCallback(() => {
    setOpenId(null);
    // Closing the panel loses the focus, so return it to the item's row.
    const row = document.querySelector(`[data-feedback-id="${CSS.escape(openId ?? "")}"]`);
    if (row instanceof HTMLElement) row.focus({ preventScroll: true });
  }, [openId, setOpenId]);
  const leaveList = useCallback((id: string, index: number) => setRemoved({ id, index }), []);
  const activeId = movedTo ?? openId;
  return useMemo(
    () => ({
      activeId,
      openId,
      /** The index of the active item before it left the list; null while it is listed. */
      formerIndex: removed?.id === activeId ? removed.index : null,
      activate: setMovedTo,
      open,
      close,
      leaveList,
    }),
    [activeId, openId, removed, open, close, leaveList],
  );
}

export type ActiveItem = ReturnType<typeof useActiveItem>;

/** Returns the item that keys act on: the active row if it is in the list, or the open item; else null. */
export function activeOrOpenItem(
  { activeId, openId }: ActiveItem,
  ids: readonly string[],
): string | null {
  return activeId !== null && (activeId === openId || ids.includes(activeId)) ? activeId : null;
}

/**
 * Returns the row after a removed one, or else the row before it. Undefined if it may not have been removed: the
 * first and the last loaded rows may only have been dropped from memory.
 */
function nextListed(
  before: readonly string[],
  index: number,
  listed: ReadonlySet<string>,
): string | undefined {
  const isListed = (id: string) => listed.has(id);
  const next = before.slice(index + 1).find(isListed);
  const previous = before.slice(0, index).findLast(isListed);
  if (next !== undefined && previous !== undefined) return next;
  return [before[index + 1], before[index - 1]].find((id) => id !== undefined && isListed(id));
}

/**
 * Makes the next row active when someone else's change takes the active one off the list. The focus is there already,
 * because rows keep their place on the screen. An open item stays open.
 */
export function useNextWhenRemoved(list: FeedbackList, item: ActiveItem): void {
  const { filterKey, ids, isLoading } = list;
  const { activeId, openId, activate, leaveList } = item;
  const before = useRef<{ key: string | null; ids: readonly string[] }>({ key: null, ids: [] });
  useEffect(() => {
    const shown = before.current;
    before.current = { key: isLoading ? null : filterKey, ids };
    if (shown.ids === ids || shown.key !== filterKey) return;
    if (activeId === null || ids.includes(activeId)) return;
    const index = shown.ids.indexOf(activeId);
    const next = index < 0 ? undefined : nextListed(shown.ids, index, new Set(ids));
    if (next === undefined) return;
    if (activeId === openId) leaveList(activeId, index);
    else activate(next);
  }, [filterKey, ids, isLoading, activeId, openId, activate, leaveList]);
}
