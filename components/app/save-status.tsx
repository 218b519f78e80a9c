"use client";

import { useEffect, useState } from "react";
import { useConnection } from "./connection.tsx";
import { useOutboxState } from "./outbox.tsx";
import { useWarningBeforeUnload } from "./warning-before-unload.ts";

/** Says how much of what the person decided is saved on the server. Empty before the first decision. */
export function SaveStatus() {
  const { waiting, obstacle, onlyInMemory } = useOutboxState();
  const isOnline = useConnection() === "online";
  const [hasSaved, setHasSaved] = useState(false);
  const count = waiting.length;
  useEffect(() => {
    if (count > 0) setHasSaved(true);
  }, [count]);
  useWarningBeforeUnload(onlyInMemory && count > 0);
  return (
    <p
      role="status"
      data-testid="save-status"
      data-waiting={count}
      className={`text-xs max-md:min-w-0 max-md:truncate ${count > 0 && (!isOnline || obstacle === "disk_full") ? "text-warn" : "text-muted"}`}
    >
      {textOf({
        count,
        hasSaved,
        isOffline: !isOnline || obstacle === "offline",
        obstacle,
        onlyInMemory,
      })}
    </p>
  );
}

function textOf(state: {
  count: number;
  hasSaved: boolean;
  isOffline: boolean;
  obstacle: string | null;
  onlyInMemory: boolean;
}): string | null {
  const { count } = state;
  if (count === 0) return state.hasSaved ? "Saved" : null;
  const changes = count === 1 ? "1 change" : `${count.toLocaleString("en")} changes`;
  if (state.obstacle === "signed_out") return `Sign in to save ${changes}`;
  if (state.obstacle === "disk_full") return `${changes} not saved: the server's disk is full`;
  if (state.onlyInMemory) return `${changes} not saved. Keep this tab open`;
  return state.isOffline ? `Offline: ${changes} waiting` : `Saving ${count.toLocaleString("en")}…`;
}
