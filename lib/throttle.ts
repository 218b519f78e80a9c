/** Work that can be requested at any time, and runs at limited intervals. */
export interface Throttled {
  /** Runs the work now, or as soon as it may run again. */
  request: () => void;
  /** Runs the work if it was requested while paused. */
  resume: () => void;
}

/**
 * Runs `work` at once when it is requested, and at most once per `gap` after that, however often it is requested.
 * @param options.gap milliseconds from the end of one run to the next
 * @param options.isPaused requests wait until `resume`
 * @param options.work its failures count as runs
 */
export function throttle(options: {
  gap: number;
  isPaused: () => boolean;
  work: () => Promise<void>;
}): Throttled {
  let isRequested = false;
  let isBusy = false;
  const resume = async (): Promise<void> => {
    if (isBusy || !isRequested || options.isPaused()) return;
    isRequested = false;
    isBusy = true;
    await options.work().catch(() => undefined);
    setTimeout(() => {
      isBusy = false;
      void resume();
    }, options.gap);
  };
  const request = () => {
    isRequested = true;
    void resume();
  };
  return { request, resume: () => void resume() };
}
