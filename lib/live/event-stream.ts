import { HEARTBEAT_INTERVAL_MS, type Revision } from "../contract/api/changes.ts";

/** Callbacks of a stream. */
export interface StreamHandlers {
  /** The project's revision, which may be the same as before. */
  onRevision(revision: Revision): void;
  /** Whether changes arrive. */
  onLive(isLive: boolean): void;
}

/** Milliseconds without a heartbeat after which the connection counts as lost: two were missed. */
const HEARTBEAT_TIMEOUT_MS = HEARTBEAT_INTERVAL_MS * 2.5;
/** Milliseconds before a stream is opened again that the server refused: at least, and at most. */
const REFUSED = { least: 10_000, most: 20_000 } as const;

/**
 * Follows server-sent events. The browser connects again by itself when the connection is lost. When the
 * server refuses, or falls silent, a new stream is opened.
 * @returns closes the stream
 */
export function openEventStream(url: string, { onRevision, onLive }: StreamHandlers): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const openAfter = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(open, milliseconds);
  };
  const open = () => {
    source?.close();
    const opened = new EventSource(url);
    source = opened;
    openAfter(HEARTBEAT_TIMEOUT_MS);
    opened.onopen = () => {
      openAfter(HEARTBEAT_TIMEOUT_MS);
      onLive(true);
    };
    opened.onmessage = ({ data }) => {
      openAfter(HEARTBEAT_TIMEOUT_MS);
      onRevision(data);
    };
    opened.onerror = () => {
      onLive(false);
      if (opened.readyState !== EventSource.CLOSED) return;
      openAfter(REFUSED.least + Math.random() * (REFUSED.most - REFUSED.least));
    };
  };
  open();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}
