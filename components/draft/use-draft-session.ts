"use client";

import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { draftIdOf } from "./browser-drafts.ts";
import {
  type DraftSession,
  hasChanges,
  newDraftSession,
  restartedSession,
} from "./draft-session.ts";
import { useDrafts } from "./open-drafts.ts";

export type ChangeDraftSession = (update: (session: DraftSession) => DraftSession) => void;

/**
 * Returns the session for a selection. It survives closing the dialog and reloading, and is there on other machines.
 * @param counted IDs of the items that the prompt only counts at first
 */
export function useDraftSession(
  projectId: string,
  selection: readonly string[],
  counted: readonly string[],
) {
  const drafts = useDrafts(projectId);
  const id = useMemo(() => draftIdOf(selection), [selection]);
  /** The session to show while nothing is stored: before the first change, and after the draft has ended. */
  const [unkept, setUnkept] = useState(() => newDraftSession(counted));
  const kept = useSyncExternalStore(
    drafts.subscribe,
    () => drafts.session(id),
    () => null,
  );
  const session = kept ?? unkept;
  const newest = useRef(unkept);
  const [restored, setRestored] = useState(() => hasChanges(session, counted));
  const change = useCallback<ChangeDraftSession>(
    (update) => {
      const next = update(drafts.session(id) ?? newest.current);
      newest.current = next;
      setUnkept(next);
      if (hasChanges(next, counted)) drafts.write(selection, next);
      else drafts.end(id);
    },
    [drafts, id, selection, counted],
  );
  const forget = useCallback(() => drafts.end(id), [drafts, id]);
  const startOver = useCallback(() => {
    change((now) => restartedSession(now, counted));
    setRestored(false);
  }, [change, counted]);
  return {
    id,
    session,
    change,
    forget,
    startOver,
    /** Whether the session survives closing the dialog. */
    isKept: kept !== null,
    /** Whether it was started before the dialog opened. */
    restored,
  };
}

export type DraftSessionState = ReturnType<typeof useDraftSession>;
