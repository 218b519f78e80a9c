/** Milliseconds of work before the browser gets a turn. */
const TURN_MS = 8;

/**
 * Returns a function that runs work in short steps, between which the browser handles other events.
 * @param isWanted whether someone still wants the result
 * @param now milliseconds
 */
export function createStepRunner(
  isWanted: () => boolean,
  now = () => performance.now(),
  pause = () => new Promise<void>((resolve) => setTimeout(resolve)),
) {
  let since = now();
  /** @returns the result of the work; undefined if nobody wants it anymore */
  return async <Result>(steps: Iterator<void, Result>): Promise<Result | undefined> => {
    for (;;) {
      if (now() - since >= TURN_MS) {
        await pause();
        since = now();
      }
      if (!isWanted()) return undefined;
      const { done, value } = steps.next();
      if (done) return value;
    }
  };
}
