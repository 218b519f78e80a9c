import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { HOUR } from "../../lib/contract/platform/vocabulary.ts";
import { type Database, openDatabase } from "../../lib/database/open.ts";
import { BudgetExhausted } from "../../lib/errors.ts";
import { createRequestBudget, type RequestBudget } from "../../lib/platform-client/budget.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { anyEngine, openTestStore, type TestDatabase } from "../support/databases.ts";

describe.each(anyEngine)("the request budget on $name", ({ name }) => {
  let database: TestDatabase<StoreSchema>;
  let other: Database<StoreSchema>;
  let now: number;
  let budget: RequestBudget;

  const budgetOf = (store: Database<StoreSchema>) =>
    createRequestBudget({
      database: store,
      clock: { now: () => now },
      allowance: () => ({ limit: 30, reserve: 10 }),
    });

  beforeEach(async () => {
    now = Date.UTC(2026, 10, 2, 12);
    database = await openTestStore(name, "budget");
    other = openDatabase(database.location);
    budget = budgetOf(database);
  });

  afterEach(async () => {
    await other.close();
    await database.close();
  });

  test("is exact when two processes use it at the same time", async () => {
    const holders = [budget, budgetOf(other)];
    const asked = Array.from({ length: 30 }, (_, turn) => holders[turn % 2]?.spend("export"));
    const outcomes = await Promise.allSettled(asked);
    const rejected = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(outcomes.length - rejected.length).toBe(20);
    for (const { reason } of rejected) expect(reason).toBeInstanceOf(BudgetExhausted);
    expect(await budget.status("export")).toMatchObject({ used: 20, remaining: 0, limit: 30 });
    expect((await budget.status("jobs:docs")).used).toBe(0);
  });

  test("slides: a request counts for an hour after it was sent", async () => {
    const start = now;
    for (let minute = 0; minute < 20; minute += 1) {
      now = start + minute * 60_000;
      await budget.spend("export");
    }
    await expect(budget.spend("export")).rejects.toMatchObject({ retryAfter: 41 * 60_000 });
    expect((await budget.status("export")).resetsAt).toBe(start + HOUR);

    now = start + HOUR - 1;
    await expect(budget.spend("export")).rejects.toMatchObject({ retryAfter: 1 });
    now = start + HOUR;
    await budget.spend("export");
    await expect(budget.spend("export")).rejects.toMatchObject({ retryAfter: 60_000 });

    now = start + 3 * HOUR;
    await budget.spend("export");
    const kept = await database.query.selectFrom("platform_request").selectAll().execute();
    expect(kept).toHaveLength(1);
  });

  test("allows nothing during a pause, which is never shortened", async () => {
    await budget.pause("export", now + 120_000);
    await budget.pause("export", now + 60_000);
    await expect(budget.spend("export")).rejects.toMatchObject({ retryAfter: 120_000 });
    expect(await budget.status("export")).toMatchObject({ used: 0, pausedUntil: now + 120_000 });
    await budget.spend("jobs:docs");
    now += 120_000;
    await budget.spend("export");
    expect((await budget.status("export")).pausedUntil).toBeNull();
  });

  test("allows nothing when all requests are reserved, and says when to try again", async () => {
    const paused = createRequestBudget({
      database,
      clock: { now: () => now },
      allowance: () => ({ limit: 30, reserve: 30 }),
    });
    await expect(paused.spend("export")).rejects.toMatchObject({ retryAfter: HOUR });
    expect(await paused.status("export")).toMatchObject({ used: 0, remaining: 0, resetsAt: null });
  });

  test("limits a share, and leaves the remaining requests to the others", async () => {
    const share = { name: "background", limit: 5 };
    for (let turn = 0; turn < 5; turn += 1) await budget.spend("export", share);
    now += 60_000;
    const overLimit = budget.spend("export", share);
    await expect(overLimit).rejects.toMatchObject({ retryAfter: HOUR - 60_000 });
    expect((await budget.status("export")).used).toBe(5);
    for (let turn = 0; turn < 15; turn += 1) await budget.spend("export");
    await expect(budget.spend("export")).rejects.toThrow("limit of 20 requests");
  });

  test("counts consecutive rate limits across processes until a success", async () => {
    expect(await budget.recordRateLimit("export")).toBe(1);
    expect(await budgetOf(other).recordRateLimit("export")).toBe(2);
    expect(await budgetOf(other).spend("export")).toEqual({ rateLimits: 2 });
    await budget.recordSuccess("export");
    expect(await budget.spend("export")).toEqual({ rateLimits: 0 });
    expect(await budget.recordRateLimit("export")).toBe(1);
  });
});
