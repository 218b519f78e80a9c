"use client";

import { useQueryStates } from "nuqs";
import { useCallback, useMemo } from "react";
import {
  type FeedbackFilters,
  inboxAddress,
  NO_FILTERS,
} from "../../lib/filters/feedback-filters.ts";

/**
 * The inbox's state as the address has it, which is its only home: filters and the open entry.
 * Changing filters makes a step that "Back" undoes; typing and moving through entries does not.
 */
export function useInboxAddress() {
  const [address, setAddress] = useQueryStates(inboxAddress);
  const isOpen = address.open !== null;
  const setOpen = useCallback(
    // "Back" from an entry leads to the list, from the tenth entry as well.
    (id: string | null) => void setAddress({ open: id }, { history: isOpen ? "replace" : "push" }),
    [setAddress, isOpen],
  );
  const setFilters = useCallback(
    (changes: Partial<FeedbackFilters>, history: "push" | "replace" = "push") =>
      void setAddress(changes, { history }),
    [setAddress],
  );
  return useMemo(() => {
    const { open, ...filters } = address;
    const clearFilters = () => setFilters({ ...NO_FILTERS, sort: filters.sort });
    return { filters, open, setFilters, clearFilters, setOpen };
  }, [address, setFilters, setOpen]);
}

export type InboxAddress = ReturnType<typeof useInboxAddress>;
