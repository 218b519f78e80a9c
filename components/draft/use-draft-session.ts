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

/** Returns the session for a selection. It survives closing the dialog and reloading. */
export function useDraftSession(projectId: string, selected: readonly string[]) {
  const key = keyOf(projectId, selected);
  const selection = useMemo(() => selectionOf(key), [key]);
  const drafts = useMemo(() => savedDrafts(tabStorage(), projectId), [projectId]);
  const [session, setWork] = useState(() => openSession(key, drafts, selection));
  const [restored, setRestored] = useState(() => hasChanges(session));
  const change = useCallback<ChangeDraftSession>(
    (update) => {
      const next = update(openSession(key, drafts, selection));
      openSessions.set(key, next);
      if (hasChanges(next)) drafts.write(selection, next, Date.now());
      else drafts.remove(selection);
      setWork(next);
    },
    [key, drafts, selection],
  );
  const forget = useCallback(() => {
    openSessions.delete(key);
    drafts.remove(selection);
  }, [key, drafts, selection]);
  const startOver = useCallback(() => {
    change(restartedSession);
    setRestored(false);
  }, [change]);
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

function openSession(key: string, drafts: SavedDrafts, selection: readonly string[]): DraftSession {
  const session = openSessions.get(key) ?? drafts.read(selection) ?? newDraftSession();
  openSessions.set(key, session);
  return session;
}
