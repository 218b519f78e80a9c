import "server-only";
import { setTimeout } from "node:timers/promises";
import type { Log } from "../../log.ts";
import { type Clone, fetchOrigin } from "./clone.ts";

/** The longest that a reader waits for the origin, in milliseconds. */
const MAX_WAIT_MS = 2_000;

/** Fetches the origin's branches. Returns false if it can't be reached. They are then shown as last fetched. */
export async function tryFetch({ log }: { log: Log }, clone: Clone): Promise<boolean> {
  try {
    await fetchOrigin(clone);
    return true;
  } catch (error) {
    log.warn({ err: error }, "couldn't fetch from the documentation repository");
    return false;
  }
}

/** Like `tryFetch`, but returns null if the origin takes long to answer. The fetch goes on then. */
export async function fetchSoon(context: { log: Log }, clone: Clone): Promise<boolean | null> {
  const timer = new AbortController();
  const late = setTimeout(MAX_WAIT_MS, null, { signal: timer.signal, ref: false });
  // It ends with the race.
  late.catch(() => {});
  return Promise.race([tryFetch(context, clone), late]).finally(() => timer.abort());
}
