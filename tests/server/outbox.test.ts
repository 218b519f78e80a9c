import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { DecisionResult } from "../../lib/contract/api/decisions.ts";
import { STATUSES } from "../../lib/contract/platform/vocabulary.ts";
import type { Decision, SetDecision } from "../../lib/item-fields/decision.ts";
import {
  createDecisionLog,
  createDecisionOutbox,
  type DecisionOutbox,
} from "../../lib/outbox/decision-outbox.ts";
import {
  afterDecision,
  afterRedo,
  afterUndo,
  EMPTY_UNDO_STACK,
} from "../../lib/outbox/undo-stack.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { createDecisions } from "../../lib/store/write/decisions.ts";
import { anyEngine, openTestStore, type TestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/ledger.ts";
import { memoryStorage, statusesAfter, tabLock } from "../support/outbox.ts";
import { rounds } from "../support/rounds.ts";

const PROJECT = "docs";
const ANA = { id: "ana", name: "Ana" };
const ITEMS = ["a", "b", "c"];

const step = fc.record({
  tab: fc.nat(1),
  items: fc.subarray(ITEMS, { minLength: 1 }),
  status: fc.constantFrom(...STATUSES),
  undo: fc.boolean(),
  redo: fc.boolean(),
  reload: fc.boolean(),
});

const behavior = fc.constantFrom("ok", "ok", "lost request", "lost response", "restart");

describe.each(anyEngine)("an outbox and the store ($name)", (engine) => {
  let database: TestDatabase<StoreSchema>;

  beforeAll(async () => {
    database = await openTestStore(engine, "outbox");
  });
  afterAll(() => database.close());

  const reset = async () => {
    for (const table of ["feedback_state", "feedback_event", "decision", "feedback"] as const) {
      await database.query.deleteFrom(table).execute();
    }
    await mirrored(
      database,
      PROJECT,
      ITEMS.map((id) => ({ id })),
    );
  };
  const openServer = () =>
    createDecisions({ database, clock: { now: () => Date.now() }, statusWrites: null });
  const storedStatuses = async () => {
    const rows = await database.query
      .selectFrom("feedback")
      .select(["id", "team_status"])
      .execute();
    return Object.fromEntries(rows.map(({ id, team_status }) => [id, team_status]));
  };

  test("end as the person saw it, whatever is lost, reloaded, or restarted", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 15 }),
        fc.infiniteStream(behavior),
        async (steps, network) => {
          await reset();
          let server = openServer();
          const send = async (decisions: readonly Decision[]): Promise<DecisionResult[]> => {
            const now = network.next().value;
            if (now === "lost request") throw new Error("lost");
            if (now === "restart") server = openServer();
            const results = await server.apply(PROJECT, decisions.map(received), ANA);
            if (now === "lost response") throw new Error("lost");
            return results;
          };
          const made = decide(steps, send);
          await vi.waitFor(() => expect(made.isSaved()).toBe(true), { timeout: 120_000 });
          const seen = statusesAfter(made.decisions);
          const expected = ITEMS.map((id) => [id, seen.get(id) ?? "pending"]);
          expect(await storedStatuses()).toEqual(Object.fromEntries(expected));
        },
      ),
      rounds(15),
    );
  });
});

interface Step {
  tab: number;
  items: string[];
  status: (typeof STATUSES)[number];
  undo: boolean;
  redo: boolean;
  reload: boolean;
}

/** Takes the steps in two tabs of one browser, without waiting for the server. */
function decide(
  steps: readonly Step[],
  send: (decisions: readonly Decision[]) => Promise<DecisionResult[]>,
) {
  const storage = memoryStorage();
  const exclusive = tabLock();
  const openTab = (): DecisionOutbox =>
    createDecisionOutbox({
      log: createDecisionLog(storage, ANA.id, PROJECT),
      send,
      exclusive,
      now: Date.now,
      failureOf: () => "unreachable",
      delay: async () => undefined,
      onSettled: () => undefined,
    });
  const tabs = [0, 1].map(() => ({ outbox: openTab(), stack: EMPTY_UNDO_STACK }));
  const decisions: Decision[] = [];
  for (const [index, { tab: which, reload, ...step }] of steps.entries()) {
    const tab = tabs[which];
    if (!tab) continue;
    // The undo stack of a tab survives a reload, its outbox starts again.
    if (reload) tab.outbox = openTab();
    const id = `decision-${index}`;
    const last = tab.stack.undo.at(-1);
    const undone = step.redo ? tab.stack.redo.at(-1) : undefined;
    if (step.undo && last) {
      tab.stack = afterUndo(tab.stack);
      const { previous } = last;
      decisions.push({ kind: "undo", id, of: last.decision.id, previous, madeAt: index });
    } else {
      const wanted = undone?.decision ?? {
        kind: "set" as const,
        status: step.status,
        ids: step.items,
      };
      if (wanted.kind !== "set") throw new Error("This test only sets statuses.");
      const seen = statusesAfter(decisions);
      const before = wanted.ids.map((item) => [item, seen.get(item) ?? "pending"] as const);
      // The inbox makes no decision about items that have the status.
      const previous = Object.fromEntries(before.filter(([, known]) => known !== wanted.status));
      const ids = Object.keys(previous);
      if (ids.length === 0) {
        if (undone) tab.stack = afterRedo(tab.stack, null);
        continue;
      }
      const redoes = undone?.decision.id;
      const { status } = wanted;
      const decision: SetDecision = { kind: "set", id, ids, status, redoes, madeAt: index };
      const made = { decision, previous, count: ids.length };
      tab.stack = undone ? afterRedo(tab.stack, made) : afterDecision(tab.stack, made);
      decisions.push(decision);
    }
    const made = decisions.at(-1);
    if (made) tab.outbox.add(made);
  }
  const isSaved = () => {
    for (const { outbox } of tabs) outbox.flush();
    return createDecisionLog(storage, ANA.id, PROJECT).list().length === 0;
  };
  return { decisions, isSaved };
}

function received(decision: Decision) {
  const age = 0;
  if (decision.kind === "undo")
    return { kind: decision.kind, id: decision.id, age, of: decision.of };
  const { madeAt: _, ...set } = decision;
  return { ...set, age };
}
