import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { Kysely, type Transaction, type TransactionBuilder } from "kysely";

/** Most attempts per transaction. */
const MAX_ATTEMPTS = 5;
/** Most milliseconds before the second attempt; doubles for each further one. */
const MAX_FIRST_PAUSE_MS = 20;

/**
 * Kysely that retries a transaction when PostgreSQL rolls it back because of a conflict. The callback
 * of `execute` may therefore run several times.
 */
export class RetryingKysely<Schema> extends Kysely<Schema> {
  override transaction(): TransactionBuilder<Schema> {
    const builder = super.transaction();
    const once = builder.execute.bind(builder);
    builder.execute = <Result>(work: (trx: Transaction<Schema>) => Promise<Result>) =>
      withRetries(() => once(work));
    return builder;
  }
}

async function withRetries<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isConflict(error)) throw error;
      // A random delay, so that the two transactions don't conflict again.
      await delay(Math.random() * MAX_FIRST_PAUSE_MS * 2 ** (attempt - 1));
    }
  }
}

/** 40P01: deadlock. 40001: serialization failure. */
function isConflict(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === "40P01" || code === "40001";
}
