"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { type InboxAddress, NO_FILTERS } from "../../lib/filters/feedback-filters.ts";
import { prefetchRows } from "../../lib/queries/feedback.ts";
import { useInboxAddress } from "./use-inbox-address.ts";

/** Milliseconds until the URL changes with the filters: longer than the list takes for its rows. */
const FILTER_DELAY_MS = 100;

/** Milliseconds until the URL changes with the open item. A held key opens an item every 33 ms. */
const OPEN_ITEM_DELAY_MS = 50;

/**
 * The state of the inbox, which is only in the URL: filters, the saved view, and the open item. Changing a filter
 * adds a history entry; typing and moving between items don't.
 */
export function useInboxUrl(projectId: string) {
  const [state, setState] = useInboxAddress();
  const client = useQueryClient();
  // Doesn't depend on the open item, so that opening one doesn't render every row again.
  const setOpenId = useCallback(
    (id: string | null) => {
      const isOpen = new URLSearchParams(location.search).has("open");
      // Only opening the panel adds a history entry, so "Back" always returns to the list.
      setState({ open: id }, { history: isOpen ? "replace" : "push", delay: OPEN_ITEM_DELAY_MS });
    },
    [setState],
  );
  return useMemo(() => {
    const { open: openId, view: viewName, ...filters } = state;
    const prefetch = (changes: FilterChanges) =>
      prefetchRows(client, projectId, { ...filters, ...changes });
    const setFilters = (changes: FilterChanges, history: "push" | "replace" = "push") => {
      // Start the request before rendering, which keeps the browser busy.
      prefetch(changes);
      setState(changes, { history, delay: FILTER_DELAY_MS });
    };
    const clearedFilters = { ...NO_FILTERS, sort: filters.sort };
    return { filters, viewName, openId, setFilters, prefetch, clearedFilters, setOpenId };
  }, [state, client, projectId, setState, setOpenId]);
}

/** Filters, and the saved view that they belong to. */
type FilterChanges = Partial<Omit<InboxAddress, "open">>;

export type InboxUrl = ReturnType<typeof useInboxUrl>;
