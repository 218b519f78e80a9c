"use client";

import { useQueryClient } from "@tanstack/react-query";
import { debounce, useQueryStates } from "nuqs";
import { useCallback, useMemo } from "react";
import {
  type FeedbackFilters,
  inboxAddress,
  NO_FILTERS,
} from "../../lib/filters/feedback-filters.ts";
import { readAhead } from "../../lib/queries/feedback.ts";

/**
 * The router draws the whole page once more when the address changes: a tenth of a second later,
 * when the rows are there. The list itself never waits for the address.
 */
const AFTER_THE_ROWS = debounce(100);

/**
 * The inbox's state as the address has it, which is its only home: filters and the open entry.
 * Changing filters makes a step that "Back" undoes; typing and moving through entries does not.
 */
export function useInboxUrl(projectId: string) {
  const [address, setAddress] = useQueryStates(inboxAddress);
  const client = useQueryClient();
  const isOpen = address.open !== null;
  const setOpen = useCallback(
    // "Back" from an entry leads to the list, from the tenth entry as well.
    (id: string | null) => void setAddress({ open: id }, { history: isOpen ? "replace" : "push" }),
    [setAddress, isOpen],
  );
  return useMemo(() => {
    const { open, ...filters } = address;
    const approach = (changes: FilterChanges) =>
      readAhead(client, projectId, { ...filters, ...changes });
    const setFilters = (changes: FilterChanges, history: "push" | "replace" = "push") => {
      // Asked before anything is rendered, the answer is on its way while the page is busy.
      approach(changes);
      void setAddress(changes, { history, limitUrlUpdates: AFTER_THE_ROWS });
    };
    const cleared = { ...NO_FILTERS, sort: filters.sort };
    return { filters, open, setFilters, approach, cleared, setOpen };
  }, [address, client, projectId, setAddress, setOpen]);
}

type FilterChanges = Partial<FeedbackFilters>;

export type InboxUrl = ReturnType<typeof useInboxUrl>;
