import { HEARTBEAT_INTERVAL_MS, type Revision } from "../contract/api/changes.ts";
import { openLastingSource } from "./lasting-source.ts";

/** Callbacks of a stream. */
export interface StreamHandlers {
  /** The project's revision, which may be the same as before. */
  onRevision(revision: Revision): void;
  /** Whether changes arrive. */
  onLive(isLive: boolean): void;
}

/** Milliseconds without a heartbeat after which the connection counts as lost: two were missed. */
const HEARTBEAT_TIMEOUT_MS = HEARTBEAT_INTERVAL_MS * 2.5;

/**
 * Follows server-sent events, and connects again when the connection is lost, or the server refuses or falls silent.
 * @returns closes the stream
 */
export function openEventStream(url: string, { onRevision, onLive }: StreamHandlers): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const { close, reopen } = openLastingSource(
    url,
    (source) => {
      const heard = () => {
        clearTimeout(timer);
        timer = setTimeout(() => reopen(), HEARTBEAT_TIMEOUT_MS);
      };
      heard();
      source.addEventListener("open", () => {
        heard();
        onLive(true);
      });
      source.onmessage = ({ data }) => {
        heard();
        onRevision(data);
      };
    },
    () => {
      clearTimeout(timer);
      onLive(false);
    },
  );
  return () => {
    clearTimeout(timer);
    close();
  };
}
