"use client";

import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { FeedbackRow } from "../../../lib/contract/api/feedback.ts";
import { type FeedbackFilters, serializeFilters } from "../../../lib/filters/feedback-filters.ts";
import type { ValuesAfter } from "../../../lib/item-fields/values-after.ts";
import { feedbackPages, type PageStart } from "../../../lib/queries/feedback.ts";
import { groupRows, openedGroup } from "../../../lib/queries/group-rows.ts";
import { useSession } from "../../app/session.tsx";
import { withUnsavedValues } from "../triage/unsaved-values.ts";

const NO_ROWS: FeedbackRow[] = [];

/** The loaded part of the list, its position in the whole list, and functions that load more. */
export function useFeedbackList(projectId: string, filters: FeedbackFilters, unsaved: ValuesAfter) {
  const client = useQueryClient();
  const options = feedbackPages(projectId, filters);
  const query = useInfiniteQuery(options);
  const { data } = query;
  const loaded = useMemo(() => data?.pages.flatMap((page) => page.feedback) ?? NO_ROWS, [data]);
  const me = useSession().person.id;
  const { data: openedId = "" } = useQuery(openedGroup);
  const isOpened = loaded.some(({ id, group }) => group && id === openedId);
  const { data: members = NO_ROWS } = useQuery({
    ...groupRows(projectId, filters, openedId),
    enabled: isOpened,
  });
  const rows = useMemo(() => {
    const shown = loaded.flatMap((row) =>
      row.group && row.id === openedId ? [row, ...members] : row,
    );
    return withUnsavedValues(shown, unsaved, filters, me);
  }, [loaded, openedId, members, unsaved, filters, me]);
  const ids = useMemo(() => rows.map((row) => row.id), [rows]);
  const groups = useMemo(() => new Map(rows.map(({ id, group }) => [id, group?.ids])), [rows]);
  /** Returns the items that rows stand for. */
  const itemsOf = useCallback(
    (wanted: Iterable<string>) => [
      ...new Set([...wanted].flatMap((id) => [id, ...(groups.get(id) ?? [])])),
    ],
    [groups],
  );
  const isAtStart = data?.pages[0]?.prevCursor == null;
  return {
    /** Identifies the filters: equal filters have equal keys. */
    filterKey: serializeFilters(filters),
    rows,
    ids,
    itemsOf,
    /** Number of rows in the list before the first loaded one. */
    offset: isAtStart ? 0 : offsetOf(data?.pageParams[0]),
    isLoading: query.isPending || query.isPlaceholderData,
    isFetching: query.isFetching,
    error: query.error,
    hasNext: query.hasNextPage,
    hasPrevious: query.hasPreviousPage,
    fetchNext: query.fetchNextPage,
    fetchPrevious: query.fetchPreviousPage,
    refetch: query.refetch,
    /** Loads the list from its start again. */
    restart: () => void client.resetQueries({ queryKey: options.queryKey, exact: true }),
  };
}

// React Query types page parameters as unknown.
function offsetOf(start: unknown): number {
  return (start as PageStart | undefined)?.row ?? 0;
}

export type FeedbackList = ReturnType<typeof useFeedbackList>;
