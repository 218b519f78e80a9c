"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { syncStatus } from "../../lib/queries/sync.ts";
import { usePermission } from "../app/session.tsx";
import { useFacets } from "../app/use-facets.ts";
import { shownList } from "./list/shown-list.ts";
import { type FeedbackList, useFeedbackList } from "./list/use-feedback-list.ts";
import { useFirstRow } from "./list/use-first-row.ts";
import { useDecisions } from "./triage/use-decisions.ts";
import { useSelection } from "./triage/use-selection.ts";
import { useTriage } from "./triage/use-triage.ts";
import { useActiveItem, useNextWhenRemoved } from "./use-active-item.ts";
import { useInboxUrl } from "./use-inbox-url.ts";

/** All state and actions of one project's inbox. */
export function useInbox(projectId: string) {
  const url = useInboxUrl(projectId);
  const { filters } = url;
  const { data: sync } = useQuery(syncStatus(projectId));
  const item = useActiveItem(url);
  const canTriage = usePermission("triage");
  const canDraft = usePermission("jobs");
  const selection = useSelection(projectId, filters, canTriage || canDraft);
  const decisions = useDecisions(projectId, filters, selection);
  const list = useFeedbackList(projectId, filters, decisions.unsaved);
  // Count after the rows have loaded: both at the same time would delay the rows.
  const { facets, isPlaceholderData } = useFacets(projectId, filters, !list.isLoading);
  useNextWhenRemoved(list, item);
  const firstRow = useFirstRow(list, item);
  const total = facets && !isPlaceholderData ? facets.total : null;
  const isReading = item.openId !== null || selection.ids.size > 0;
  const newRows = useNewRows(list, isReading);
  const hasUnlisted = useHasUnlisted(selection.ids, list, total);
  const triage = useTriage(canTriage, { decisions, filters, list, item, selection });
  return {
    projectId,
    url,
    facets,
    sync,
    item,
    selection,
    decisions,
    list,
    firstRow,
    // Undo brings back the person's own rows, which aren't new.
    newRows: decisions.isBusy ? 0 : newRows,
    /** Whether some selected items aren't in the list. */
    hasUnlisted,
    triage,
    canDraft,
  };
}

export type InboxState = ReturnType<typeof useInbox>;

/**
 * Returns the number of rows that arrived while someone was reading the list, which shows them only when
 * asked to.
 */
function useNewRows({ filterKey, ids }: FeedbackList, isReading: boolean): number {
  const [found, setFound] = useState({ filterKey, ids: [] as string[] });
  useEffect(() => {
    shownList.isReading = isReading;
    shownList.offer = (ids) => setFound({ filterKey, ids });
  }, [filterKey, isReading]);
  return found.filterKey === filterKey ? found.ids.filter((id) => !ids.includes(id)).length : 0;
}

/**
 * Whether some selected items certainly aren't in the filtered list. Returns false for a long list
 * that is only partly loaded, because that can't be known.
 * @param total items that match the filters; null while unknown
 */
function useHasUnlisted(
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
