"use client";

import { useCallback, useMemo, useState } from "react";
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
