"use client";

import { useCallback, useMemo, useState } from "react";
import {
  type DraftSession,
  hasChanges,
  newDraftSession,
  restartedSession,
} from "./draft-session.ts";
import { tabStorage } from "./draft-storage.ts";
import { type SavedDrafts, savedDrafts } from "./saved-drafts.ts";

export type ChangeDraftSession = (update: (session: DraftSession) => DraftSession) => void;

/** Sessions in memory, which also work without browser storage. */
const openSessions = new Map<string, DraftSession>();

/**
 * Returns the session for a selection. It survives closing the dialog and reloading.
 * @param counted IDs of the items that the prompt only counts at first
 */
export function useDraftSession(
  projectId: string,
  selected: readonly string[],
  counted: readonly string[],
) {
  const key = useMemo(() => keyOf(projectId, selected), [projectId, selected]);
  const selection = useMemo(() => selectionOf(key), [key]);
  const drafts = useMemo(() => savedDrafts(tabStorage(), projectId), [projectId]);
  const [session, setSession] = useState(() => openSession({ key, drafts, selection, counted }));
  const [restored, setRestored] = useState(() => hasChanges(session, counted));
  const change = useCallback<ChangeDraftSession>(
    (update) => {
      const next = update(openSession({ key, drafts, selection, counted }));
      openSessions.set(key, next);
      if (hasChanges(next, counted)) drafts.write(selection, next, Date.now());
      else drafts.remove(selection);
      setSession(next);
    },
    [key, drafts, selection, counted],
  );
  const forget = useCallback(() => {
    openSessions.delete(key);
    drafts.remove(selection);
  }, [key, drafts, selection]);
  const startOver = useCallback(() => {
    change((now) => restartedSession(now, counted));
    setRestored(false);
  }, [change, counted]);
  return {
    session,
    change,
    forget,
    /** Whether it was started before the dialog opened. */
    restored,
    startOver,
    /** Returns drafts of other selections, newest first. */
    others: () => drafts.others(selection),
    discard: (other: readonly string[]) => {
      openSessions.delete(keyOf(projectId, other));
      drafts.remove(other);
    },
  };
}

export type DraftSessionState = ReturnType<typeof useDraftSession>;

function keyOf(projectId: string, selection: readonly string[]): string {
  return JSON.stringify([projectId, ...selection.toSorted()]);
}

/** Returns the selection in a fixed order. */
function selectionOf(key: string): string[] {
  const [, ...ids]: string[] = JSON.parse(key);
  return ids;
}

function openSession(of: {
  key: string;
  drafts: SavedDrafts;
  selection: readonly string[];
  counted: readonly string[];
}): DraftSession {
  const { key, drafts, selection, counted } = of;
  const session = openSessions.get(key) ?? drafts.read(selection) ?? newDraftSession(counted);
  openSessions.set(key, session);
  return session;
}
