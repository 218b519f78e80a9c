"use client";

import { useQuery } from "@tanstack/react-query";
import { feedbackFacets } from "../../lib/queries/feedback.ts";
import { syncStatus } from "../../lib/queries/sync.ts";
import { usePermission } from "../app/session.tsx";
import { useFeedbackList } from "./list/use-feedback-list.ts";
import { useNewRows } from "./list/use-new-rows.ts";
import { useHasUnlisted } from "./triage/use-has-unlisted.ts";
import { useSelection } from "./triage/use-selection.ts";
import { useStatusChanges } from "./triage/use-status-changes.ts";
import { useTriage } from "./triage/use-triage.ts";
import { useActiveItem } from "./use-active-item.ts";
import { useInboxUrl } from "./use-inbox-url.ts";

/** Everything that the inbox shows and does, of one project. */
export function useInbox(projectId: string) {
  const address = useInboxUrl(projectId);
  const { filters } = address;
  const { data: facets, isPlaceholderData } = useQuery(feedbackFacets(projectId, filters));
  const { data: sync } = useQuery(syncStatus(projectId));
  const entry = useActiveItem(address);
  const mayTriage = usePermission("triage");
  const mayDraft = usePermission("jobs");
  const selection = useSelection(projectId, filters, mayTriage || mayDraft);
  const changes = useStatusChanges(projectId, selection);
  const list = useFeedbackList(projectId, filters, changes.pending);
  const total = facets && !isPlaceholderData ? facets.total : null;
  const fresh = useNewRows(projectId, list, total, sync, changes.isBusy);
  const outside = useHasUnlisted(selection.ids, list, total);
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
