"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { SyncStatus } from "../../lib/contract/dashboard.ts";
import type { FeedbackList } from "./use-feedback-list.ts";

/**
 * Brings what the mirror has stored since the list was read. A short list at its start is read
 * again at once; a longer one only when the person asks, as its rows would move under their hands.
 */
export function useFreshRows(projectId: string, list: FeedbackList, sync: SyncStatus | undefined) {
  const client = useQueryClient();
  const shown = useRef<number | null>(null);
  const stored = sync?.entries ?? null;
  const short = list.before === 0 && list.rows.length <= 200;

  useEffect(() => {
    if (stored === null || stored === shown.current) return;
    const first = shown.current === null;
    if (!first) void client.invalidateQueries({ queryKey: ["feedback", projectId, "facets"] });
    if (!first && short)
      void client.invalidateQueries({ queryKey: ["feedback", projectId, "rows"] });
    if (first || short) shown.current = stored;
  }, [client, projectId, stored, short]);

  return {
    waiting: stored !== null && shown.current !== null ? Math.max(0, stored - shown.current) : 0,
    show: () => {
      shown.current = stored;
      list.fromStart();
    },
  };
}
