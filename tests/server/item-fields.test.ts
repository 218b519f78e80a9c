import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ReceivedDecision } from "../../lib/contract/api/decisions.ts";
import type { FieldName } from "../../lib/contract/api/item-fields.ts";
import { ITEM_FIELDS } from "../../lib/contract/api/item-fields.ts";
import type { Change } from "../../lib/item-fields/decision.ts";
import { createFeedbackStore } from "../../lib/store/feedback-store.ts";
import { projectHistory } from "../../lib/store/reports/project-history.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { createSettingsStore } from "../../lib/store/settings.ts";
import { createDecisions } from "../../lib/store/write/decisions.ts";
import { upsertFeedback } from "../../lib/store/write/write.ts";
import { engines, openTestStore, type TestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";

const ANA = { id: "ana", name: "Sam" };
/** Has the same name. */
const BEA = { id: "bea", name: "Sam" };

/** What people set of each field, and what someone else sets instead, if there is something else. */
const CHANGES: Record<FieldName, [Change, Change?]> = {
  status: [
    { kind: "set", status: "resolved" },
    { kind: "set", status: "pending" },
  ],
  assignee: [
    { kind: "assign", assignee: ANA.id },
    { kind: "assign", assignee: BEA.id },
  ],
  label: [
    { kind: "label", label: "urgent", on: true },
    { kind: "label", label: "urgent", on: false },
  ],
  dismissal: [
    { kind: "dismissal", reason: "spam" },
    { kind: "dismissal", reason: "duplicate" },
  ],
  snooze: [
    { kind: "snooze", until: "2026-12-24T00:00:00.000Z" },
    { kind: "snooze", until: "reported" },
  ],
  noise: [{ kind: "restore" }],
  group: [
    { kind: "group", with: "other" },
    { kind: "group", with: null },
  ],
  notSimilar: [{ kind: "separate", from: "other" }],
};

describe.each(engines)("what people set on items ($name)", (engine) => {
  let database: TestDatabase<StoreSchema>;
  let now = Date.parse("2026-11-20T12:00:00Z");
  let decisions = 0;
  beforeEach(async () => {
    database = await openTestStore(engine, "item-fields");
    const entries = ["a", "b", "other"].map((id) =>
      mirrored({ id, comment: "asdf asdf", status: "dismissed" }),
    );
    await database.query.transaction().execute((trx) => upsertFeedback(trx, "docs", entries, 1));
    const settings = createSettingsStore({ database, clock: { now: () => now } });
    const labels = [{ id: "urgent", name: "Urgent", color: "red" as const }];
    await settings.change("docs", { labels });
  });
  afterEach(() => database.close());

  const decide = async (
    by: typeof ANA,
    made:
      | (Change & { ids: string[]; redoes?: string; age?: number })
      | { kind: "undo"; of: string },
  ) => {
    now += 1;
    decisions += 1;
    const id = `decision-${decisions}`;
    const { apply } = createDecisions({
      database,
      clock: { now: () => now },
      statusWrites: null,
      isActivePerson: async () => true,
    });
    const decision = { age: 0, ...made, id } as ReceivedDecision;
    const [result] = await apply("docs", [decision], by);
    return { id, result };
  };
  const values = async () => {
    const feedback = createFeedbackStore(database);
    const details = await Promise.all(["a", "b"].map((id) => feedback.detail("docs", id)));
    const [groups, others] = await Promise.all([
      database.query.selectFrom("feedback_group_member").select(["feedback_id"]).execute(),
      database.query.selectFrom("feedback_not_similar").selectAll().execute(),
    ]);
    const known = details.map(({ status, assignee, labels, dismissedFor, snoozedUntil, noise }) => [
      ...[status, assignee, labels, dismissedFor, snoozedUntil, noise],
    ]);
    return { known, groups: groups.length, others: others.length };
  };
  const undoable = async () => {
    const { events } = await projectHistory(database, "docs", { person: null, before: null });
    return events[0]?.undoable;
  };

  test.each(ITEM_FIELDS)("is undone, redone, and in the history: %s", async (field) => {
    const [change] = CHANGES[field];
    const before = await values();
    const made = await decide(ANA, { ...change, ids: ["a", "b"] });
    expect(made.result).toMatchObject({ skipped: 0 });
    const after = await values();
    expect(after).not.toEqual(before);
    expect(await undoable()).toBeGreaterThanOrEqual(2);
    // Nothing is left to set.
    const again = await decide(ANA, { ...change, ids: ["a", "b"] });
    expect(again.result).toMatchObject({ changed: 0, skipped: 0 });
    expect(await values()).toEqual(after);
    await decide(BEA, { kind: "undo", of: made.id });
    expect(await values()).toEqual(before);
    const redone = await decide(ANA, { ...change, ids: ["a", "b"], redoes: made.id });
    expect(redone.result).toMatchObject({ skipped: 0 });
    expect(await values()).toEqual(after);
    await decide(ANA, { kind: "undo", of: redone.id });
    expect(await values()).toEqual(before);
  });

  const replaced = ITEM_FIELDS.filter((field) => CHANGES[field][1] !== undefined);
  test.each(replaced)("stays as a namesake left it later: %s", async (field) => {
    const [change, other] = CHANGES[field];
    if (!other) return;
    const first = await decide(ANA, { ...change, ids: ["a", "b"] });
    now += 20_000;
    await decide(BEA, { ...other, ids: ["b"] });
    const after = await values();
    // Made ten seconds before that, and sent now.
    const late = await decide(ANA, { ...change, ids: ["b"], age: 10_000 });
    expect(late.result).toMatchObject({ changed: 0, skippedIds: ["b"] });
    expect(await values()).toEqual(after);
    const undone = await decide(ANA, { kind: "undo", of: first.id });
    expect(undone.result).toMatchObject({ skippedIds: expect.arrayContaining(["b"]) });
    // Someone else has had "a" since.
    await decide(BEA, { ...change, ids: ["a"] });
    await decide(BEA, { ...other, ids: ["a"] });
    const redone = await decide(ANA, { ...change, ids: ["a"], redoes: first.id });
    expect(redone.result).toMatchObject({ changed: 0, skippedIds: ["a"] });
  });
});
