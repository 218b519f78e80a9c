import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { authRoom } from "../../lib/auth/schema/schema.ts";
import { migrate } from "../../lib/database/migrate.ts";
import type { Database } from "../../lib/database/open.ts";
import { NO_FILTERS } from "../../lib/filters/feedback-filters.ts";
import { platformRoom } from "../../lib/platform/schema/schema.ts";
import { createFeedbackStore } from "../../lib/store/feedback-store.ts";
import { type StoreSchema, storeRoom } from "../../lib/store/schema/schema.ts";
import { verifyStore } from "../../lib/store/verify.ts";
import { createTriage } from "../../lib/store/write/triage.ts";
import { upsertFeedback } from "../../lib/store/write/write.ts";
import {
  createBeforeFirstRelease,
  indexTextBeforeFirstRelease,
} from "../support/before-first-release.ts";
import { engines, openTestDatabase, type TestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";

const rooms = [storeRoom, platformRoom, authRoom];

describe.each(engines)("a database of before the first release ($name)", (engine) => {
  let old: TestDatabase<StoreSchema>;
  beforeEach(async () => {
    old = await openTestDatabase<StoreSchema>(engine, "before");
  });
  afterEach(() => old.close());

  test.each(rooms)("gets the schema of a new one ($name)", async (room) => {
    const fresh = await openTestDatabase<StoreSchema>(engine, "fresh");
    await migrate(fresh, room);
    await createBeforeFirstRelease(old, room.name as "store");
    await migrate(old, room);
    expect(await objectsOf(old)).toEqual(await objectsOf(fresh));
    // Once more changes nothing.
    await migrate(old, room);
    expect(await objectsOf(old)).toEqual(await objectsOf(fresh));
    await fresh.close();
  });

  test("that is older still isn't touched", async () => {
    await createBeforeFirstRelease(old, "store");
    await sql`delete from store_migration where name = '0049_reworded'`.execute(old.query);
    const before = await objectsOf(old);
    await expect(migrate(old, storeRoom)).rejects.toThrow("from before commit");
    expect(await objectsOf(old)).toEqual(before);
  });

  test.each(rooms)("isn't used by a version that is older ($name)", async (room) => {
    const newer = { ...room, migrations: { "0002_newer": async () => undefined } };
    await migrate(old, newer);
    await expect(migrate(old, room)).rejects.toThrow("A newer version of Errata has changed");
  });

  test("keeps its items, decisions, counts, groups, and searches, which go on from there", async () => {
    await createBeforeFirstRelease(old, "store");
    await fill(old);
    await migrate(old, storeRoom);
    expect(await verifyStore(old)).toEqual([]);
    const { query } = old;
    const who = { set_by_name: "Ada", set_by_id: "ada", change_id: "c2" };
    const assigned = await query.selectFrom("feedback_assignee").selectAll().execute();
    expect(assigned).toMatchObject([{ feedback_id: "b", person_id: "tim", ...who }]);
    const feedback = createFeedbackStore(old);
    const facets = (filters: object) => feedback.facets("docs", { ...NO_FILTERS, ...filters });
    expect(await facets({})).toMatchObject({ total: 3, status: { pending: 2, resolved: 1 } });
    expect(await facets({ q: "hello" })).toMatchObject({ total: 2 });
    expect(await facets({ assignee: "tim" })).toMatchObject({ total: 1 });
    expect(await facets({ groupSize: 2 })).toMatchObject({ total: 2 });
    const waits = await query.selectFrom("wait_time").select(["feedback_id", "measure"]).execute();
    expect(waits).toHaveLength(2);
    const clock = { now: () => 9_000 };
    const triage = createTriage({ database: old, clock, statusWrites: null });
    await triage.undo("docs", "c1", { id: "ada", name: "Ada" });
    expect(await facets({})).toMatchObject({ status: { pending: 2, in_progress: 1 } });
    const state = await query.selectFrom("feedback_state").selectAll().execute();
    expect(state).toMatchObject([{ set_by_name: "Tim", change_id: "c0", reason_change_id: null }]);

    const changed = mirrored({ id: "a", path: "/x", comment: "other words", status: "resolved" });
    await query.transaction().execute((trx) => upsertFeedback(trx, "docs", [changed], 2));
    expect(await facets({ q: "hello" })).toMatchObject({ total: 1 });
    expect(await facets({ q: "other words" })).toMatchObject({ total: 1 });
    expect(await verifyStore(old)).toEqual([]);
  });
});

/** Three items: one resolved, one assigned, and two in a group. */
async function fill({ query, engine }: Database<StoreSchema>): Promise<void> {
  const rows = ["a", "b", "c"].map((id, n) => ({
    project_id: "docs",
    id,
    source: "contextual",
    path: "/x",
    page: "/x",
    team_status: n === 2 ? "resolved" : "pending",
    platform_status: "pending",
    raw: "{}",
    comment: n === 2 ? "bye" : "hello",
    search_text: n === 2 ? "bye\n/x\n" : "hello\n/x\n",
    created_at: n,
    sort_at: n,
    first_seen_at: 1,
    observed_at: 1,
    helpful: 0,
  }));
  const own = { project_id: "docs", at: 5_000, kind: "set", set_by: "Ada", set_by_id: "ada" };
  const state = { project_id: "docs", feedback_id: "c", platform_status: "pending", set_at: 4_000 };
  const by = { set_by: "Tim", set_by_id: "tim", change: "c0", dismissal_reason: null };
  const before = JSON.stringify({ ...state, ...by, status: "in_progress", reason_change: null });
  const events = [
    {
      ...own,
      feedback_id: "c",
      from_value: "in_progress",
      to_value: "resolved",
      change: "c1",
      before,
    },
    { ...own, feedback_id: "b", field: "assignee", from_value: "", to_value: "tim", change: "c2" },
  ].map((event) => ({ field: "status", ...event }));
  await query.transaction().execute(async (trx) => {
    const db = trx.withTables<Record<string, Record<string, unknown>>>();
    await db.insertInto("feedback").values(rows).execute();
    if (engine === "sqlite") await indexTextBeforeFirstRelease(trx);
    await db.insertInto("feedback_event").values(events).execute();
    const resolved = { status: "resolved", set_at: 5_000, set_by: "Ada", change: "c1" };
    await db
      .insertInto("feedback_state")
      .values({ ...state, ...resolved } as never)
      .execute();
    const set = { set_at: 5_000, set_by: "Ada", change: "c2" };
    await db
      .insertInto("feedback_assignee")
      .values({ project_id: "docs", feedback_id: "b", person_id: "tim", ...set } as never)
      .execute();
    const members = ["a", "b"].map((feedback_id, sort_at) => ({
      project_id: "docs",
      feedback_id,
      group_id: "a",
      sort_at,
      change: null,
    }));
    await db.insertInto("feedback_group_member").values(members).execute();
    const sync = { phase: "following", pages_read: 1, started_at: 1, entries: 3, next_at: 0 };
    await db
      .insertInto("sync")
      .values({ project_id: "docs", ...sync })
      .execute();
  });
}

/** Everything that a database's schema has, as text. Columns come in any order. */
async function objectsOf({ engine, query }: Database<StoreSchema>): Promise<string[]> {
  const { rows } = await (engine === "sqlite" ? OF_SQLITE : OF_POSTGRES).execute(query);
  const texts = rows.map(({ text }) => text.replaceAll(/["\s]/g, ""));
  return texts.sort();
}

const OF_SQLITE = sql<{ text: string }>`
  select type || ' ' || name || ' ' || sql as text from sqlite_schema
    where type in ('trigger', 'index') and sql is not null
  union all select 'column ' || t.name || ' ' || c.name || ' ' || c.type || ' ' || c."notnull"
      || ' ' || coalesce(c.dflt_value, '') || ' ' || c.pk
    from sqlite_schema as t join pragma_table_info(t.name) as c
    where t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\'
  union all select 'unique ' || t.name || ' ' || (select group_concat(name) from pragma_index_info(i.name))
    from sqlite_schema as t join pragma_index_list(t.name) as i where t.type = 'table' and i.origin <> 'c'
      and t.name not like 'sqlite\\_%' escape '\\'
  union all select 'keyed ' || name from pragma_table_list where wr`;

const OF_POSTGRES = sql<{ text: string }>`
  select 'column ' || table_name || ' ' || column_name || ' ' || data_type || ' ' || is_nullable || ' '
      || coalesce(column_default, '') || ' ' || coalesce(collation_name, '') || ' ' || is_identity as text
    from information_schema.columns where table_schema = 'public'
  union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
  union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'f')
  union all select 'function ' || pg_get_functiondef(p.oid) from pg_proc as p
    join pg_language as l on l.oid = p.prolang
    where p.pronamespace = 'public'::regnamespace and l.lanname = 'plpgsql'
  union all select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select 'options ' || relname || ' ' || reloptions::text from pg_class
    where reloptions is not null and relnamespace = 'public'::regnamespace`;
