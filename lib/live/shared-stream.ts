import type { Revision } from "../contract/api/changes.ts";
import type { StreamHandlers } from "./event-stream.ts";

/**
 * Message of a new tab that requests the current state. Tabs of version 1.0.0 use the same value and may
 * still be open.
 */
const REQUEST_STATE = "hello";

/** A message of the tab with the stream, or a new tab's request. */
type Message = { revision: Revision | null; isLive: boolean } | typeof REQUEST_STATE;

/**
 * Follows a stream that all tabs with the same `name` share: one of them has it, and tells the others. If
 * it closes, the next one opens a stream. Without locks, which browsers offer only on secure origins, each
 * visible tab has its own.
 * @param options.open opens the stream and returns how to close it
 * @returns stops following
 */
export function followSharedStream(options: {
  name: string;
  locks: Pick<LockManager, "request"> | null;
  open: (handlers: StreamHandlers) => () => void;
  handlers: StreamHandlers;
}): () => void {
  const { name, locks, open, handlers } = options;
  if (!locks) return openWhileVisible(open, handlers);
  const stopping = new AbortController();
  const channel = new BroadcastChannel(name);
  let state: Exclude<Message, typeof REQUEST_STATE> = { revision: null, isLive: false };
  let isLeader = false;

  const apply = (next: typeof state) => {
    const before = state;
    state = next;
    if (next.isLive !== before.isLive) handlers.onLive(next.isLive);
    if (next.revision !== null) handlers.onRevision(next.revision);
  };
  const broadcast = (change: Partial<typeof state>) => {
    apply({ ...state, ...change });
    channel.postMessage(state);
  };
  const lead = () =>
    new Promise<void>((resolve) => {
      isLeader = true;
      const close = open({
        onRevision: (revision) => broadcast({ revision }),
        onLive: (isLive) => broadcast({ isLive }),
      });
      stopping.signal.addEventListener("abort", () => {
        close();
        resolve();
      });
    });

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data !== REQUEST_STATE) apply(data);
    else if (isLeader) channel.postMessage(state);
  };
  channel.postMessage(REQUEST_STATE);
  // Rejected if this tab stops before it gets the lock.
  locks.request(name, { signal: stopping.signal }, lead).catch(() => undefined);
  return () => {
    stopping.abort();
    channel.close();
  };
}

/**
 * Follows the stream only while this tab is visible: hidden tabs would use up the browser's few
 * connections to a server.
 */
function openWhileVisible(
  open: (handlers: StreamHandlers) => () => void,
  handlers: StreamHandlers,
): () => void {
  let close: (() => void) | null = null;
  const update = () => {
    if (!document.hidden) close ??= open(handlers);
    else {
      close?.();
      close = null;
    }
  };
  update();
  document.addEventListener("visibilitychange", update);
  return () => {
    document.removeEventListener("visibilitychange", update);
    close?.();
  };
}
