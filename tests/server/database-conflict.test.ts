import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ReceivedEntry } from "../../lib/contract/platform/feedback.ts";
import { openDatabase } from "../../lib/database/open.ts";
import { NO_FILTERS } from "../../lib/filters/feedback-filters.ts";
import { createFeedbackStore } from "../../lib/store/feedback-store.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { initialLane } from "../../lib/store/sync/state.ts";
import { createSyncStore, initialSyncState } from "../../lib/store/sync/store.ts";
import { createTriage } from "../../lib/store/write/triage.ts";
import {
  engines,
  openTestDatabase,
  openTestStore,
  type TestDatabase,
} from "../support/databases.ts";
import { isThorough } from "../support/thorough.ts";

interface Accounts {
  account: { id: number; amount: number };
}

describe("a deadlock of two transactions on PostgreSQL", () => {
  let database: TestDatabase<Accounts>;

  beforeEach(async () => {
    database = await openTestDatabase<Accounts>("postgres", "conflict");
    await sql`create table account (id integer primary key, amount integer)`.execute(
      database.query,
    );
    const values = [1, 2].map((id) => ({ id, amount: 0 }));
    await database.query.insertInto("account").values(values).execute();
  });

  afterEach(() => database.close());

  const added = (id: number) => sql`update account set amount = amount + 1 where id = ${id}`;

  /** Adds to both accounts. In between, on the first attempt, waits for the other transaction. */
  function crossing(order: [number, number], meeting: () => Promise<void>, begun: () => void) {
    let met = false;
    return database.query.transaction().execute(async (trx) => {
      begun();
      await added(order[0]).execute(trx);
      if (!met) await meeting();
      met = true;
      await added(order[1]).execute(trx);
      return order;
    });
  }

  function meetingOf(count: number): () => Promise<void> {
    const all = Promise.withResolvers<void>();
    let there = 0;
    return () => {
      there += 1;
      if (there === count) all.resolve();
      return all.promise;
    };
  }

  test("is resolved: both are applied once", async () => {
    let begun = 0;
    const meeting = meetingOf(2);
    const count = () => {
      begun += 1;
    };
    const done = await Promise.all([
      crossing([1, 2], meeting, count),
      crossing([2, 1], meeting, count),
    ]);
    expect(done).toEqual([
      [1, 2],
      [2, 1],
    ]);
    expect(begun).toBeGreaterThan(2);
    const rows = await database.query.selectFrom("account").select("amount").execute();
    expect(rows).toEqual([{ amount: 2 }, { amount: 2 }]);
  });

  test("fails after a few attempts and changes nothing; other errors fail immediately", async () => {
    let begun = 0;
    const failing = (code: string) =>
      database.query.transaction().execute(async (trx) => {
        begun += 1;
        await added(1).execute(trx);
        await sql`do ${sql.raw(`$$ begin raise exception 'no' using errcode = '${code}'; end $$`)}`.execute(
          trx,
        );
      });
    await expect(failing("40001")).rejects.toMatchObject({ code: "40001" });
    expect(begun).toBe(5);
    await expect(failing("23505")).rejects.toMatchObject({ code: "23505" });
    expect(begun).toBe(6);
    const row = await database.query
      .selectFrom("account")
      .selectAll()
      .where("id", "=", 1)
      .execute();
    expect(row).toEqual([{ id: 1, amount: 0 }]);
  });
});

/** How often each of them writes. */
const TURNS = isThorough ? 20 : 8;

describe.each(engines)("people and mirror at the same entries on $name", ({ name }) => {
  let database: TestDatabase<StoreSchema>;

  beforeEach(async () => {
    database = await openTestStore(name, "triage_and_mirror");
  });

  afterEach(() => database.close());

  const statuses = ["pending", "in_progress", "resolved", "dismissed"] as const;
  const entry = (index: number, round: number): ReceivedEntry => ({
    id: `fb_${String(index).padStart(3, "0")}`,
    path: `/page/${index % 7}`,
    comment: `Comment ${index} of round ${round}`,
    createdAt: "2026-11-01T00:00:00Z",
    source: (["agent", "contextual", "thumbs_only"] as const)[(index + round) % 3] ?? "agent",
    status: statuses[(index * round) % 4] ?? "pending",
  });

  test("wait for each other: none is aborted, and the counts are right", async () => {
    const other = openDatabase<StoreSchema>(database.location);
    const clock = { now: () => Date.now() };
    const triages = [database, other].map((store) =>
      createTriage({ database: store, clock, statusWrites: null }),
    );
    const sync = createSyncStore(database);
    const commit = async (round: number) => {
      const entries = Array.from({ length: 100 }, (_, index) => entry(index, round)).map((one) => ({
        entry: one,
        raw: JSON.stringify(one),
      }));
      if (round % 2 === 1) entries.reverse();
      const page = { entries, rejected: [], observedAt: round };
      await sync.commitPage("docs", page, () => ({
        state: initialSyncState(0),
        lane: "full",
        laneState: initialLane(0),
      }));
    };
    await commit(1);
    const ids = Array.from({ length: 100 }, (_, index) => entry(index, 1).id);
    const people = triages.map(async (triage, person) => {
      for (let turn = 0; turn < TURNS; turn += 1) {
        const own = person === 0 ? ids : ids.toReversed();
        const status = statuses[(turn + person) % 4] ?? "pending";
        const { undo } = await triage.setStatus("docs", own, status);
        if (undo && turn % 3 === 0) await triage.undo("docs", undo);
      }
    });
    const mirror = (async () => {
      for (let round = 2; round < TURNS + 2; round += 1) await commit(round);
    })();
    await Promise.all([...people, mirror]);
    if (name === "postgres") expect(await deadlocks()).toBe(0);

    const { status } = await createFeedbackStore(database).facets("docs", NO_FILTERS);
    const counted = await database.query
      .selectFrom("feedback")
      .select(({ fn }) => ["team_status", fn.countAll<number>().as("count")])
      .groupBy("team_status")
      .execute();
    const shown = Object.entries(status).filter(([, count]) => count > 0);
    expect(new Map(shown)).toEqual(new Map(counted.map((row) => [row.team_status, row.count])));
    await other.close();
  });

  /** Deadlocks that the server has counted. It updates the count with a delay. */
  async function deadlocks(): Promise<number> {
    await sql`select pg_stat_force_next_flush()`.execute(database.query);
    const { rows } = await sql<{ deadlocks: number }>`
      select deadlocks from pg_stat_database where datname = current_database()`.execute(
      database.query,
    );
    return rows[0]?.deadlocks ?? -1;
  }
});
