import { sql } from "kysely";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ExportStatus } from "../../lib/contract/api/sync.ts";
import { NO_FILTERS } from "../../lib/filters/feedback-filters.ts";
import type { Mirror } from "../../lib/mirror/mirror.ts";
import { createFeedbackStore } from "../../lib/store/feedback-store.ts";
import { entry, MINUTE, type MirrorRig, openMirrorRig, until } from "../support/mirror-rig.ts";

let rig: MirrorRig;
let mirror: Mirror<ExportStatus>;
/** Another client of the same database server. */
let operator: pg.Client;

beforeEach(async () => {
  rig = await openMirrorRig("postgres");
  operator = new pg.Client({ connectionString: rig.database.location.databaseUrl ?? "" });
  operator.on("error", () => undefined);
  await operator.connect();
  mirror = rig.start();
  await rig.settled(mirror);
});

afterEach(async () => {
  await operator.end();
  await rig.close();
});

/** Adds entries to the platform and advances the clock to the next check. */
function addEntries(): void {
  const createdAt = new Date(rig.time).toISOString();
  rig.platform.entries.unshift(
    ...Array.from({ length: 40 }, (_, n) => entry(-1 - n, { id: `new_${n}`, createdAt })),
  );
  rig.time += MINUTE;
}

async function expectProblem(text: string): Promise<void> {
  await expect
    .poll(async () => (await mirror.status("docs")).problem, { timeout: 120_000, interval: 20 })
    .toMatchObject({ code: "unavailable", message: expect.stringContaining(text) });
}

/** Checks that the store is readable and consistent, without any of the new entries. */
async function expectUnchanged(): Promise<void> {
  const feedback = createFeedbackStore(rig.database);
  const { feedback: page } = await feedback.page("docs", NO_FILTERS, { limit: 50, cursor: null });
  expect(page).toHaveLength(50);
  const found = await feedback.facets("docs", { ...NO_FILTERS, q: '"comment 44"' });
  expect([found.total, found.all]).toEqual([11, 450]);
  const { rows } = await operator.query<{ same: boolean }>(`
    select (select entries from sync) = (select count(*) from feedback)
      and (select count(*) from feedback) = (select count(*) from feedback_index)
      and (select count(*) from feedback) = (select sum(entries) from facet_group) as same`);
  expect(rows).toEqual([{ same: true }]);
}

/** Advances the clock until the mirror has recovered. */
async function untilRecovered(): Promise<void> {
  await until(async () => {
    rig.time += 6 * MINUTE;
    expect((await mirror.status("docs")).problem).toBeNull();
  });
  await until(() => rig.expectSame());
}

const endOtherConnections = () =>
  operator.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);

test("a disk that fills up during an export page stores none of it, shows it, and recovers", async () => {
  // The server's error when a table can't grow, at the thirtieth of forty entries.
  await operator.query(`
    create function fill() returns trigger language plpgsql as $$ begin
      if new.id = 'new_30' then
        raise exception 'could not extend file: No space left on device' using errcode = '53100';
      end if;
      return new;
    end $$;
    create trigger fill before insert on feedback for each row execute function fill()`);
  addEntries();
  await expectProblem("disk is full");
  await expectUnchanged();
  await operator.query("drop trigger fill on feedback");
  await untilRecovered();
});

test("a read-only database stops no reads, is shown, and recovers", async () => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
    rig.database.query,
  );
  const name = rows[0]?.name;
  await operator.query(`alter database "${name}" set default_transaction_read_only = on`);
  await endOtherConnections();
  addEntries();
  await expectProblem("is read-only");
  await expectUnchanged();
  await operator.query(`alter database "${name}" set default_transaction_read_only = off`);
  await endOtherConnections();
  await untilRecovered();
});

test("a lock held by another client stops no reads, is shown, and recovers @thorough", async () => {
  await operator.query("begin; lock table feedback in exclusive mode");
  addEntries();
  await expectProblem("holds the database lock");
  await expectUnchanged();
  await operator.query("commit");
  await untilRecovered();
});

test("a database server that restarts is reconnected", async () => {
  await endOtherConnections();
  addEntries();
  await untilRecovered();
});
