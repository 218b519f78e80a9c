import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { HOUR } from "../../lib/contract/platform/vocabulary.ts";
import { type Database, openDatabase } from "../../lib/database/open.ts";
import { BudgetExhausted } from "../../lib/errors.ts";
import { openStore } from "../../lib/store/open.ts";
import type { StoreSchema } from "../../lib/store/schema.ts";
import { createRequestBudget, type StoredBudget } from "../../lib/store/sync/request-budget.ts";
import { engines, openTestDatabase, type TestDatabase } from "../support/databases.ts";

describe.each(engines)("the request budget on $name", ({ name }) => {
  let database: TestDatabase<StoreSchema>;
  let other: Database<StoreSchema>;
  let now: number;
  let budget: StoredBudget;

  const budgetOf = (store: Database<StoreSchema>) =>
    createRequestBudget({
      database: store,
      clock: { now: () => now },
      allowance: () => ({ limit: 30, reserve: 10 }),
    });

  beforeEach(async () => {
    now = Date.UTC(2026, 10, 2, 12);
    database = await openTestDatabase<StoreSchema>(name, "budget");
    await openStore(database);
    other = openDatabase(database.location);
    budget = budgetOf(database);
  });

  afterEach(async () => {
    await other.close();
    await database.close();
  });

  test("is exact when two processes spend it at once", async () => {
    const holders = [budget, budgetOf(other)];
    const asked = Array.from({ length: 60 }, (_, turn) => holders[turn % 2]?.spend("export"));
    const outcomes = await Promise.allSettled(asked);
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(outcomes.length - refused.length).toBe(20);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(BudgetExhausted);
    expect(await budget.status("export")).toMatchObject({ used: 20, remaining: 0, limit: 30 });
    expect((await budget.status("jobs:docs")).used).toBe(0);
  });

  test("slides: a request is free an hour after it was spent, not with the clock's hour", async () => {
    const start = now;
    for (let minute = 0; minute < 20; minute += 1) {
      now = start + minute * 60_000;
      await budget.spend("export");
    }
    await expect(budget.spend("export")).rejects.toMatchObject({ retryAfter: 41 * 60_000 });
    expect((await budget.status("export")).resetsAt).toBe(start + HOUR);

    now = start + HOUR - 1;
    await expect(budget.spend("export")).rejects.toThrow("1 second");
    now = start + HOUR;
    await budget.spend("export");
    await expect(budget.spend("export")).rejects.toMatchObject({ retryAfter: 60_000 });

    now = start + 3 * HOUR;
    await budget.spend("export");
    const kept = await database.query.selectFrom("platform_request").selectAll().execute();
    expect(kept).toHaveLength(1);
  });

  test("spends nothing while the platform asked for a pause, which is never cut short", async () => {
    await budget.pause("export", now + 120_000);
    await budget.pause("export", now + 60_000);
    await expect(budget.spend("export")).rejects.toMatchObject({ retryAfter: 120_000 });
    expect(await budget.status("export")).toMatchObject({ used: 0, pausedUntil: now + 120_000 });
    await budget.spend("jobs:docs");
    now += 120_000;
    await budget.spend("export");
    expect((await budget.status("export")).pausedUntil).toBeNull();
  });

  test("that is all left to others sends nothing and says when to look again", async () => {
    const resting = createRequestBudget({
      database,
      clock: { now: () => now },
      allowance: () => ({ limit: 30, reserve: 30 }),
    });
    await expect(resting.spend("export")).rejects.toMatchObject({ retryAfter: HOUR });
    expect(await resting.status("export")).toMatchObject({ used: 0, remaining: 0, resetsAt: null });
  });

  test("gives a kind of work its share and no more, and the rest all that is left", async () => {
    const sweep = { name: "sweep", most: 5 };
    for (let turn = 0; turn < 5; turn += 1) await budget.spend("export", sweep);
    now += 60_000;
    const spentUp = budget.spend("export", sweep);
    await expect(spentUp).rejects.toMatchObject({ retryAfter: HOUR - 60_000 });
    expect((await budget.status("export")).used).toBe(5);
    for (let turn = 0; turn < 15; turn += 1) await budget.spend("export");
    await expect(budget.spend("export")).rejects.toThrow("20 requests of this hour are spent");
  });

  test("remembers refusals in a row for other processes, until an answer comes", async () => {
    expect(await budget.refuse("export")).toBe(1);
    expect(await budgetOf(other).refuse("export")).toBe(2);
    expect(await budgetOf(other).spend("export")).toEqual({ refusals: 2 });
    await budget.answered("export");
    expect(await budget.spend("export")).toEqual({ refusals: 0 });
    expect(await budget.refuse("export")).toBe(1);
  });
});
