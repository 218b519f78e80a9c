import type { QueryClient } from "@tanstack/react-query";
import type { Revision } from "../../lib/contract/api/changes.ts";
import { followChanges } from "../../lib/contract/api/routes.ts";
import { type ChangedParts, changedParts } from "../../lib/live/changed-parts.ts";
import { openEventStream } from "../../lib/live/event-stream.ts";
import { followSharedStream } from "../../lib/live/shared-stream.ts";
import type { DecisionOutbox } from "../../lib/outbox/decision-outbox.ts";
import { urlOf } from "../../lib/queries/request.ts";
import { syncedVersion, syncStatus } from "../../lib/queries/sync.ts";
import { throttle } from "../../lib/throttle.ts";
import { refreshRows } from "./refresh-rows.ts";

/**
 * Milliseconds between two refreshes, however much changes: of rows and open items, which people look at, and of
 * everything else, such as counts. With many open inboxes, one core couldn't do both every second.
 */
const ROWS_INTERVAL_MS = 1_000;
const OTHERS_GAP = 4_000;

const NOTHING: ChangedParts = { feedback: false, jobs: false };

/**
 * Loads data again when the server announces a change, or when a poll finds newly synced feedback. A hidden
 * page does so once it is visible.
 * @param options.revision of the data that the page has; null if it isn't known
 * @param options.outbox the person's decisions
 * @returns stops
 */
export function followProject(options: {
  client: QueryClient;
  projectId: string;
  personId: string;
  revision: Revision | null;
  outbox: DecisionOutbox;
}): () => void {
  const { client, projectId, outbox } = options;
  const { queryKey } = syncStatus(projectId);
  let { revision } = options;
  let waiting = NOTHING;
  let isLive = false;
  const stopping = new AbortController();
  const stopped = stopping.signal;

  const isPaused = () => stopped.aborted || document.hidden;
  const others = throttle({
    gap: OTHERS_GAP,
    isPaused,
    work: () => {
      const parts = waiting;
      waiting = NOTHING;
      return refreshOthers(client, projectId, parts);
    },
  });
  const rows = throttle({
    gap: ROWS_INTERVAL_MS,
    isPaused,
    // Refresh rows and open items first, because people look at them. Failures stay in the queries, and
    // old rows stay visible.
    work: async () => {
      const open = client.invalidateQueries({ predicate: (query) => isOpenItem(query, projectId) });
      await Promise.all([refreshRows(client, projectId, outbox, stopped), open]).finally(
        others.request,
      );
    },
  });
  const add = (parts: ChangedParts) => {
    if (!parts.feedback && !parts.jobs) return;
    waiting = {
      feedback: waiting.feedback || parts.feedback,
      jobs: waiting.jobs || parts.jobs,
    };
    rows.request();
  };
  const onVisible = () => {
    rows.resume();
    others.resume();
  };
  document.addEventListener("visibilitychange", onVisible, { signal: stopped });

  const stopStream = followSharedStream({
    name: `errata-live:${JSON.stringify([options.personId, projectId])}`,
    locks: navigator.locks ?? null,
    open: (handlers) => openEventStream(urlOf(followChanges, { params: { projectId } }), handlers),
    handlers: {
      onRevision: (next) => {
        const parts = changedParts(revision, next);
        revision = next;
        add(parts);
      },
      onLive: (live) => {
        isLive = live;
        // Finds out right away whether the server is gone, or the session over.
        if (!live) void client.invalidateQueries({ queryKey });
      },
    },
  });

  const stopPolls = watchSync(client, projectId, () => {
    if (!isLive) add({ feedback: true, jobs: false });
  });
  return () => {
    stopping.abort();
    stopStream();
    stopPolls();
  };
}

interface Keyed {
  queryKey: readonly unknown[];
}

/** Whether a query loads an item or a job of the project in full. Both have badges of jobs. */
function isOpenItem({ queryKey: [room, id, part] }: Keyed, projectId: string): boolean {
  const isItem = (room === "feedback" && part === "entry") || (room === "jobs" && part === "job");
  return id === projectId && isItem;
}

/** Loads everything but rows and open items, such as counts and lists of jobs. */
async function refreshOthers(
  client: QueryClient,
  projectId: string,
  { feedback, jobs }: ChangedParts,
): Promise<void> {
  const isOutdated = (query: Keyed) => {
    const [room, id, part] = query.queryKey;
    if (id !== projectId || isOpenItem(query, projectId)) return false;
    // These include items as well as jobs.
    if (room === "home" || part === "counts") return true;
    if (room === "jobs") return jobs;
    return feedback && (room === "sync" || (room === "feedback" && part !== "rows"));
  };
  await client.invalidateQueries({ predicate: isOutdated });
}

/** Reports newly synced feedback that a poll found. */
function watchSync(client: QueryClient, projectId: string, onSynced: () => void): () => void {
  const { queryKey } = syncStatus(projectId);
  let version = syncedVersion(client.getQueryData(queryKey));
  return client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== "updated" || query.queryKey[0] !== queryKey[0]) return;
    const current = syncedVersion(client.getQueryData(queryKey));
    if (current === version) return;
    version = current;
    onSynced();
  });
}
