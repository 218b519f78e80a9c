import "server-only";
import { type Clock, MAX_CLOCK_SKEW_MS } from "../clock.ts";
import { AppError } from "../errors.ts";
import { processLog } from "../log.ts";
import type { StoreDatabase, StoreQuery } from "./schema/schema.ts";

/** Exclusive right to do work that only one process at a time may do. */
export interface Lease {
  /** Milliseconds until a lease that is not renewed expires. */
  readonly duration: number;
  /**
   * Takes or renews the lease; it is renewed after a third of its duration. Returns false while another
   * holder has it: the caller must not do the work then.
   */
  hold(): Promise<boolean>;
  /**
   * Locks the lease until the transaction ends. Call it first in every transaction of the work: a process
   * that was stopped for a while, or whose clock was wrong, may have lost the lease without noticing.
   * @throws {LeaseLost} if another process took the lease since `hold`
   */
  confirm(trx: StoreQuery): Promise<void>;
  /** Releases the lease, so that others don't have to wait until it expires. Safe when not held. */
  release(): Promise<void>;
}

/** Another process took the lease. Nothing was written. */
export class LeaseLost extends AppError {
  override readonly name = "LeaseLost";
  constructor() {
    super("conflict", "Another process took over this work. Nothing was written.");
  }
}

/**
 * Creates a lease that is stored under `name`. An expiry further away than twice the lease's duration is
 * no lease: its holder's clock was ahead.
 * @param options.holder unique per process start
 * @param options.duration milliseconds
 */
export function createLease(options: {
  database: StoreDatabase;
  clock: Clock;
  name: string;
  holder: string;
  duration: number;
}): Lease {
  const { clock, name, holder, duration } = options;
  const { query } = options.database;
  const nothing = { until: 0, fence: -1 };
  let held = nothing;

  /** A renewal keeps the fence. */
  const keep = (now: typeof held) => {
    const isHeld = now !== nothing;
    if (isHeld && now.fence !== held.fence) processLog().info({ lease: name }, "lease taken");
    if (!isHeld && held !== nothing) processLog().info({ lease: name }, "lease lost");
    held = now;
  };

  const take = async (): Promise<boolean> => {
    const until = clock.now() + duration;
    const taken = await takeOver(query, { name, holder, until, duration });
    keep(taken ? { until, fence: taken.fence } : nothing);
    return taken !== undefined;
  };

  const isFresh = () => {
    const left = held.until - clock.now();
    return left > (duration * 2) / 3 && left <= duration;
  };

  return {
    duration,
    hold: async () => isFresh() || (await take()),
    confirm: async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable("lease")
        .set({ fence: held.fence })
        .where("name", "=", name)
        .where("holder", "=", holder)
        .where("fence", "=", held.fence)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) return;
      keep(nothing);
      throw new LeaseLost();
    },
    release: async () => {
      if (held !== nothing) processLog().info({ lease: name }, "lease released");
      held = nothing;
      // The row stays, so that its fence keeps increasing.
      await query
        .updateTable("lease")
        .set({ until: 0 })
        .where("name", "=", name)
        .where("holder", "=", holder)
        .execute();
    },
  };
}

/** Writes a lease that no other process holds. Returns nothing if one does. */
function takeOver(
  query: StoreQuery,
  wanted: { name: string; holder: string; until: number; duration: number },
): Promise<{ fence: number } | undefined> {
  const { name, holder, until, duration } = wanted;
  return query
    .insertInto("lease")
    .values({ name, holder, until })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet(({ eb, ref }) => ({
          holder,
          until,
          fence: eb
            .case()
            .when("lease.holder", "=", holder)
            .then(ref("lease.fence"))
            .else(eb("lease.fence", "+", 1))
            .end(),
        }))
        .where((eb) =>
          eb.or([
            eb("lease.until", "<=", until - duration),
            // The statement may have waited, while the holder renewed its lease.
            eb("lease.until", ">", until + duration + MAX_CLOCK_SKEW_MS),
            eb("lease.holder", "=", holder),
          ]),
        ),
    )
    .returning("fence")
    .executeTakeFirst();
}
