"use client";

import { useMemo } from "react";
import type { FeedbackList } from "../list/use-feedback-list.ts";

/**
 * Whether some of what is selected is surely not in the list as it is filtered. A long list that is
 * not all in memory is not asked about: then it stays unsaid.
 * @param total entries under the list's filters; null while that is not known
 */
export function useHasUnlisted(
  selected: ReadonlySet<string>,
  list: FeedbackList,
  total: number | null,
): boolean {
  const { ids, loading, hasNext, hasPrevious } = list;
  return useMemo(() => {
    if (selected.size === 0 || loading || total === null) return false;
    if (selected.size > total) return true;
    if (hasNext || hasPrevious) return false;
    const listed = new Set(ids);
    return [...selected].some((id) => !listed.has(id));
  }, [selected, ids, loading, hasNext, hasPrevious, total]);
}
