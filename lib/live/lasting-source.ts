import { keepTrying } from "./keep-trying.ts";

/**
 * Opens a stream of server-sent events, and opens it again when it fails. By itself, a browser would do so every three
 * seconds for as long as the server is gone.
 * @param prepare adds listeners to each stream that is opened
 * @param onLost called when one fails
 * @returns closes the stream, or opens it again
 */
export function openLastingSource(
  url: string,
  prepare: (source: EventSource) => void,
  onLost?: () => void,
): { close: () => void; reopen: () => void } {
  let source: EventSource;
  let stopTrying: (() => void) | null = null;
  const open = () => {
    source?.close();
    source = new EventSource(url);
    source.onopen = settle;
    source.onerror = reopen;
    prepare(source);
  };
  const settle = () => {
    stopTrying?.();
    stopTrying = null;
  };
  const reopen = () => {
    source.close();
    stopTrying ??= keepTrying(open);
    onLost?.();
  };
  open();
  return {
    reopen,
    close: () => {
      settle();
      source.close();
    },
  };
}
