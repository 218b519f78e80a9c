"use client";

import { useCallback, useMemo, useState } from "react";
import type { InboxUrl } from "./use-inbox-url.ts";

/** Which row the keys act on, and which entry stands open beside the list (the address knows). */
export function useActiveItem({ open, setOpen }: InboxUrl) {
  const [moved, setMoved] = useState<string | null>(null);
  const [left, setLeft] = useState<{ id: string; place: number } | null>(null);
  const show = useCallback(
    (id: string) => {
      setMoved(id);
      setOpen(id);
    },
    [setOpen],
  );
  const close = useCallback(() => {
    setOpen(null);
    // The panel took the focus with it; the row that it belonged to gets it back.
    const row = document.querySelector(`[data-feedback-id="${CSS.escape(open ?? "")}"]`);
    if (row instanceof HTMLElement) row.focus({ preventScroll: true });
  }, [open, setOpen]);
  const leaveList = useCallback((id: string, place: number) => setLeft({ id, place }), []);
  const active = moved ?? open;
  return useMemo(
    () => ({
      active,
      open,
      /** Where in the list the active entry stood before it left; null while it has not. */
      left: left?.id === active ? left.place : null,
      activate: setMoved,
      show,
      close,
      leaveList,
    }),
    [active, open, left, show, close, leaveList],
  );
}

export type ActiveItem = ReturnType<typeof useActiveItem>;
