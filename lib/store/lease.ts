import "server-only";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/open.ts";
import type { StoreSchema } from "./schema.ts";

/** Exclusive right to do work that only one process at a time may do. */
export interface Lease {
  /** Milliseconds until a lease that is not renewed expires. */
  readonly duration: number;
  /**
   * Takes or renews the lease; it is renewed after a third of its duration. Returns false while another
   * holder has it: the caller must not do the work then.
   */
  hold(): Promise<boolean>;
  /** Releases the lease, so that others don't have to wait until it expires. Safe when not held. */
  release(): Promise<void>;
}

/**
 * Creates a lease that is stored under `name`.
 * @param options.holder unique per process start
 * @param options.duration milliseconds; assumes that the clocks of all processes agree
 */
export function createLease(options: {
  database: Database<StoreSchema>;
  clock: Clock;
  name: string;
  holder: string;
  duration: number;
}): Lease {
  const { clock, name, holder, duration } = options;
  const { query } = options.database;
  let heldUntil = 0;

  const take = async (): Promise<boolean> => {
    const now = clock.now();
    const until = now + duration;
    const taken = await query
      .insertInto("lease")
      .values({ name, holder, until })
      .onConflict((conflict) =>
        conflict
          .column("name")
          .doUpdateSet({ holder, until })
          .where((eb) => eb.or([eb("lease.until", "<=", now), eb("lease.holder", "=", holder)])),
      )
      .returning("holder")
      .executeTakeFirst();
    heldUntil = taken ? until : 0;
    return taken !== undefined;
  };

  return {
    duration,
    hold: async () => heldUntil - clock.now() > (duration * 2) / 3 || (await take()),
    release: async () => {
      heldUntil = 0;
      await query
        .deleteFrom("lease")
        .where("name", "=", name)
        .where("holder", "=", holder)
        .execute();
    },
  };
}
