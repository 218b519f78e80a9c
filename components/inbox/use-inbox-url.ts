"use client";

import { useQueryClient } from "@tanstack/react-query";
import { debounce, useQueryStates } from "nuqs";
import { useCallback, useMemo } from "react";
import {
  type FeedbackFilters,
  inboxAddress,
  NO_FILTERS,
} from "../../lib/filters/feedback-filters.ts";
import { prefetchFeedback } from "../../lib/queries/feedback.ts";

/**
 * Delays the URL update by 100 ms, because the router then re-renders the page. The list renders
 * its rows first; it doesn't wait for the URL.
 */
const AFTER_ROWS = debounce(100);

/**
 * The state of the inbox, which is only in the URL: filters and the open item. Changing a filter
 * adds a history entry; typing and moving between items don't.
 */
export function useInboxUrl(projectId: string) {
  const [state, setState] = useQueryStates(inboxAddress);
  const client = useQueryClient();
  const isOpen = state.open !== null;
  const setOpenId = useCallback(
    // Only opening the panel adds a history entry, so "Back" always returns to the list.
    (id: string | null) => void setState({ open: id }, { history: isOpen ? "replace" : "push" }),
    [setState, isOpen],
  );
  return useMemo(() => {
    const { open: openId, ...filters } = state;
    const prefetch = (changes: FilterChanges) =>
      prefetchFeedback(client, projectId, { ...filters, ...changes });
    const setFilters = (changes: FilterChanges, history: "push" | "replace" = "push") => {
      // Start the request before rendering, which keeps the browser busy.
      prefetch(changes);
      void setState(changes, { history, limitUrlUpdates: AFTER_ROWS });
    };
    const clearedFilters = { ...NO_FILTERS, sort: filters.sort };
    return { filters, openId, setFilters, prefetch, clearedFilters, setOpenId };
  }, [state, client, projectId, setState, setOpenId]);
}

type FilterChanges = Partial<FeedbackFilters>;

export type InboxUrl = ReturnType<typeof useInboxUrl>;
