"use client";

import { useCallback, useMemo, useState } from "react";
import type { InboxAddress } from "./use-inbox-address.ts";

/** Which row the keys act on, and which entry stands open beside the list (the address knows). */
export function useActiveEntry({ open, setOpen }: InboxAddress) {
  const [moved, setMoved] = useState<string | null>(null);
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
  return useMemo(
    () => ({ active: moved ?? open, open, activate: setMoved, show, close }),
    [moved, open, show, close],
  );
}

export type ActiveEntry = ReturnType<typeof useActiveEntry>;
