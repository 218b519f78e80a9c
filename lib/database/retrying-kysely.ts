import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { Kysely, type Transaction, type TransactionBuilder } from "kysely";

/** Times that a transaction is begun, at most. */
const ATTEMPTS = 5;
/** Milliseconds before the second attempt, at most; twice as many before each further one. */
const FIRST_PAUSE = 20;

/**
 * Kysely whose transactions are begun again when PostgreSQL ended one in favour of another, which has
 * kept nothing of it: what is given to `execute` may run several times.
 */
export class RetryingKysely<Schema> extends Kysely<Schema> {
  override transaction(): TransactionBuilder<Schema> {
    const builder = super.transaction();
    const once = builder.execute.bind(builder);
    builder.execute = <Result>(work: (trx: Transaction<Schema>) => Promise<Result>) =>
      persistently(() => once(work));
    return builder;
  }
}

async function persistently<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === ATTEMPTS || !isConflict(error)) throw error;
      // Not the same moment for both, or they meet again.
      await delay(Math.random() * FIRST_PAUSE * 2 ** (attempt - 1));
    }
  }
}

/** 40P01: each of two waited for the other. 40001: what it had read was changed meanwhile. */
function isConflict(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === "40P01" || code === "40001";
}
