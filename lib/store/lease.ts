import "server-only";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/open.ts";
import type { StoreSchema } from "./schema.ts";

/** The right to do work that one process at a time may do. */
export interface Lease {
  /** Milliseconds after which a lease that nobody renews is free for others. */
  readonly duration: number;
  /**
   * Takes the lease, or keeps it: renewed when more than a third of it has passed. `false` while
   * another holder has it; whoever asks and hears `false` leaves the work alone.
   */
  hold(): Promise<boolean>;
  /** Gives it back, so that others need not wait for its end. Harmless when it is not held. */
  release(): Promise<void>;
}

/**
 * A lease kept in the store under `name`.
 * @param options.holder differs between processes and between the lives of one
 * @param options.duration milliseconds; clocks of the processes are taken to agree
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
