"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { FeedbackRow } from "../../../lib/contract/api/feedback.ts";
import { type FeedbackFilters, serializeFilters } from "../../../lib/filters/feedback-filters.ts";
import { feedbackPages, type PageStart } from "../../../lib/queries/feedback.ts";
import { type PendingStatus, withPendingStatus } from "../triage/pending-status.ts";

const NO_ROWS: FeedbackRow[] = [];

/** The part of the list that is in memory, where it begins, and how to move on from it. */
export function useFeedbackList(
  projectId: string,
  filters: FeedbackFilters,
  pending: readonly PendingStatus[],
) {
  const client = useQueryClient();
  const options = feedbackPages(projectId, filters);
  const query = useInfiniteQuery(options);
  const { data } = query;
  const read = useMemo(() => data?.pages.flatMap((page) => page.feedback) ?? NO_ROWS, [data]);
  const rows = useMemo(
    () => withPendingStatus(read, pending, filters.status),
    [read, pending, filters.status],
  );
  const ids = useMemo(() => rows.map((row) => row.id), [rows]);
  const atStart = data?.pages[0]?.prevCursor == null;
  return {
    /** Which view of the feedback this is: equal filters give equal text. */
    view: serializeFilters(filters),
    rows,
    ids,
    /** Rows of the list that stand before the first one in memory. */
    before: atStart ? 0 : firstRow(data?.pageParams[0]),
    loading: query.isPending || query.isPlaceholderData,
    fetching: query.isFetching,
    error: query.error,
    hasNext: query.hasNextPage,
    hasPrevious: query.hasPreviousPage,
    fetchNext: query.fetchNextPage,
    fetchPrevious: query.fetchPreviousPage,
    again: query.refetch,
    /** Forgets where the list stood and reads it from its start. */
    fromStart: () => void client.resetQueries({ queryKey: options.queryKey, exact: true }),
  };
}

// The library types the parameters of stored pages as unknown; they are all ours.
function firstRow(start: unknown): number {
  return (start as PageStart | undefined)?.row ?? 0;
}

export type FeedbackList = ReturnType<typeof useFeedbackList>;
