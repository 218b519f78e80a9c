"use client";

import { useSyncExternalStore } from "react";
import { serverReachable } from "../../lib/queries/reachability.ts";

/** `offline`: the browser has no network. `unreachable`: it has, but the server doesn't respond. */
export type Connection = "online" | "offline" | "unreachable";

/** The connection to the Errata server, the same for every part of the screen. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, currentConnection, () => "online");
}

function subscribe(listener: () => void): () => void {
  const unsubscribe = serverReachable.subscribe(listener);
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    unsubscribe();
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

function currentConnection(): Connection {
  if (!navigator.onLine) return "offline";
  return serverReachable.value() ? "online" : "unreachable";
}
