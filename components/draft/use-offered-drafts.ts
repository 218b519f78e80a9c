"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { draftList, fetchDraft } from "../../lib/queries/drafts.ts";
import type { OfferedDraft } from "./browser-drafts.ts";
import { useDrafts } from "./open-drafts.ts";

/**
 * Returns a person's unfinished drafts, newest first, from this browser and from elsewhere.
 * @param openId the draft that is open; null for none
 */
export function useOfferedDrafts(projectId: string, openId: string | null) {
  const client = useQueryClient();
  const drafts = useDrafts(projectId);
  const { data } = useQuery(draftList(projectId));
  useEffect(() => {
    if (data) drafts.compare(data, openId);
  }, [drafts, data, openId]);
  const own = useSyncExternalStore(drafts.subscribe, drafts.list, () => NONE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it changes whenever the browser's own drafts do.
  const offered = useMemo(() => drafts.offered(data?.answer ?? []), [drafts, data, own]);
  /** Returns the items of a draft, which it fetches if only the server knows them; null if it was deleted meanwhile. */
  const selectionOf = async ({ id, selection }: OfferedDraft): Promise<string[] | null> => {
    if (selection) return selection;
    const found = await fetchDraft(projectId, id);
    drafts.adopt(id, found);
    if (!found.answer) await client.invalidateQueries(draftList(projectId));
    return found.answer?.selection ?? null;
  };
  return {
    offered: offered.filter(({ id }) => id !== openId),
    selectionOf,
    /** Deletes a draft, here and on the server. */
    discard: async (draft: OfferedDraft): Promise<void> => {
      await selectionOf(draft);
      drafts.end(draft.id);
    },
  };
}

const NONE: never[] = [];
