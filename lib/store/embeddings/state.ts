import "server-only";
import type { Selectable, Transaction } from "kysely";
import { MAX_CLOCK_SKEW_MS } from "../../clock.ts";
import { HOUR } from "../../contract/platform/vocabulary.ts";
import { LeaseLost } from "../lease.ts";
import type { EmbeddingStateTable } from "../schema/embeddings.ts";
import type { StoreQuery, StoreSchema } from "../schema/schema.ts";

export type EmbeddingState = Selectable<EmbeddingStateTable>;

/** Only this row is used. */
const NAME = "service";

/** The longest time without a request, whatever the service asks for. */
export const MAX_EMBEDDING_WAIT_MS = HOUR;

/** Returns how far reading got; null while no service is set up. */
export async function readEmbeddingState(db: StoreQuery): Promise<EmbeddingState | null> {
  const row = await db
    .selectFrom("embedding_state")
    .selectAll()
    .where("name", "=", NAME)
    .executeTakeFirst();
  return row ?? null;
}

/** The model of a process without a service. */
export const NO_MODEL = "";

/** Sets the model. If it's another one, what was stored for the former one has to be cleared. */
export async function startModel(
  trx: Transaction<StoreSchema>,
  model: string,
  now: number,
): Promise<void> {
  const fresh = { model, dimensions: null, threshold: null, ...WORKING };
  await trx
    .insertInto("embedding_state")
    // Numbers never come twice, also after the row was removed.
    .values({ name: NAME, ...fresh, is_clearing: 0, last_number: now })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet({ ...fresh, is_clearing: 1 })
        .where("embedding_state.model", "!=", model),
    )
    .execute();
}

/**
 * Locks the model until the transaction ends. Call it in every transaction that writes something of a model.
 * @throws {LeaseLost} if another process has set another one
 */
export async function confirmModel(trx: Transaction<StoreSchema>, model: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable("embedding_state")
    .set({ model })
    .where("name", "=", NAME)
    .where("model", "=", model)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new LeaseLost();
}

const WORKING = { failures: 0, retry_at: 0, failing_since: null, problem: null };

export async function setCalibration(
  trx: Transaction<StoreSchema>,
  calibration: { dimensions: number; threshold: number },
): Promise<void> {
  await trx
    .updateTable("embedding_state")
    .set({ ...calibration, ...WORKING })
    .execute();
}

/** Records that a request succeeded. */
export async function recordEmbeddingSuccess(trx: Transaction<StoreSchema>): Promise<void> {
  await trx.updateTable("embedding_state").set(WORKING).where("failures", ">", 0).execute();
}

/** Records that a request failed, and when to send the next one. */
export async function recordEmbeddingFailure(
  trx: Transaction<StoreSchema>,
  problem: string,
  { now, retryAt }: { now: number; retryAt: number },
): Promise<void> {
  await trx
    .updateTable("embedding_state")
    .set(({ eb, fn }) => ({
      failures: eb("failures", "+", 1),
      retry_at: retryAt,
      failing_since: fn.coalesce("failing_since", eb.val(now)),
      problem,
    }))
    .execute();
}

/** Returns whether a request may be sent. A time further away than any wait was stored while the clock was ahead. */
export function isDue({ retry_at: retryAt }: EmbeddingState, now: number): boolean {
  return retryAt <= now || retryAt > now + MAX_EMBEDDING_WAIT_MS + MAX_CLOCK_SKEW_MS;
}
