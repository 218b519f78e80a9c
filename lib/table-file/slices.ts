/** Milliseconds that reading and mapping a file may take before the page can draw and answer. */
const SLICE_MS = 40;

/** Divides long work on the page's only thread: after each slice, the page gets a turn. */
export interface Slices {
  /** Ends the slice if its time is over. Call it between rows. */
  pause(): Promise<void> | undefined;
}

/** @throws the signal's reason at the end of a slice, once it's aborted */
export function createSlices(signal?: AbortSignal): Slices {
  let end = performance.now() + SLICE_MS;
  const rest = async () => {
    await new Promise((resolve) => setTimeout(resolve));
    signal?.throwIfAborted();
    end = performance.now() + SLICE_MS;
  };
  return { pause: () => (performance.now() < end ? undefined : rest()) };
}
