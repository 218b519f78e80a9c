"use client";

import { useCallback, useMemo, useState } from "react";
import {
  type DraftSession,
  hasChanges,
  newDraftSession,
  restartedSession,
} from "./draft-session.ts";
import { type SavedDrafts, savedDrafts, tabShelf } from "./saved-drafts.ts";

export type ChangeDraftSession = (update: (work: DraftSession) => DraftSession) => void;

/** DraftSession of this page's life, also where the browser offers no storage. */
const open = new Map<string, DraftSession>();

/** The work on a selection. It outlives the dialog and the page until it is forgotten. */
export function useDraftSession(projectId: string, selected: readonly string[]) {
  const key = keyOf(projectId, selected);
  const selection = useMemo(() => selectionOf(key), [key]);
  const drafts = useMemo(() => savedDrafts(tabShelf(), projectId), [projectId]);
  const [work, setWork] = useState(() => openedWork(key, drafts, selection));
  const [restored, setRestored] = useState(() => hasChanges(work));
  const change = useCallback<ChangeDraftSession>(
    (update) => {
      const next = update(openedWork(key, drafts, selection));
      open.set(key, next);
      if (hasChanges(next)) drafts.write(selection, next, Date.now());
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
    change(restartedSession);
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

export type DraftSessionState = ReturnType<typeof useDraftSession>;

function keyOf(projectId: string, selection: readonly string[]): string {
  return JSON.stringify([projectId, ...selection.toSorted()]);
}

/** The same for the same entries, whatever list they came in. */
function selectionOf(key: string): string[] {
  const [, ...ids]: string[] = JSON.parse(key);
  return ids;
}

function openedWork(key: string, drafts: SavedDrafts, selection: readonly string[]): DraftSession {
  const work = open.get(key) ?? drafts.read(selection) ?? newDraftSession();
  open.set(key, work);
  return work;
}
