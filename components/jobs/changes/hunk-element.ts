"use client";

import { type RefObject, useLayoutEffect } from "react";

/** Where a hunk is shown: its lines, or the first change of a page that is shown as it renders. */
export function hunkElement(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-hunk="${CSS.escape(id)}"]`);
}

/**
 * Moves the focus on when the focused part disappears: to the same hunk in another view of its file, to the file, or to the
 * list of changes.
 * @param part one hunk, or a view of all hunks of a file
 */
export function useFocusAfterRemoval(part: RefObject<HTMLElement | null>, isView: boolean) {
  useLayoutEffect(() => {
    const element = part.current;
    return () => {
      const { activeElement } = document;
      if (!activeElement || !element?.contains(activeElement)) return;
      const { hunk = "" } = activeElement.closest<HTMLElement>("[data-hunk]")?.dataset ?? {};
      const summary = isView ? element.closest("details")?.querySelector("summary") : null;
      // Wait until the replacement is rendered.
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        const file = summary?.isConnected ? summary : document.getElementById("changes");
        (hunkElement(hunk) ?? file)?.focus();
      });
    };
  }, [part, isView]);
}
