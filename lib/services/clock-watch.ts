import "server-only";
import { type Clock, MAX_CLOCK_SKEW_MS } from "../clock.ts";
import type { Log } from "../log.ts";

/** Milliseconds between two checks of the clock. */
const CHECK_INTERVAL_MS = 5_000;

export type ClockWatch = ReturnType<typeof createClockWatch>;

/**
 * Watches for a clock that is set back, for example after a wrong time was corrected: nothing must
 * wait for times that were stored until then.
 * @param options.repair moves stored times that are after `now`; returns how many it changed
 */
export function createClockWatch(options: {
  clock: Clock;
  log: Log;
  repair: (now: number) => Promise<number>;
}) {
  const { clock, log, repair } = options;
  let latest = Number.POSITIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  const check = async () => {
    const now = clock.now();
    if (now < latest - MAX_CLOCK_SKEW_MS) {
      const times = await repair(now);
      if (times > 0) log.warn({ times }, "the clock was ahead; corrected the times it had stored");
    }
    latest = now;
  };

  return {
    /** Repairs stored times if the clock went back since the last check, and on the first one. */
    check,
    start: () => {
      const tick = () =>
        check().catch((error: unknown) => log.warn({ err: error }, "couldn't correct times"));
      timer ??= setInterval(tick, CHECK_INTERVAL_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}
