import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { STATUSES } from "../../lib/contract/platform/vocabulary.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { createDecisions } from "../../lib/store/write/decisions.ts";
import { anyEngine, openTestStore, type TestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/ledger.ts";
import { rounds } from "../support/rounds.ts";

const PROJECT = "docs";
const ANA = { id: "ana", name: "Ana" };

/** What happens to one item, at a random time each. */
type Happening = { at: number } & (
  | { kind: "platform"; status: (typeof STATUSES)[number] }
  /** Requested at `at`, answered and stored `delay` later with the status as of `delay - 1`. */
  | { kind: "reading"; delay: number }
  /** Made at `at`, received `delay` later. */
  | { kind: "decision"; status: (typeof STATUSES)[number]; delay: number }
);

const at = fc.integer({ min: 10, max: 400 });
const delay = fc.integer({ min: 0, max: 60 });
const status = fc.constantFrom(...STATUSES);
const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({ kind: fc.constant("platform" as const), at, status }),
  fc.record({ kind: fc.constant("reading" as const), at, delay }),
  fc.record({ kind: fc.constant("decision" as const), at, status, delay }),
);

describe.each(anyEngine)("the team's and the platform's status ($name)", (engine) => {
  let database: TestDatabase<StoreSchema>;
  let now = 0;
  let counter = 0;

  beforeAll(async () => {
    database = await openTestStore(engine, "drift");
  });
  afterAll(() => database.close());

  const reset = async () => {
    for (const table of ["feedback_state", "feedback_event", "decision", "feedback"] as const) {
      await database.query.deleteFrom(table).execute();
    }
    await mirrored(database, PROJECT, [{ id: "a" }], 0);
  };

  test("in any order of changes, decisions, and readings, no decision is lost to an older change", async () => {
    const decisions = createDecisions({ database, clock: { now: () => now }, statusWrites: null });
    const random = fc.uniqueArray(happening, { selector: (one) => one.at, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(random, async (given) => {
        await reset();
        const platform = given
          .filter((one) => one.kind === "platform")
          .toSorted((a, b) => a.at - b.at);
        const platformAt = (time: number) =>
          platform.findLast((change) => change.at <= time)?.status ?? "pending";
        /** When the platform last changed to the status it has at `time`. */
        const changedAt = (time: number) => {
          const changes = platform.filter((change) => change.at <= time);
          const last = changes.findLastIndex(
            (change, index) => change.status !== (changes[index - 1]?.status ?? "pending"),
          );
          return changes[last]?.at ?? 0;
        };
        const arrivals = given
          .filter((one) => one.kind !== "platform")
          .map((one) => ({ ...one, arrives: one.at + one.delay }))
          .toSorted((a, b) => a.arrives - b.arrives);
        let decided: { at: number; status: string } | null = null;
        for (const arrival of arrivals) {
          now = arrival.arrives;
          if (arrival.kind === "reading") {
            const shown = platformAt(Math.max(arrival.at, arrival.arrives - 1));
            await mirrored(database, PROJECT, [{ id: "a", status: shown }], arrival.at);
          } else {
            counter += 1;
            const id = `decision-${counter}`;
            const made = { kind: "set" as const, id, age: arrival.delay, ids: ["a"] };
            const [result] = await decisions.apply(
              PROJECT,
              [{ ...made, status: arrival.status }],
              ANA,
            );
            if (result?.outcome === "applied" && result.changed === 1) decided = arrival;
          }
          const item = await database.query
            .selectFrom("feedback")
            .select(["team_status", "platform_status", "observed_at"])
            .executeTakeFirstOrThrow();
          const state = await database.query
            .selectFrom("feedback_state")
            .select(["status", "set_at"])
            .executeTakeFirst();
          // Without a decision, the platform's status counts.
          expect(item.team_status).toBe(state?.status ?? item.platform_status);
          if (!state && decided) {
            // A decision only ends for a change that happened after it.
            expect(changedAt(now)).toBeGreaterThanOrEqual(decided.at);
            decided = null;
          }
        }
      }),
      rounds(40),
    );
  });

  test("a change read twice after the decision replaces it, and one read once stands beside it", async () => {
    await reset();
    const decisions = createDecisions({ database, clock: { now: () => now }, statusWrites: null });
    const decide = () => {
      counter += 1;
      const id = `decision-${counter}`;
      const set = { kind: "set" as const, id, age: 0, ids: ["a"], status: "dismissed" as const };
      return decisions.apply(PROJECT, [set], ANA);
    };
    const statuses = () =>
      database.query
        .selectFrom("feedback")
        .select(["team_status", "platform_status"])
        .executeTakeFirstOrThrow();
    now = 100;
    await decide();
    await mirrored(database, PROJECT, [{ id: "a", status: "resolved" }], 110);
    expect(await statuses()).toEqual({ team_status: "dismissed", platform_status: "resolved" });
    await mirrored(database, PROJECT, [{ id: "a", status: "pending" }], 120);
    expect(await statuses()).toEqual({ team_status: "pending", platform_status: "pending" });
  });
});
