import "server-only";
import type { Clock } from "../clock.ts";
import { AppError } from "../errors.ts";

export const EXPORT_LIMITS = { perPerson: 2, total: 4 } as const;
/** Expensive reads of one person in one window of `window` milliseconds: counts, charts, and selections. */
export const READ_LIMIT = { most: 600, window: 60_000 } as const;
/** Milliseconds without a read after which an export gives way to another one. */
export const STALLED_AFTER_MS = 60_000;
/** Milliseconds after which a rejected export can be tried again. */
const EXPORT_RETRY_DELAY_MS = 10_000;

/** Keeps one person's reads from slowing the server for everyone. Counts within this process. */
export function createReadLimits(clock: Clock) {
  const running = new Set<Export>();
  let reads = new Map<string, number>();
  let windowEnd = 0;

  const endStalled = () => {
    for (const each of running) {
      if (clock.now() - each.readAt >= STALLED_AFTER_MS) each.end();
    }
  };
  const requireRoom = (personId: string) => {
    endStalled();
    const own = [...running].filter((each) => each.personId === personId);
    if (own.length >= EXPORT_LIMITS.perPerson) {
      throw exportsBusy("Two of your exports are still running. Try again when one is done.");
    }
    if (running.size >= EXPORT_LIMITS.total) {
      throw exportsBusy("Other exports are still running. Try again in a moment.");
    }
  };

  return {
    /** @throws {AppError} `too_many_requests` if `export` would throw it now */
    checkExport: requireRoom,
    /**
     * Starts an export, which ends when its stream does or the client disconnects.
     * @throws {AppError} `too_many_requests` if too many are running
     */
    export: (personId: string, open: () => ReadableStream<Uint8Array>) => {
      requireRoom(personId);
      const source = open();
      const started: Export = { personId, readAt: clock.now(), end: () => undefined };
      running.add(started);
      return tracked(source, started, {
        onRead: () => {
          started.readAt = clock.now();
        },
        onEnd: () => running.delete(started),
      });
    },
    /** Counts an expensive read. @throws {AppError} `too_many_requests` */
    read: (personId: string) => {
      const now = clock.now();
      // A clock that was set back must not lock people out.
      if (now >= windowEnd || windowEnd - now > READ_LIMIT.window) {
        windowEnd = now + READ_LIMIT.window;
        reads = new Map();
      }
      const count = (reads.get(personId) ?? 0) + 1;
      if (count > READ_LIMIT.most) {
        throw tooMany("Too many requests. Wait a minute, then try again.", windowEnd - now);
      }
      reads.set(personId, count);
    },
  };
}

function tooMany(message: string, retryAfter: number): AppError {
  return new AppError("too_many_requests", message, { retryAfter });
}

const exportsBusy = (message: string) => tooMany(message, EXPORT_RETRY_DELAY_MS);

/** A running export. */
interface Export {
  personId: string;
  /** When the client last read from it, in epoch milliseconds. */
  readAt: number;
  /** Fails the stream, so that the client doesn't take the file for complete. */
  end(): void;
}

/** Reports reads, and the end: when the stream ends, fails, or is canceled. */
function tracked(
  stream: ReadableStream<Uint8Array>,
  started: Export,
  { onRead, onEnd }: { onRead: () => void; onEnd: () => void },
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  const stop = async (reason: unknown) => {
    onEnd();
    await reader.cancel(reason);
  };
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        started.end = () => {
          const stalled = new Error("The export ended because its client stopped reading.");
          controller.error(stalled);
          stop(stalled).catch(() => undefined);
        };
      },
      pull: async (controller) => {
        onRead();
        try {
          const { done, value } = await reader.read();
          if (value) controller.enqueue(value);
          if (!done) return;
          onEnd();
          controller.close();
        } catch (error) {
          onEnd();
          throw error;
        }
      },
      cancel: stop,
    },
    { highWaterMark: 0 },
  );
}
