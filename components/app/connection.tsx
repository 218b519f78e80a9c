"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useOffline } from "next/offline";
import { useEffect, useEffectEvent, useState } from "react";
import { keepTrying } from "../../lib/live/keep-trying.ts";
import { checkHealth } from "../../lib/queries/health.ts";
import { WifiOff } from "../ui/icons.tsx";
import { useConnection } from "./use-connection.ts";
import { useUnsaved } from "./use-unsaved.ts";

/** Makes everything that waits for the connection try again now. */
function retryNow(): void {
  dispatchEvent(new Event("online"));
}

/**
 * Checks whether the server is back while it isn't reached, and updates everything once it is.
 * @param unsaved number of changes: after each one, the server is checked soon
 */
function useReconnect(isOnline: boolean, unsaved: number, onReconnect: () => void): void {
  const client = useQueryClient();
  // A link that can't be followed is the router's first sign of a lost connection; it then waits
  // for the server.
  const isNavigationWaiting = useOffline();
  useEffect(() => {
    if (isNavigationWaiting) void checkHealth();
  }, [isNavigationWaiting]);
  const refreshAll = useEffectEvent(() => {
    onReconnect();
    retryNow();
    void client.invalidateQueries();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change starts over with short waits
  useEffect(() => (isOnline ? undefined : keepTrying(checkHealth)), [isOnline, unsaved]);
  useEffect(() => (isOnline ? undefined : () => refreshAll()), [isOnline]);
}

/** Says that the connection is lost and what still works. Updates everything once it is back. */
export function ConnectionNotice() {
  const connection = useConnection();
  const isOnline = connection === "online";
  // A narrow screen shows a button that opens the text.
  const [isOpen, setIsOpen] = useState(false);
  const { count: unsaved } = useUnsaved();
  useReconnect(isOnline, unsaved, () => setIsOpen(false));
  return (
    <div
      role="status"
      data-testid="connection"
      data-connection={connection}
      className="empty:absolute max-md:min-w-0"
    >
      {!isOnline && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="connection-button"
        >
          <WifiOff />
          <span className="truncate">
            {unsaved > 0 && <span className="sr-only">Offline: </span>}
            {unsaved > 0 && unsaved.toLocaleString("en")}
            <span className="max-sm:sr-only">{unsaved > 0 ? " waiting" : "Offline"}</span>
          </span>
        </button>
      )}
      {!isOnline && (
        <p className={`connection-notice ${isOpen ? "" : "max-md:hidden"}`}>
          <WifiOff size={13} className="mt-0.5 shrink-0" />
          <span>
            {connection === "offline" ? "You're offline." : "Can't reach Errata. Retrying…"}
            {" Keep triaging what's loaded. Changes save when you reconnect. "}
            <button type="button" className="link" onClick={retryNow}>
              Retry now
            </button>
          </span>
        </p>
      )}
    </div>
  );
}
