"use client";

import { useQueryStates } from "nuqs";
import { useMemo } from "react";
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
  return useMemo(() => {
    const { open, ...filters } = address;
    return {
      filters,
      open,
      setFilters: (changes: Partial<FeedbackFilters>, history: "push" | "replace" = "push") =>
        void setAddress(changes, { history }),
      clearFilters: () =>
        void setAddress({ ...NO_FILTERS, sort: filters.sort }, { history: "push" }),
      setOpen: (id: string | null) => void setAddress({ open: id }, { history: "replace" }),
    };
  }, [address, setAddress]);
}

export type InboxAddress = ReturnType<typeof useInboxAddress>;
