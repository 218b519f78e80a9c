import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DAY } from "../../lib/contract/platform/vocabulary.ts";
import { formatDaySpan } from "../../lib/filters/day-span.ts";
import { NO_FILTERS, type ResolvedFilters } from "../../lib/filters/feedback-filters.ts";
import { quickCount } from "../../lib/store/counts/quick-count.ts";
import { removeItems } from "../../lib/store/deletion/remove-items.ts";
import { createFeedbackStore } from "../../lib/store/feedback-store.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { createDecisions } from "../../lib/store/write/decisions.ts";
import { upsertFeedback } from "../../lib/store/write/write.ts";
import { lockFeedbackWrites } from "../../lib/store/write/write-lock.ts";
import { engines, openTestStore, type TestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";

/** A Friday. */
const NOW_TEXT = "2026-11-20T12:00:00.000Z";
const NOW = Date.parse(NOW_TEXT);
const HOUR = 3_600_000;
const ADA = { id: "ada", name: "Ada" };

const ITEMS = [
  { id: "fb_1", helpful: true, days: 0 },
  { id: "fb_2", helpful: false, days: 0, source: "agent" },
  { id: "fb_3", helpful: false, days: 2, status: "dismissed" },
  { id: "fb_4", days: 100 },
  { id: "fb_5", days: null },
];

describe.each(engines)("insights ($name)", (engine) => {
  let store: TestDatabase<StoreSchema>;
  let now = NOW;
  beforeAll(async () => {
    store = await openTestStore(engine, "insights");
    const entries = ITEMS.map(({ days, ...item }) => {
      const createdAt = days === null ? null : new Date(NOW - days * DAY).toISOString();
      return mirrored({ ...item, createdAt });
    });
    await store.query.transaction().execute((trx) => upsertFeedback(trx, "docs", entries, NOW));
  });
  afterAll(() => store.close());

  const insights = (dates: { dateFrom?: string; dateTo?: string } = {}) =>
    createFeedbackStore(store).insights("docs", { ...NO_FILTERS, ...dates }, now);
  const recent = () => insights({ dateFrom: "2026-11-18", dateTo: "2026-11-22" });
  /** The items that the list and the counts find, in the order of their IDs. */
  const idsOf = async (filters: Partial<ResolvedFilters>) => {
    const feedback = createFeedbackStore(store);
    const wanted = { ...NO_FILTERS, ...filters };
    const page = { limit: 10, cursor: null };
    const ids = (await feedback.page("docs", wanted, page)).feedback.map(({ id }) => id).sort();
    expect((await feedback.facets("docs", wanted)).total).toBe(ids.length);
    expect(await quickCount(store, "docs", wanted, ITEMS.length - 1)).toBe(ids.length);
    return ids;
  };
  const kindsOf = async (id: string) => {
    const events = store.query.selectFrom("feedback_event").where("feedback_id", "=", id);
    return (await events.select("kind").orderBy("id").execute()).map(({ kind }) => kind);
  };
  const decide = async (at: number, decision: Record<string, unknown>) => {
    now = at;
    const decisions = createDecisions({
      database: store,
      clock: { now: () => now },
      statusWrites: null,
      isActivePerson: async () => true,
    });
    const made = { kind: "set", age: 0, ...decision } as never;
    const [result] = await decisions.apply("docs", [made], ADA);
    expect(result).toMatchObject({ outcome: "applied" });
  };

  test("count items by day, with empty days, and votes with their interval", async () => {
    const { unit, periods, total, undated } = await recent();
    expect([unit, undated]).toEqual(["day", 0]);
    expect(periods.map(({ from, to, total: items }) => [from, to, items])).toEqual([
      ["2026-11-18", "2026-11-19", 1],
      ["2026-11-19", "2026-11-20", 0],
      ["2026-11-20", "2026-11-21", 2],
      ["2026-11-21", "2026-11-22", 0],
    ]);
    expect(total.source).toEqual({ contextual: 2, agent: 1 });
    expect(total.helpful).toMatchObject({ part: 1, whole: 3 });
    expect(total.helpful.low).toBeCloseTo(0.061, 2);
    expect(total.helpful.high).toBeCloseTo(0.792, 2);
    expect(total.actionable).toMatchObject({ part: 0, whole: 1 });
    expect(periods[1]?.helpful).toEqual({ part: 0, whole: 0, low: null, high: null });
  });

  test("count by week in a longer range, which ends with the newest item", async () => {
    const { unit, periods, undated } = await insights();
    expect([unit, undated]).toEqual(["week", 1]);
    expect([periods[0]?.from, periods[0]?.to]).toEqual(["2026-08-12", "2026-08-17"]);
    expect([periods.at(-1)?.from, periods.at(-1)?.to]).toEqual(["2026-11-16", "2026-11-21"]);
    expect(periods.map(({ total }) => total).filter((total) => total > 0)).toEqual([1, 3]);
  });

  test("say how long items waited, without decisions that were undone", async () => {
    await decide(NOW + HOUR, { id: "decision-1", ids: ["fb_1", "fb_2"], status: "in_progress" });
    await decide(NOW + 9 * HOUR, { id: "decision-2", ids: ["fb_2"], status: "resolved" });
    const { total, periods } = await recent();
    const { decision, resolution } = total;
    expect([decision.items, resolution.items]).toEqual([2, 1]);
    expect(Math.abs((decision.median ?? 0) / HOUR - 1)).toBeLessThan(0.06);
    expect(Math.abs((resolution.p90 ?? 0) / HOUR - 9)).toBeLessThan(0.5);
    // Dismissed on the platform since its last reading, perhaps before the team resolved it.
    const dismissed = [mirrored({ ...ITEMS[1], createdAt: NOW_TEXT, status: "dismissed" })];
    await store.query
      .transaction()
      .execute((trx) => upsertFeedback(trx, "docs", dismissed, NOW + 9.5 * HOUR));
    expect(await kindsOf("fb_2")).toEqual(["set", "set", "kept"]);
    expect((await recent()).total.resolution.items).toBe(1);
    const days = periods.map((period) => formatDaySpan(period));
    const found = await Promise.all(days.map((decidedOn) => idsOf({ decidedOn })));
    expect(found).toEqual([[], [], ["fb_1", "fb_2"], []]);
    expect(await idsOf({ resolvedOn: "2026-11-18..2026-11-22" })).toEqual(["fb_2"]);
    expect(await idsOf({ resolvedOn: "2026-11-21..2026-11-22" })).toEqual([]);

    await decide(NOW + 10 * HOUR, { kind: "undo", id: "decision-3", of: "decision-1" });
    await decide(NOW + 20 * HOUR, { id: "decision-4", ids: ["fb_1"], status: "dismissed" });
    await decide(NOW + 20 * HOUR, { id: "decision-5", ids: ["fb_2"], status: "pending" });
    const later = await recent();
    expect(await idsOf({ decidedOn: "2026-11-21..2026-11-22" })).toEqual(["fb_1"]);
    expect([later.total.decision.items, later.total.resolution.items]).toEqual([1, 0]);
    expect(Math.abs((later.total.decision.median ?? 0) / HOUR - 20)).toBeLessThan(1.2);
    expect(later.periods.map(({ decision: { items } }) => items)).toEqual([0, 0, 0, 1]);
  });

  test("have any number of days", async () => {
    await sql`insert into wait_time_day (project_id, day, measure, bucket, items)
      with recursive days (day) as (select 1 union all select day + 1 from days where day < 150000)
      select 'many', day, 'decision', 1, 1 from days`.execute(store.query);
    const many = await createFeedbackStore(store).insights("many", NO_FILTERS, now);
    expect(many).toMatchObject({ unit: "month", total: { decision: { items: 150_000 } } });
  });

  test("have the open items of each person", async () => {
    const assigned = { kind: "assign", id: "decision-6", ids: ["fb_1", "fb_2"], assignee: "ada" };
    await decide(NOW + 21 * HOUR, assigned);
    expect((await insights()).workload).toEqual([{ person: "ada", pending: 1, inProgress: 0 }]);
  });

  test("compare the complaints about a merged job's pages", async () => {
    const job = { id: "job_1", project_id: "docs", intent_key: "key", state: "sent" as const };
    const mergedAt = NOW - DAY;
    await store.query
      .insertInto("job")
      .values({ ...job, ...NO_JOB, pr_state: "merged", pr_checked_at: mergedAt })
      .execute();
    const linked = { project_id: "docs", job_id: "job_1", feedback_id: "fb_2" };
    await store.query.insertInto("job_feedback").values(linked).execute();
    now = NOW + DAY;
    expect((await recent()).merged).toEqual([
      {
        id: "job_1",
        title: "Fix the token example",
        mergedAt,
        pages: ["/guides/auth"],
        before: 1,
        after: 1,
        daysAfter: 2,
        recurrences: 0,
        recurrenceId: null,
      },
    ]);
    // What the job resolved is reported again; the other item is older than the merge.
    const member = { project_id: "docs", group_id: "group", is_recurrence: 1 };
    await store.query
      .insertInto("feedback_group_member")
      .values([
        { ...member, feedback_id: "fb_2", sort_at: mergedAt - DAY, is_recurrence: 0 },
        { ...member, feedback_id: "fb_3", sort_at: mergedAt - 1 },
        { ...member, feedback_id: "fb_1", sort_at: mergedAt + 1 },
      ])
      .execute();
    expect((await recent()).merged).toMatchObject([{ recurrences: 1, recurrenceId: "fb_1" }]);
    expect((await insights({ dateTo: "2026-11-01" })).merged).toEqual([]);
  });

  test("forget items that are removed", async () => {
    await store.query.transaction().execute(async (trx) => {
      await lockFeedbackWrites(trx, "docs");
      await removeItems(trx, "docs", ["fb_1", "fb_2"]);
    });
    const { total, workload } = await recent();
    expect([total.total, total.decision.items, workload]).toEqual([1, 0, []]);
  });
});

const NO_JOB = {
  platform_status: "completed",
  prompt: "Fix the token example",
  created_at: NOW - 3 * DAY,
  began_at: NOW - 3 * DAY,
};
