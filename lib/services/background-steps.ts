import "server-only";
import type { Log } from "../log.ts";

/** Work that is done in small steps in the background. */
export interface BackgroundSteps {
  start(): void;
  /** Stops after the current step. */
  stop(): Promise<void>;
}

/** Milliseconds before the next step after the store failed. */
const RETRY_DELAY_MS = 5_000;
/**
 * The pause after a step, as a multiple of the step's duration. During the pause, people's changes get the lock, and
 * imports and their sync the processor.
 */
const PAUSE_FACTOR = 2;

/**
 * @param options.step does some of the work. Returns false if there is none
 * @param options.idleDelay milliseconds until the next step when there is no work; null to end
 * @param options.failure for the log
 */
export function createBackgroundSteps(options: {
  step(): Promise<boolean>;
  idleDelay: number | null;
  failure: string;
  log: Log;
}): BackgroundSteps {
  let isStopping = false;
  let running: Promise<void> | null = null;
  let wake = () => {};

  const sleep = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const step = async (): Promise<number | null> => {
    const began = performance.now();
    try {
      const hasWork = await options.step();
      return hasWork ? (performance.now() - began) * PAUSE_FACTOR : options.idleDelay;
    } catch (err) {
      options.log.warn({ err }, options.failure);
      return RETRY_DELAY_MS;
    }
  };

  const run = async (): Promise<void> => {
    while (!isStopping) {
      const delay = await step();
      if (delay === null) return;
      if (!isStopping) await sleep(delay);
    }
  };

  return {
    start: () => {
      running ??= run();
    },
    stop: async () => {
      isStopping = true;
      wake();
      await running;
    },
  };
}
