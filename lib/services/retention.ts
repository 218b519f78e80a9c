import "server-only";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Clock } from "../clock.ts";
import type { Log } from "../log.ts";

/** Milliseconds between two checks for data to remove. */
const RUN_INTERVAL_MS = 3_600_000;
/** Rows per transaction, so that people's changes don't wait. */
const ROWS_PER_TRANSACTION = 200;

/** Adds an entry to the audit log, with a transaction of the store's database if there is one. */
type RecordRemoval = <Schema>(trx: Kysely<Schema> | null) => Promise<void>;

/** A kind of data that is removed after a period. */
export interface RetentionRule {
  /** What is removed, for the log and the audit log: "contacts". */
  what: string;
  /** Milliseconds that it's kept; null keeps it. */
  period: number | null;
  /**
   * Removes at most `limit` rows from before `before`. Returns their number; 0 when none is left.
   * @param record to be called before the transaction commits, if it removes something that the audit log has;
   * given the transaction if the rows are in the audit log's database
   */
  remove(before: number, limit: number, record: RecordRemoval): Promise<number>;
}

/** Removes data whose period is over, in the background. */
export interface Retention {
  start(): void;
  /** Removes everything that is due now. Safe to repeat, and to run in several processes. */
  run(): Promise<void>;
  stop(): Promise<void>;
}

/** @param options.record adds what is removed to the audit log, once per run and rule */
export function createRetention(options: {
  clock: Clock;
  log: Log;
  rules: readonly RetentionRule[];
  record: <Schema>(subject: string, trx: Kysely<Schema> | null) => Promise<void>;
}): Retention {
  const { clock, log, record } = options;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running: Promise<void> = Promise.resolve();

  const removeAll = async ({ what, remove }: RetentionRule, before: number): Promise<number> => {
    let removed = 0;
    const subject = `${what} from before ${new Date(before).toISOString().slice(0, 10)}`;
    while (!stopped) {
      const batch = await remove(before, ROWS_PER_TRANSACTION, async (trx) => {
        if (removed === 0) await record(subject, trx);
      });
      if (batch === 0) break;
      removed += batch;
      await yieldToEventLoop();
    }
    return removed;
  };

  const run = async () => {
    for (const rule of options.rules) {
      const { what, period } = rule;
      if (period === null || stopped) continue;
      const removed = await removeAll(rule, clock.now() - period);
      if (removed === 0) continue;
      log.info({ what, removed }, "removed data after its retention period");
    }
  };

  const tick = () => {
    running = running.then(run).catch((error: unknown) => {
      log.warn({ err: error }, "couldn't remove old data; retrying in an hour");
    });
  };

  return {
    start: () => {
      if (timer || options.rules.every(({ period }) => period === null)) return;
      timer = setInterval(tick, RUN_INTERVAL_MS).unref();
      tick();
    },
    run,
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
