"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { FeedbackFilters } from "../../lib/filters/feedback-filters.ts";
import { withUnsavedCounts } from "../../lib/outbox/unsaved-counts.ts";
import { feedbackFacets, viewOf } from "../../lib/queries/feedback.ts";
import { useOutboxState } from "./outbox.tsx";

/**
 * Counts of feedback under filters, with the person's decisions that aren't saved yet.
 * @param enabled false shows the last known counts, and loads no others yet
 */
export function useFacets(projectId: string, filters: FeedbackFilters, enabled = true) {
  const { data, isPlaceholderData } = useQuery({ ...feedbackFacets(projectId, filters), enabled });
  const { waiting, confirmed } = useOutboxState();
  const facets = useMemo(
    () => data && withUnsavedCounts(data, [...confirmed, ...waiting], viewOf(filters), filters),
    [data, confirmed, waiting, filters],
  );
  return { facets, isPlaceholderData };
}
