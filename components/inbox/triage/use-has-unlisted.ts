"use client";

import { useMemo } from "react";
import type { FeedbackList } from "../list/use-feedback-list.ts";

/**
 * Whether some selected items certainly aren't in the filtered list. Returns false for a long list
 * that is only partly loaded, because that can't be known.
 * @param total items that match the filters; null while unknown
 */
export function useHasUnlisted(
  selected: ReadonlySet<string>,
  list: FeedbackList,
  total: number | null,
): boolean {
  const { ids, itemsOf, isLoading, hasNext, hasPrevious } = list;
  return useMemo(() => {
    if (selected.size === 0 || isLoading || total === null) return false;
    if (selected.size > total) return true;
    if (hasNext || hasPrevious) return false;
    const listed = new Set(itemsOf(ids));
    return [...selected].some((id) => !listed.has(id));
  }, [selected, ids, itemsOf, isLoading, hasNext, hasPrevious, total]);
}
