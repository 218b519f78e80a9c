import "server-only";
import type { Clock } from "../clock.ts";
import { AppError } from "../errors.ts";

export const EXPORT_LIMITS = { perPerson: 2, total: 4 } as const;
/** Expensive reads of one person in one window of `window` milliseconds: counts, charts, and selections. */
export const READ_LIMIT = { most: 600, window: 60_000 } as const;
/** Milliseconds after which a rejected export can be tried again. */
const EXPORT_RETRY = 10_000;

/** Keeps one person's reads from slowing the server for everyone. Counts within this process. */
export interface ReadLimits {
  /**
   * Starts an export, which ends when its stream does or the client disconnects.
   * @throws {AppError} `too_many_requests` if too many are running
   */
  export(personId: string, open: () => ReadableStream<Uint8Array>): ReadableStream<Uint8Array>;
  /** Counts an expensive read. @throws {AppError} `too_many_requests` */
  read(personId: string): void;
}

export function createReadLimits(clock: Clock): ReadLimits {
  const exporting = new Map<string, number>();
  let running = 0;
  let reads = new Map<string, number>();
  let windowEnd = 0;

  const acquire = (personId: string) => {
    const own = exporting.get(personId) ?? 0;
    if (own >= EXPORT_LIMITS.perPerson) {
      throw tooMany(
        "Two of your exports are still running. Try again when one is done.",
        EXPORT_RETRY,
      );
    }
    if (running >= EXPORT_LIMITS.total) {
      throw tooMany("Other exports are still running. Try again in a moment.", EXPORT_RETRY);
    }
    exporting.set(personId, own + 1);
    running += 1;
    return () => {
      running -= 1;
      const left = (exporting.get(personId) ?? 1) - 1;
      if (left === 0) exporting.delete(personId);
      else exporting.set(personId, left);
    };
  };

  return {
    export: (personId, open) => {
      const release = acquire(personId);
      try {
        return releasing(open(), release);
      } catch (error) {
        release();
        throw error;
      }
    },
    read: (personId) => {
      const now = clock.now();
      // A clock that was set back must not lock people out.
      if (now >= windowEnd || windowEnd - now > READ_LIMIT.window) {
        windowEnd = now + READ_LIMIT.window;
        reads = new Map();
      }
      const count = (reads.get(personId) ?? 0) + 1;
      if (count > READ_LIMIT.most) {
        throw tooMany(
          "You're loading data faster than Errata allows. Wait a minute.",
          windowEnd - now,
        );
      }
      reads.set(personId, count);
    },
  };
}

function tooMany(message: string, retryAfter: number): AppError {
  return new AppError("too_many_requests", message, { retryAfter });
}

/** Calls `release` once, when the stream ends, fails, or is canceled. */
function releasing(
  stream: ReadableStream<Uint8Array>,
  release: () => void,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let isReleased = false;
  const end = () => {
    if (!isReleased) release();
    isReleased = true;
  };
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { done, value } = await reader.read();
          if (value) controller.enqueue(value);
          if (!done) return;
          end();
          controller.close();
        } catch (error) {
          end();
          throw error;
        }
      },
      cancel: async (reason) => {
        end();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
