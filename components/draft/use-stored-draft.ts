"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { fetchDraft } from "../../lib/queries/drafts.ts";
import { draftIdOf } from "./browser-drafts.ts";
import { CHANGED_ELSEWHERE } from "./draft-log.ts";
import { useDrafts } from "./open-drafts.ts";

/**
 * Takes over what the server has of a selection's draft, now and when the window gets the focus again, unless this
 * browser has something that isn't saved.
 */
export function useStoredDraft(projectId: string, selection: readonly string[]) {
  const drafts = useDrafts(projectId);
  const id = useMemo(() => draftIdOf(selection), [selection]);
  const stored = useQuery({
    queryKey: ["drafts", projectId, id],
    queryFn: async ({ signal }) => {
      const found = await fetchDraft(projectId, id, signal);
      drafts.adopt(id, found);
      return found.answer;
    },
    staleTime: 0,
    gcTime: 0,
    retry: 1,
    refetchOnWindowFocus: true,
  });
  const problem = useSyncExternalStore(
    drafts.subscribe,
    () => drafts.problem(id),
    () => null,
  );
  const isChangedElsewhere = problem === CHANGED_ELSEWHERE;
  const { refetch } = stored;
  /** Whether the other version was fetched after the conflict was found. */
  const [isKnown, setIsKnown] = useState(false);
  useEffect(() => {
    setIsKnown(false);
    if (isChangedElsewhere) void refetch().then(() => setIsKnown(true));
  }, [isChangedElsewhere, refetch]);
  /** Keeps one of the two versions, after fetching the one from elsewhere. */
  const choose = async (decide: "takeTheirs" | "keepOwn"): Promise<void> => {
    const { data, isSuccess } = await refetch();
    if (isSuccess) drafts[decide](id, data);
  };
  return {
    /** Whether the server hasn't answered yet. Drafting doesn't wait for it. */
    isPending: stored.isPending,
    theirs: stored.data ?? null,
    isChangedElsewhere: isChangedElsewhere && isKnown,
    /** Why the server rejected what was written here; null if it didn't. */
    problem: isChangedElsewhere ? null : problem,
    /** Whether there is something to discard. */
    isKept: drafts.session(id) !== null,
    discard: () => drafts.end(id),
    error: stored.error,
    choose,
  };
}

export type StoredDraftState = ReturnType<typeof useStoredDraft>;
