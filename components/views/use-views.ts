"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import type { SavedView } from "../../lib/contract/api/views.ts";
import { loadFilters, serializeFilters } from "../../lib/filters/feedback-filters.ts";
import { viewNamed } from "../../lib/filters/view-address.ts";
import { savedViews } from "../../lib/queries/views.ts";
import { layoutOf, layoutWords } from "../app/list-layout.ts";
import { usePersonalChanges } from "../app/personal-changes.ts";
import { usePermission } from "../app/session.tsx";
import type { InboxUrl } from "../inbox/use-inbox-url.ts";
import { useShownLayout } from "./shown-layout.ts";

const NO_VIEWS: SavedView[] = [];

/** A person's views, and `change`, which changes them at once and succeeds once that is saved or waits to be sent. */
export function useViews(projectId: string) {
  const { data } = useQuery(savedViews(projectId));
  const change = useMutation({ mutationFn: usePersonalChanges(projectId).make });
  return { views: data?.views ?? NO_VIEWS, defaultId: data?.defaultId ?? null, change };
}

/** The view that the inbox's URL names, and what differs from it. */
export function useOpenView(projectId: string, { viewName, filters }: InboxUrl) {
  const all = useViews(projectId);
  const shown = useShownLayout();
  const canTriage = usePermission("triage");
  const view = viewNamed(all.views, viewName) ?? null;
  const hasOtherFilters =
    view !== null && serializeFilters(loadFilters(view.query)) !== serializeFilters(filters);
  const hasOtherLayout =
    view?.layout != null && shown !== null && layoutWords(view.layout) !== shown;
  return {
    ...all,
    view,
    /** The list's layout. */
    layout: layoutOf(shown ?? ""),
    isChanged: hasOtherFilters || hasOtherLayout,
    canEdit: view !== null && (canTriage || !view.isTeam),
  };
}
