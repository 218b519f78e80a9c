import { useEffect, useSyncExternalStore } from "react";
import { hasStoredNotes, NO_NOTES, unsavedNotes } from "../../lib/outbox/unsaved-notes.ts";
import { browserStorage } from "./browser-storage.ts";
import { useOutboxState } from "./outbox.tsx";
import { useSession } from "./session.tsx";
import { useConnection } from "./use-connection.ts";

/** What waits to be saved: the person's decisions and notes. */
export function useUnsaved() {
  const { waiting, rejected, onlyInMemory, obstacle } = useOutboxState();
  const notes = useSyncExternalStore(unsavedNotes.subscribe, unsavedNotes.value, () => NO_NOTES);
  return {
    count: waiting.length + notes.count,
    rejected: rejected + notes.rejected.length,
    /** URL of what was rejected, if it can be shown. */
    rejectedAt: notes.rejected[0],
    onlyInMemory: onlyInMemory || notes.onlyInMemory,
    obstacle: obstacle ?? notes.obstacle,
  };
}

/** Sends notes that an earlier page couldn't. */
export function useStoredNotes(projectId: string): void {
  const { person } = useSession();
  const isOnline = useConnection() === "online";
  useEffect(() => {
    if (!isOnline || !hasStoredNotes(browserStorage())) return;
    import("./note-outbox.ts").then(
      ({ noteOutbox }) => noteOutbox(person.id, projectId),
      // The next page, or the next connection, tries again.
      () => undefined,
    );
  }, [isOnline, person.id, projectId]);
}
