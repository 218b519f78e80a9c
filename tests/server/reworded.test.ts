import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { NO_FILTERS } from "../../lib/filters/feedback-filters.ts";
import { createFeedbackStore, type FeedbackStore } from "../../lib/store/feedback-store.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { createDecisions } from "../../lib/store/write/decisions.ts";
import { createTriage, type Triage } from "../../lib/store/write/triage.ts";
import { engines, openTestStore, type TestDatabase } from "../support/databases.ts";
import { forgetJobs, mirrored } from "../support/ledger.ts";

const PROJECT = "docs";
const ANA = { id: "ana", name: "Ana" };
const VOTE = { id: "a", helpful: false };

describe.each(engines)("an item whose reader adds to it after a decision ($name)", (engine) => {
  let database: TestDatabase<StoreSchema>;
  let feedback: FeedbackStore;
  let triage: Triage;
  let now: number;
  const clock = { now: () => now };

  beforeAll(async () => {
    database = await openTestStore(engine, "reworded");
    feedback = createFeedbackStore(database);
    triage = createTriage({ database, clock, statusWrites: null });
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await forgetJobs(database);
    await database.query.deleteFrom("feedback").execute();
    now = 1_000_000;
    await receive(VOTE);
  });

  const receive = (fields: { id: string } & Record<string, unknown>) => {
    now += 1_000;
    return mirrored(database, PROJECT, [fields], now);
  };
  const dismiss = async () => {
    now += 1_000;
    return triage.setStatus(PROJECT, ["a"], "dismissed", ANA);
  };
  const state = async () => {
    const { status, changedSince, history } = await feedback.detail(PROJECT, "a");
    const page = await feedback.page(PROJECT, NO_FILTERS, { limit: 9, cursor: null });
    expect(page.feedback.map((row) => row.changedSince)).toEqual([changedSince]);
    return { status, changedSince, texts: history.at(-1)?.texts };
  };

  test("is pending again, with both texts in its history", async () => {
    await dismiss();
    await receive({ ...VOTE, comment: "Step 3 fails" });
    const said = { code: null, helpful: false, reasons: [] };
    expect(await state()).toEqual({
      status: "pending",
      changedSince: "dismissed",
      texts: { before: { ...said, comment: null }, after: { ...said, comment: "Step 3 fails" } },
    });
    now += 1_000;
    const { undo } = await triage.setStatus(PROJECT, ["a"], "resolved", ANA);
    expect(await state()).toMatchObject({ status: "resolved", changedSince: undefined });
    await triage.undo(PROJECT, undo ?? "");
    expect(await state()).toMatchObject({ status: "pending", changedSince: "dismissed" });
  });

  test("stays decided if nothing that a person reads was added", async () => {
    await receive({ ...VOTE, comment: "Step 3 fails. Write to ada@example.com" });
    await dismiss();
    for (const fields of [
      { comment: "Step 3 fails. Write to ada@example.com" },
      { comment: "Step 3 fails. Write to ada@example.com", userAgent: "another" },
      { comment: "  Step 3 fails. Write to ada@example.com\n" },
      { comment: "Step 3 fails. Write to [removed]" },
      { comment: null },
    ]) {
      await receive({ ...VOTE, ...fields });
      expect(await state(), JSON.stringify(fields)).toMatchObject({ status: "dismissed" });
    }
  });

  test("stays decided if an older file brings back what it said before, and not if the text is new", async () => {
    const [first, second] = [{ comment: "Step 3 fails" }, { comment: "Step 3 and 4 fail" }];
    await receive({ ...VOTE, ...first });
    // While the item is pending, its history keeps a text that is replaced.
    await receive({ ...VOTE, ...second });
    expect(await state()).toMatchObject({
      status: "pending",
      changedSince: undefined,
      texts: { before: first, after: second },
    });
    await dismiss();
    const dismissed = await feedback.detail(PROJECT, "a");
    for (const fields of [first, second, { comment: null }, first, {}, second]) {
      await receive({ ...VOTE, ...fields });
      expect(await state(), JSON.stringify(fields)).toMatchObject({ status: "dismissed" });
    }
    expect((await feedback.detail(PROJECT, "a")).history).toEqual(dismissed.history);
    await receive({ ...VOTE, ...first, code: "relay serve" });
    expect(await state()).toMatchObject({
      status: "pending",
      changedSince: "dismissed",
      texts: { before: second, after: { ...first, code: "relay serve" } },
    });
    await dismiss();
    for (const fields of [second, { ...first, code: "relay serve" }]) {
      await receive({ ...VOTE, ...fields });
      expect(await state(), JSON.stringify(fields)).toMatchObject({ status: "dismissed" });
    }
    await receive({ ...VOTE, ...second, helpful: true });
    expect(await state()).toMatchObject({ status: "pending" });
  });

  test("keeps each replaced text once in its history", async () => {
    for (const comment of ["One", "Two", "One", "Two", "Three", null, "One"])
      await receive({ ...VOTE, comment });
    const { history } = await feedback.detail(PROJECT, "a");
    expect(history.map(({ kind, texts }) => [kind, texts?.before.comment])).toEqual([
      ["kept", "One"],
      ["kept", "Three"],
    ]);
  });

  test.each([{ helpful: true }, { code: "relay serve" }])("comes back for %j", async (fields) => {
    await dismiss();
    await receive({ ...VOTE, ...fields });
    expect(await state()).toMatchObject({ status: "pending", changedSince: "dismissed" });
  });

  test("isn't closed by a decision about the earlier text that arrives later", async () => {
    const madeAt = now;
    await receive({ ...VOTE, comment: "Step 3 fails" });
    now += 1_000;
    const decisions = createDecisions({ database, clock, statusWrites: null });
    const decided = { kind: "set", id: "decision-of-ana", status: "dismissed" } as const;
    const decision = { ...decided, ids: ["a"] };
    const [result] = await decisions.apply(PROJECT, [{ ...decision, age: now - madeAt }], ANA);
    expect(result).toMatchObject({ outcome: "applied" });
    expect(await state()).toMatchObject({ status: "pending" });
    const later = { ...decision, id: "decision-of-ana-2", age: 0 };
    await decisions.apply(PROJECT, [later], ANA);
    expect(await state()).toMatchObject({ status: "dismissed" });
  });
});
