"use client";

import { useQuery } from "@tanstack/react-query";
import { feedbackFacets } from "../../lib/queries/feedback.ts";
import { syncStatus } from "../../lib/queries/sync.ts";
import { useMay } from "../app/person.tsx";
import { useFeedbackList } from "./list/use-feedback-list.ts";
import { useFreshRows } from "./list/use-fresh-rows.ts";
import { useSelection } from "./triage/use-selection.ts";
import { useStatusChanges } from "./triage/use-status-changes.ts";
import { useTriage } from "./triage/use-triage.ts";
import { useActiveEntry } from "./use-active-entry.ts";
import { useInboxAddress } from "./use-inbox-address.ts";
import { useOutsideView } from "./use-outside-view.ts";

/** Everything that the inbox shows and does, of one project. */
export function useInbox(projectId: string) {
  const address = useInboxAddress(projectId);
  const { filters } = address;
  const { data: facets, isPlaceholderData } = useQuery(feedbackFacets(projectId, filters));
  const { data: sync } = useQuery(syncStatus(projectId));
  const entry = useActiveEntry(address);
  const mayTriage = useMay("triage");
  const mayDraft = useMay("jobs");
  const selection = useSelection(projectId, filters, mayTriage || mayDraft);
  const changes = useStatusChanges(projectId, selection);
  const list = useFeedbackList(projectId, filters, changes.pending);
  const total = facets && !isPlaceholderData ? facets.total : null;
  const fresh = useFreshRows(projectId, list, total, sync, changes.isBusy);
  const outside = useOutsideView(selection.ids, list, total);
  const triage = useTriage(mayTriage, { changes, filters, list, entry, selection });
  return {
    projectId,
    address,
    facets,
    sync,
    entry,
    selection,
    changes,
    list,
    fresh,
    /** Whether some of what is selected is not in the list. */
    outside,
    triage,
    mayDraft,
  };
}

export type InboxParts = ReturnType<typeof useInbox>;
