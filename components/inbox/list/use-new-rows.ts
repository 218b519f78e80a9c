"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { SyncStatus } from "../../../lib/contract/api/sync.ts";
import type { FeedbackList } from "./use-feedback-list.ts";

/**
 * Brings what the mirror has stored since the list was read. A short list at its start is read
 * again at once; a longer one only when the person asks, as its rows would move under their hands.
 * @param total entries under the list's filters; null while that is not known
 * @param isOwnChange whether it is the person's own doing that changes the total now
 */
export function useNewRows(
  projectId: string,
  list: FeedbackList,
  total: number | null,
  sync: SyncStatus | undefined,
  isOwnChange: boolean,
) {
  const client = useQueryClient();
  const short = list.before === 0 && list.rows.length <= 200;
  const syncedAt = sync?.lastSuccessAt ?? null;
  const seenAt = useRef(syncedAt);
  useEffect(() => {
    if (syncedAt === seenAt.current) return;
    seenAt.current = syncedAt;
    void client.invalidateQueries({ queryKey: ["feedback", projectId, "facets"] });
    if (short) void client.invalidateQueries({ queryKey: ["feedback", projectId, "rows"] });
  }, [client, projectId, syncedAt, short]);

  const [waiting, setWaiting] = useState(0);
  const counted = useRef({ view: list.view, total });
  useEffect(() => {
    if (total === null) return;
    const before = counted.current;
    counted.current = { view: list.view, total };
    const same = before.view === list.view && before.total !== null;
    const grown = same && !isOwnChange ? total - (before.total ?? 0) : 0;
    setWaiting((count) => (short || !same ? 0 : Math.max(0, count + grown)));
  }, [list.view, total, short, isOwnChange]);

  return {
    waiting,
    show: () => {
      setWaiting(0);
      list.fromStart();
    },
  };
}
