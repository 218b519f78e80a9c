"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { SyncStatus } from "../../../lib/contract/api/sync.ts";
import { syncedVersion } from "../../../lib/queries/sync.ts";
import type { FeedbackList } from "./use-feedback-list.ts";

/** Rows up to which the list refetches by itself. */
const MAX_AUTO_REFRESH = 200;

/**
 * Shows feedback that was synced after the list was loaded. A short list at its start refetches
 * right away. A longer one would shift under the pointer, so it only counts the new rows.
 * @param total items that match the filters; null while unknown
 * @param isOwnChange whether the person's own status change is changing the total
 */
export function useNewRows(
  projectId: string,
  list: FeedbackList,
  total: number | null,
  sync: SyncStatus | undefined,
  isOwnChange: boolean,
) {
  const client = useQueryClient();
  const isShort = list.offset === 0 && list.rows.length <= MAX_AUTO_REFRESH;
  const version = syncedVersion(sync);
  const handledVersion = useRef(version);
  useEffect(() => {
    if (version === handledVersion.current) return;
    handledVersion.current = version;
    void client.invalidateQueries({ queryKey: ["feedback", projectId, "facets"] });
    if (isShort) void client.invalidateQueries({ queryKey: ["feedback", projectId, "rows"] });
  }, [client, projectId, version, isShort]);

  const [count, setCount] = useState(0);
  const previous = useRef({ filterKey: list.filterKey, total });
  useEffect(() => {
    if (total === null) return;
    const before = previous.current;
    previous.current = { filterKey: list.filterKey, total };
    const isComparable = before.filterKey === list.filterKey && before.total !== null;
    const added = isComparable && !isOwnChange ? total - (before.total ?? 0) : 0;
    setCount((count) => (isShort || !isComparable ? 0 : Math.max(0, count + added)));
  }, [list.filterKey, total, isShort, isOwnChange]);

  return {
    /** Number of items that the list doesn't show yet. */
    count,
    show: () => {
      setCount(0);
      list.restart();
    },
  };
}
