import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { hasDrafts, hasNotesOrChanges } from "../../lib/outbox/stored-keys.ts";
import { NOTHING_UNSENT, unsentSummary } from "../../lib/outbox/unsent-summary.ts";
import { browserStorage } from "./browser-storage.ts";
import { useOutboxState } from "./outbox.tsx";
import { useSession } from "./session.tsx";
import { useConnection } from "./use-connection.ts";

/** Returns the unsaved changes: the person's decisions, notes, and changes of views and notifications. */
export function useUnsaved() {
  const { waiting, rejected, onlyInMemory, obstacle, reason } = useOutboxState();
  const kept = useSyncExternalStore(
    unsentSummary.subscribe,
    unsentSummary.value,
    () => NOTHING_UNSENT,
  );
  return {
    count: waiting.length + kept.count,
    rejected: rejected + kept.rejected.length,
    /** URL of what was rejected, if it can be shown. */
    rejectedAt: kept.rejected[0],
    onlyInMemory: onlyInMemory || kept.onlyInMemory,
    obstacle: obstacle ?? kept.obstacle,
    /** Why the server rejects the changes, in its own words. */
    reason: obstacle === null ? kept.reason : reason,
  };
}

/** Sends notes, personal changes, and drafts that are left over from an earlier page. */
export function useUnsentOutboxes(projectId: string): void {
  const { person } = useSession();
  const client = useQueryClient();
  const isOnline = useConnection() === "online";
  useEffect(() => {
    const storage = browserStorage();
    if (!isOnline || !(hasNotesOrChanges(storage) || hasDrafts(storage))) return;
    import("./stored-outboxes.ts").then(
      ({ openStored }) => openStored(client, person.id, projectId),
      // The next page, or the next connection, tries again.
      () => undefined,
    );
  }, [isOnline, client, person.id, projectId]);
}
