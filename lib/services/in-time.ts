import "server-only";
import { setTimeout } from "node:timers/promises";
import { AppError } from "../errors.ts";

/**
 * Waits for the documentation repository, but not without end.
 * @throws {AppError} `unavailable` if `work` takes longer than so many milliseconds
 */
export async function withTimeout<Result>(
  work: Promise<Result>,
  milliseconds: number,
): Promise<Result> {
  const timer = new AbortController();
  const late = setTimeout(milliseconds, null, { signal: timer.signal, ref: false }).then(() => {
    throw new AppError(
      "unavailable",
      "The documentation repository is taking too long to respond. Try again in a minute.",
    );
  });
  return Promise.race([work, late]).finally(() => timer.abort());
}
