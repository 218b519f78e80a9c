"use client";

import { useCallback, useMemo, useState } from "react";
import { isBegun, newWork, startedAgain, type Work } from "./draft-session.ts";
import { type KeptDrafts, keptDrafts, tabShelf } from "./saved-drafts.ts";

export type ChangeWork = (update: (work: Work) => Work) => void;

/** Work of this page's life, also where the browser offers no storage. */
const open = new Map<string, Work>();

/** The work on a selection. It outlives the dialog and the page until it is forgotten. */
export function useWork(projectId: string, selected: readonly string[]) {
  const key = keyOf(projectId, selected);
  const selection = useMemo(() => selectionOf(key), [key]);
  const drafts = useMemo(() => keptDrafts(tabShelf(), projectId), [projectId]);
  const [work, setWork] = useState(() => openedWork(key, drafts, selection));
  const [restored, setRestored] = useState(() => isBegun(work));
  const change = useCallback<ChangeWork>(
    (update) => {
      const next = update(openedWork(key, drafts, selection));
      open.set(key, next);
      if (isBegun(next)) drafts.write(selection, next, Date.now());
      else drafts.remove(selection);
      setWork(next);
    },
    [key, drafts, selection],
  );
  const forget = useCallback(() => {
    open.delete(key);
    drafts.remove(selection);
  }, [key, drafts, selection]);
  const startAgain = useCallback(() => {
    change(startedAgain);
    setRestored(false);
  }, [change]);
  return {
    work,
    change,
    forget,
    /** Was begun before the dialog opened. */
    restored,
    startAgain,
    /** Drafts of other selections, the newest first. */
    others: () => drafts.others(selection),
    discard: (other: readonly string[]) => {
      open.delete(keyOf(projectId, other));
      drafts.remove(other);
    },
  };
}

export type KeptWork = ReturnType<typeof useWork>;

function keyOf(projectId: string, selection: readonly string[]): string {
  return JSON.stringify([projectId, ...selection.toSorted()]);
}

/** The same for the same entries, whatever list they came in. */
function selectionOf(key: string): string[] {
  const [, ...ids]: string[] = JSON.parse(key);
  return ids;
}

function openedWork(key: string, drafts: KeptDrafts, selection: readonly string[]): Work {
  const work = open.get(key) ?? drafts.read(selection) ?? newWork();
  open.set(key, work);
  return work;
}
