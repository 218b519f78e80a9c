"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { FeedbackFilters } from "../../lib/filters/feedback-filters.ts";
import { withUnsavedCounts } from "../../lib/outbox/unsaved-counts.ts";
import { feedbackFacets, viewOf } from "../../lib/queries/feedback.ts";
import { useOutboxState } from "./outbox.tsx";

/** Counts of feedback under filters, with the person's decisions that aren't saved yet. */
export function useFacets(projectId: string, filters: FeedbackFilters) {
  const { data, isPlaceholderData } = useQuery(feedbackFacets(projectId, filters));
  const { waiting, confirmed } = useOutboxState();
  const facets = useMemo(
    () => data && withUnsavedCounts(data, [...confirmed, ...waiting], viewOf(filters), filters),
    [data, confirmed, waiting, filters],
  );
  return { facets, isPlaceholderData };
}
