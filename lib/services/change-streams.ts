import "server-only";
import { HEARTBEAT_INTERVAL_MS, type Revision, STREAM_LIMITS } from "../contract/api/changes.ts";
import { AppError } from "../errors.ts";
import type { ProjectChanges } from "../store/project-changes.ts";
import { throttle } from "../throttle.ts";

/** Milliseconds between two events of a stream, unless a project is quiet. */
const MIN_GAP_MS = 500;
/** Milliseconds after which a browser connects again: at least, and at most. Spread out after a restart. */
const RETRY = { least: 1_000, most: 3_000 } as const;
/** Messages that a client may leave unread. Each has everything, so that one more isn't needed. */
const MAX_UNREAD = 4;

/** A person who follows changes. */
export interface Follower {
  personId: string;
  /** Whether the person may still follow them. */
  isAllowed(): Promise<boolean>;
}

/** Announces changes of projects to browsers. */
export function createChangeStreams(
  changes: ProjectChanges,
  { heartbeat = HEARTBEAT_INTERVAL_MS, gap = MIN_GAP_MS } = {},
) {
  const open = new Set<{ personId: string; end(): void }>();

  const requireRoom = (personId: string) => {
    const own = [...open].filter((stream) => stream.personId === personId);
    if (own.length < STREAM_LIMITS.perPerson && open.size < STREAM_LIMITS.total) return;
    throw new AppError(
      "too_many_requests",
      "Too many tabs are getting live updates. This tab checks for changes every few seconds instead.",
      { retryAfter: 60_000 },
    );
  };

  return {
    revision: changes.revision,
    /**
     * Opens a stream of server-sent events with the project's revision: now, and whenever it changes. The
     * stream ends when the person may not follow it anymore.
     * @param lastRevision the last one that the client received; null for a new client
     * @throws {AppError} `too_many_requests` if too many are open, `unavailable` if changes can't be watched
     */
    follow: async (projectId: string, follower: Follower, lastRevision: Revision | null) => {
      const current = await changes.revision(projectId);
      if (current === null) {
        throw new AppError("unavailable", "Live updates aren't available right now.", {
          retryAfter: 60_000,
        });
      }
      requireRoom(follower.personId);
      const stream = { personId: follower.personId, end: () => {} };
      open.add(stream);
      return eventStream({
        heartbeat,
        gap,
        lastRevision,
        isAllowed: follower.isAllowed,
        revision: () => changes.revision(projectId),
        subscribe: changes.subscribe,
        onStart: (end) => {
          stream.end = end;
        },
        onEnd: () => open.delete(stream),
      });
    },
    /** Ends all streams. */
    stop: async () => {
      for (const { end } of open) end();
      await changes.stop();
    },
  };
}

interface StreamOptions {
  heartbeat: number;
  gap: number;
  lastRevision: Revision | null;
  isAllowed: () => Promise<boolean>;
  revision: () => Promise<Revision | null>;
  subscribe: ProjectChanges["subscribe"];
  onStart: (end: () => void) => void;
  onEnd: () => void;
}

/** A heartbeat repeats the revision, so that clients notice it: they don't see comments. */
function eventStream(options: StreamOptions): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let stop = () => {};
  const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    let sent = options.lastRevision;
    let isOpen = true;
    const end = () => {
      if (!isOpen) return;
      stop();
      controller.close();
    };
    const send = (text: string) => {
      // A client that doesn't read has lost its connection, or is about to.
      if ((controller.desiredSize ?? 0) <= 0) end();
      if (isOpen) controller.enqueue(encoder.encode(text));
    };
    let isHeartbeatDue = false;
    const sendRevision = async () => {
      const isHeartbeat = isHeartbeatDue;
      isHeartbeatDue = false;
      const revision = await options.revision();
      if (revision === sent && !isHeartbeat) return;
      if (revision === null || !(await options.isAllowed())) return end();
      sent = revision;
      send(`id: ${revision}\ndata: ${revision}\n\n`);
    };
    const updates = throttle({
      gap: options.gap,
      isPaused: () => !isOpen,
      work: () => sendRevision().catch(end),
    });
    const heartbeats = setInterval(() => {
      isHeartbeatDue = true;
      updates.request();
    }, options.heartbeat).unref();
    const unsubscribe = options.subscribe(updates.request);
    stop = () => {
      isOpen = false;
      clearInterval(heartbeats);
      unsubscribe();
      options.onEnd();
    };
    options.onStart(end);
    send(`retry: ${Math.round(RETRY.least + Math.random() * (RETRY.most - RETRY.least))}\n\n`);
    updates.request();
  };
  return new ReadableStream({ start, cancel: () => stop() }, { highWaterMark: MAX_UNREAD });
}
