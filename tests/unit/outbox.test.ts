import { QueryClient } from "@tanstack/react-query";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import type { DecisionResult } from "../../lib/contract/api/decisions.ts";
import { decision } from "../../lib/contract/api/decisions.ts";
import type { Status } from "../../lib/contract/platform/vocabulary.ts";
import { NO_FILTERS } from "../../lib/filters/feedback-filters.ts";
import type { CountShift, Decision, SetDecision } from "../../lib/item-fields/decision.ts";
import type { LogStorage } from "../../lib/outbox/browser-log.ts";
import {
  createDecisionLog,
  createDecisionOutbox,
  type DecisionOutboxOptions,
} from "../../lib/outbox/decision-outbox.ts";
import type { SendFailure } from "../../lib/outbox/outbox.ts";
import {
  afterDecision,
  afterRedo,
  afterResult,
  afterUndo,
  EMPTY_UNDO_STACK,
} from "../../lib/outbox/undo-stack.ts";
import { countDeltas, countedValues, withUnsavedCounts } from "../../lib/outbox/unsaved-counts.ts";
import { feedbackFacets } from "../../lib/queries/feedback.ts";
import {
  assigneesAfter,
  labelsAfter,
  memoryStorage,
  noiseAfter,
  reasonsAfter,
  statusesAfter,
  tabLock,
} from "../support/outbox.ts";

const set = (id: string, ids: string[], status: Status, madeAt = 0): SetDecision => ({
  kind: "set",
  id,
  ids,
  status,
  madeAt,
});

class Failure extends Error {
  readonly failure: SendFailure;
  constructor(failure: SendFailure) {
    super(failure);
    this.failure = failure;
  }
}

const applied = (decisions: readonly Decision[]): DecisionResult[] =>
  decisions.map(({ id }) => ({ id, outcome: "applied", changed: 1, skipped: 0 }));

/** Waits that end at once, but not forever: a fault that sends again and again fails its test instead of blocking it. */
function shortWaits(): () => Promise<void> {
  let count = 0;
  return () => {
    count += 1;
    return count > 500 ? new Promise(() => undefined) : Promise.resolve();
  };
}

function openTab(storage: LogStorage | null, options: Partial<DecisionOutboxOptions> = {}) {
  return createDecisionOutbox({
    log: createDecisionLog(storage, "ana", "docs"),
    send: async (decisions) => applied(decisions),
    failureOf: (error) => (error instanceof Failure ? error.failure : "unreachable"),
    now: Date.now,
    exclusive: (work) => work(),
    delay: shortWaits(),
    onSettled: () => undefined,
    ...options,
  });
}

describe("counts with unsaved decisions", () => {
  const counts = {
    total: 10,
    status: { pending: 10, resolved: 4 },
    source: { contextual: 7, agent: 3 },
    helpful: { true: 1, false: 6, none: 3 },
    comment: { true: 8, false: 2 },
    noise: 3,
    snoozed: 2,
    receivedAt: 100,
  };
  const item = { source: "contextual", helpful: false, comment: "Doesn't work" };
  const from = (values: object, before: object, after: object) =>
    [
      { ...values, status: "pending", ...before },
      { ...values, status: "pending", ...after },
    ] satisfies [object, object];
  const resolved = (count: number, values: object = countedValues(item)) =>
    countDeltas(Array.from({ length: count }, () => from(values, {}, { status: "resolved" })));
  const made = (shifts: CountShift[], view = "") =>
    ({ ...set("d1", ["a"], "resolved"), shifts, view }) satisfies Decision;
  const all = { status: null, noise: null };
  const pending = { ...all, status: ["pending"] };

  test("add what isn't confirmed, or was confirmed after they arrived", () => {
    const expected = { total: 7, status: { pending: 7, resolved: 7 } };
    const waiting = made(resolved(3));
    expect(withUnsavedCounts(counts, [waiting], "", pending)).toMatchObject(expected);
    const later = { ...waiting, confirmedAt: 101 };
    expect(withUnsavedCounts(counts, [later], "", pending)).toMatchObject(expected);
    const included = { ...waiting, confirmedAt: 100 };
    expect(withUnsavedCounts(counts, [included], "", pending)).toEqual(counts);
  });

  test("leave out what was decided under other filters", () => {
    const decisions = [made(resolved(1), "?q=token")];
    expect(withUnsavedCounts(counts, decisions, "?q=curl", pending)).toEqual(counts);
    const expected = { total: 9, status: { pending: 9, resolved: 5 } };
    expect(withUnsavedCounts(counts, decisions, "?q=token", pending)).toMatchObject(expected);
    // The sidebar counts everything.
    expect(withUnsavedCounts(counts, decisions, "", all)).toMatchObject({
      total: 10,
      status: expected.status,
    });
  });

  test("of the other filters follow an item that leaves the view", () => {
    const vote = countedValues({ source: "thumbs_only", helpful: null, comment: "  " });
    const decisions = [made(resolved(2)), made(resolved(1, vote))];
    expect(withUnsavedCounts(counts, decisions, "", pending)).toMatchObject({
      total: 7,
      source: { contextual: 5, agent: 3, thumbs_only: -1 },
      helpful: { true: 1, false: 4, none: 2 },
      comment: { true: 6, false: 1 },
    });
    // Without a status filter, the items stay.
    const { source, helpful, comment } = counts;
    expect(withUnsavedCounts(counts, decisions, "", all)).toMatchObject({
      source,
      helpful,
      comment,
    });
    // Nothing else is known about an item that isn't loaded.
    expect(withUnsavedCounts(counts, [made(resolved(1, {}))], "", pending)).toEqual({
      ...counts,
      total: 9,
      status: { pending: 9, resolved: 5 },
    });
  });

  test("know snoozed items from others", () => {
    const shifts = countDeltas([
      from(countedValues(item), { snooze: null }, { snooze: "reported" }),
    ]);
    const counted = (snoozed: boolean | null, status: string[] | null = null) =>
      withUnsavedCounts(counts, [made(shifts)], "", { ...all, status, snoozed });
    expect(counted(false)).toMatchObject({
      total: 9,
      snoozed: 3,
      status: { pending: 9, resolved: 4 },
      comment: { true: 7, false: 2 },
    });
    expect(counted(true)).toMatchObject({ total: 11, snoozed: 3 });
    expect(counted(null)).toEqual({ ...counts, snoozed: 3 });
    expect(counted(false, ["resolved"])).toMatchObject({ total: 10, snoozed: 2 });
  });

  test("know noise from feedback", () => {
    const restored = countDeltas([from(countedValues(item), { noise: "test" }, { noise: null })]);
    const decisions = [made(restored, "?noise=true")];
    const noise = { status: null, noise: true };
    expect(withUnsavedCounts(counts, decisions, "?noise=true", noise)).toMatchObject({
      total: 9,
      noise: 2,
      status: { pending: 9, resolved: 4 },
      comment: { true: 7, false: 2 },
    });
    expect(withUnsavedCounts(counts, decisions, "", { ...noise, noise: false })).toMatchObject({
      total: 11,
      noise: 2,
      status: { pending: 11, resolved: 4 },
      comment: { true: 9, false: 2 },
    });
    expect(withUnsavedCounts(counts, decisions, "", all)).toEqual({ ...counts, noise: 2 });
    // The number in the sidebar leaves noise out, whoever decides about it.
    const [dismissed] = [made(resolved(1, { noise: "test" }), "?noise=true")];
    expect(withUnsavedCounts(counts, [dismissed], "", { ...all, noise: false })).toEqual(counts);
  });

  test("say when they arrived, which is after a confirmation that overtook them", async () => {
    vi.useFakeTimers({ now: 100, toFake: ["Date"] });
    vi.stubGlobal("document", { documentElement: { dataset: {} } });
    vi.stubGlobal("fetch", async () => {
      vi.setSystemTime(500);
      return Response.json(counts);
    });
    try {
      const { queryKey, queryFn } = feedbackFacets("docs", NO_FILTERS);
      const client = new QueryClient();
      expect(await client.fetchQuery({ queryKey, queryFn })).toMatchObject({ receivedAt: 500 });
    } finally {
      vi.useRealTimers();
      vi.unstubAllGlobals();
    }
  });

  test("remember when a decision was confirmed", async () => {
    const outbox = openTab(memoryStorage(), { now: () => 500 });
    outbox.add(set("d1", ["a"], "resolved"));
    await vi.waitFor(() => expect(outbox.state().confirmed).toMatchObject([{ confirmedAt: 500 }]));
  });
});

describe("statuses after decisions", () => {
  test("the last decision wins, and an undo restores what it replaced", () => {
    const first = set("d1", ["a", "b"], "resolved");
    const undo: Decision = {
      kind: "undo",
      id: "d2",
      of: "d1",
      previous: { a: "pending" },
      madeAt: 0,
    };
    expect(statusesAfter([first, undo])).toEqual(new Map([["a", "pending"]]));
  });

  test("an undo skips an item that was changed again since", () => {
    const decisions: Decision[] = [
      set("d1", ["a"], "resolved"),
      set("d2", ["a"], "dismissed"),
      { kind: "undo", id: "d3", of: "d1", previous: { a: "pending" }, madeAt: 0 },
    ];
    expect(statusesAfter(decisions).get("a")).toBe("dismissed");
  });

  test("a redo leaves out items that the undo skipped", () => {
    const decisions: Decision[] = [
      set("d1", ["a", "b"], "resolved"),
      set("d2", ["a"], "dismissed"),
      { kind: "undo", id: "d3", of: "d1", previous: { a: "pending", b: "pending" }, madeAt: 0 },
      { ...set("d4", ["a", "b"], "resolved"), redoes: "d1" },
    ];
    expect(Object.fromEntries(statusesAfter(decisions))).toEqual({ a: "dismissed", b: "resolved" });
  });
});

describe("assignees after decisions", () => {
  const assign = (id: string, ids: string[], assignee: string | null): SetDecision => ({
    kind: "assign",
    id,
    ids,
    assignee,
    madeAt: 0,
  });
  const undo = (of: string, previous: Record<string, string | null>): Decision => ({
    kind: "undo",
    id: `${of}-undo`,
    of,
    undoes: "assign",
    previous,
    madeAt: 0,
  });

  test("are apart from the statuses, also while both are undone", () => {
    const decisions: Decision[] = [
      assign("d1", ["a", "b"], "bea"),
      set("d2", ["a"], "resolved"),
      undo("d1", { a: null, b: "ana" }),
    ];
    expect(assigneesAfter(decisions)).toEqual(
      new Map([
        ["a", null],
        ["b", "ana"],
      ]),
    );
    expect(statusesAfter(decisions)).toEqual(new Map([["a", "resolved"]]));
    // A browser that doesn't know the undone decision anymore.
    const [, , last] = decisions;
    expect(last && statusesAfter([last])).toEqual(new Map());
    expect(last && assigneesAfter([last])).toEqual(
      new Map([
        ["a", null],
        ["b", "ana"],
      ]),
    );
  });

  test("survive a reload, also to nobody", () => {
    const storage = memoryStorage();
    const log = createDecisionLog(storage, "ana", "docs");
    log.append(assign("d1", ["a"], null));
    log.append(assign("d2", ["a"], "bea"));
    expect(createDecisionLog(storage, "ana", "docs").list()).toHaveLength(2);
  });
});

describe("reasons of dismissals", () => {
  const explain = (id: string, ids: string[], reason: string | null): SetDecision => ({
    kind: "dismissal",
    id,
    ids,
    reason,
    madeAt: 0,
  });
  const made = (decision: SetDecision) => ({ decision, previous: {}, count: 1 });

  test("end with the next status, and with an undo", () => {
    const [dismissal, reason] = [set("d1", ["a", "b"], "dismissed"), explain("d2", ["a"], "spam")];
    expect(reasonsAfter([dismissal, reason])).toEqual(
      new Map([
        ["a", "spam"],
        ["b", null],
      ]),
    );
    const again = set("d3", ["a"], "dismissed");
    expect(reasonsAfter([dismissal, reason, again]).get("a")).toBe(null);
    const undo: Decision = { kind: "undo", id: "d4", of: "d2", previous: {}, madeAt: 0 };
    expect(reasonsAfter([dismissal, reason, undo]).has("a")).toBe(false);
    const label: Decision = {
      kind: "label",
      id: "d5",
      ids: ["a"],
      label: "urgent",
      on: true,
      madeAt: 0,
    };
    const unlabel: Decision = { ...undo, of: "d5", undoes: "label", label: "urgent" };
    expect(reasonsAfter([dismissal, reason, label, unlabel]).get("a")).toBe("spam");
  });

  test("are undone and redone with the dismissal that they follow", () => {
    const stack = afterDecision(EMPTY_UNDO_STACK, made(set("d1", ["a"], "dismissed")));
    const explained = afterDecision(stack, made(explain("d2", ["a"], "spam")));
    expect(explained.undo).toMatchObject([{ decision: { id: "d1" }, reason: { reason: "spam" } }]);
    const settled = afterResult(explained, "d1", { changed: 1 });
    expect(settled.undo).toMatchObject([{ decision: { id: "d1" }, reason: { reason: "spam" } }]);
  });

  test("leave what else can be redone", () => {
    const first = afterDecision(EMPTY_UNDO_STACK, made(set("d1", ["a"], "dismissed")));
    const explained = afterDecision(first, made(explain("d2", ["a"], "spam")));
    const both = afterDecision(explained, made(set("d3", ["b"], "resolved")));
    const redone = afterRedo(afterUndo(afterUndo(both)), made(set("d4", ["a"], "dismissed")));
    expect(redone.undo).toMatchObject([{ decision: { id: "d4" }, reason: { reason: "spam" } }]);
    expect(redone.redo).toMatchObject([{ decision: { id: "d3" } }]);
  });

  test("are selected again if they were, also after a redo", () => {
    const selected = { ...made(set("d1", ["a", "b"], "resolved")), wasSelected: true };
    const stack = afterUndo(afterDecision(EMPTY_UNDO_STACK, selected));
    const redone = afterRedo(stack, made(set("d2", ["a", "b"], "resolved")));
    expect(redone.undo).toMatchObject([{ decision: { id: "d2" }, wasSelected: true }]);
  });

  test("of other items are a step of their own", () => {
    const stack = afterDecision(EMPTY_UNDO_STACK, made(set("d1", ["a", "b"], "dismissed")));
    expect(afterDecision(stack, made(explain("d2", ["a"], "spam"))).undo).toHaveLength(2);
  });
});

describe("labels after decisions", () => {
  const put = (id: string, ids: string[], label: string, on = true): SetDecision => ({
    kind: "label",
    id,
    ids,
    label,
    on,
    madeAt: 0,
  });
  const labels = (...decisions: Decision[]) =>
    Object.fromEntries(
      [...labelsAfter(decisions)].map(([id, all]) => [id, Object.fromEntries(all)]),
    );

  test("are independent of each other and of other decisions", () => {
    const urgent = put("d1", ["a", "b"], "urgent");
    const legal = put("d2", ["a"], "legal");
    const off = put("d3", ["a"], "urgent", false);
    expect(labels(urgent, set("d0", ["c"], "resolved"), legal, off)).toEqual({
      a: { urgent: false, legal: true },
      b: { urgent: true },
    });
  });

  test("are what they were before an undone decision", () => {
    const urgent = put("d1", ["a"], "urgent");
    const off = put("d2", ["a"], "urgent", false);
    const undo: Decision = {
      kind: "undo",
      id: "d3",
      of: "d2",
      undoes: "label",
      label: "urgent",
      madeAt: 0,
      previous: { a: "urgent" },
    };
    expect(labels(urgent, off, undo)).toEqual({ a: { urgent: true } });
    // Also when the decision itself isn't known here anymore.
    expect(labels(undo)).toEqual({ a: { urgent: true } });
  });
});

describe("received decisions", () => {
  test("may have fields of another version", () => {
    const sent = { kind: "set", id: "decision-1", age: 0, ids: ["a"], status: "resolved" };
    expect(decision.parse({ ...sent, mood: "good" })).toEqual(sent);
    expect(decision.safeParse({ ...sent, status: "on_hold" }).success).toBe(false);
    const restore = { kind: "restore", id: "decision-2", age: 0, ids: ["a"] };
    expect(decision.parse({ ...restore, mood: "good" })).toEqual(restore);
  });
});

describe("the decision log", () => {
  test("keeps decisions in order over a reload, for one person and project", () => {
    const storage = memoryStorage();
    const log = createDecisionLog(storage, "ana", "docs");
    log.append(set("d1", ["a"], "resolved", 5));
    log.append(set("d2", ["b"], "resolved", 5));
    createDecisionLog(storage, "ana", "other").append(set("d3", ["c"], "resolved", 1));
    createDecisionLog(storage, "bea", "docs").append(set("d4", ["c"], "resolved", 1));
    const again = createDecisionLog(storage, "ana", "docs");
    expect(again.list().map(({ id }) => id)).toEqual(["d1", "d2"]);
  });

  test("ignores what it can't read", () => {
    const storage = memoryStorage();
    const log = createDecisionLog(storage, "ana", "docs");
    log.append(set("d1", ["a"], "resolved"));
    for (const key of [...storage.entries.keys()]) storage.setItem(`${key}x`, '{"id":1}');
    expect(log.list()).toHaveLength(1);
  });

  test("says so when the browser has no room, and still holds the decision, until it is saved", async () => {
    const full = {
      ...memoryStorage(),
      setItem: () => {
        throw new Error("full");
      },
    };
    let isSignedIn = false;
    const outbox = openTab(full, {
      send: async (decisions) => {
        if (!isSignedIn) throw new Failure("signed_out");
        return applied(decisions);
      },
    });
    outbox.add(set("d1", ["a"], "resolved"));
    await outbox.flush();
    expect(outbox.state()).toMatchObject({ obstacle: "signed_out", onlyInMemory: true });
    expect(outbox.state().waiting).toHaveLength(1);
    isSignedIn = true;
    outbox.flush();
    await vi.waitFor(() => expect(outbox.state().waiting).toEqual([]));
    expect(outbox.state().onlyInMemory).toBe(false);
  });
});

describe("the outbox", () => {
  test("sends everything made while a request was under way in one more request", async () => {
    const requests: string[][] = [];
    const gate = Promise.withResolvers<void>();
    const outbox = openTab(memoryStorage(), {
      send: async (decisions) => {
        requests.push(decisions.map(({ id }) => id));
        if (requests.length === 1) await gate.promise;
        return applied(decisions);
      },
    });
    for (let index = 0; index < 30; index++) outbox.add(set(`d${index}`, ["a"], "resolved", index));
    gate.resolve();
    await vi.waitFor(() => expect(outbox.state().waiting).toEqual([]));
    expect(requests).toHaveLength(2);
    expect(requests.flat()).toEqual(Array.from({ length: 30 }, (_, index) => `d${index}`));
  });

  test("keeps decisions while the server can't be reached, and says so", async () => {
    let isReachable = false;
    const waits: (() => void)[] = [];
    const whileSending: unknown[] = [];
    const outbox = openTab(memoryStorage(), {
      send: async (decisions) => {
        whileSending.push(outbox.state().obstacle);
        if (!isReachable) throw new Failure("unreachable");
        return applied(decisions);
      },
      delay: () => new Promise((resolve) => waits.push(resolve)),
    });
    outbox.add(set("d1", ["a"], "resolved"));
    await vi.waitFor(() => expect(outbox.state().obstacle).toBe("offline"));
    expect(outbox.state().waiting).toHaveLength(1);
    isReachable = true;
    await vi.waitFor(() => expect(waits).toHaveLength(1));
    waits[0]?.();
    await vi.waitFor(() => expect(outbox.state().waiting).toEqual([]));
    expect(outbox.state().obstacle).toBe(null);
    // It doesn't say so while it tries again.
    expect(whileSending).toEqual([null, null]);
    expect(outbox.state().confirmed).toHaveLength(1);
  });

  test("reports a rejected decision and goes on with the others", async () => {
    const rejected: string[] = [];
    const outbox = openTab(memoryStorage(), {
      send: async (decisions) =>
        decisions.map(({ id }) =>
          id === "d1"
            ? { id, outcome: "rejected", message: "no" }
            : { id, outcome: "applied", changed: 1, skipped: 0 },
        ),
      onSettled: ({ id }, { outcome }) => outcome === "rejected" && rejected.push(id),
    });
    outbox.add(set("d1", ["a"], "nonsense" as Status));
    outbox.add(set("d2", ["b"], "resolved"));
    await vi.waitFor(() => expect(outbox.state().waiting).toEqual([]));
    expect(rejected).toEqual(["d1"]);
    expect(outbox.state().confirmed.map(({ id }) => id)).toEqual(["d2"]);
    expect(outbox.state().rejected).toBe(1);
    outbox.add(set("d3", ["b"], "pending"));
    expect(outbox.state().rejected).toBe(0);
  });

  test("doesn't give up the decisions that are sent with an invalid one", async () => {
    const rejected: string[] = [];
    const gate = Promise.withResolvers<void>();
    const outbox = openTab(memoryStorage(), {
      send: async (decisions) => {
        await gate.promise;
        if (decisions.some(({ id }) => id === "d2")) throw new Failure("invalid");
        return applied(decisions);
      },
      onSettled: ({ id }, { outcome }) => outcome === "rejected" && rejected.push(id),
    });
    for (const id of ["d1", "d2", "d3"]) outbox.add(set(id, ["a"], "resolved"));
    gate.resolve();
    await vi.waitFor(() => expect(outbox.state().waiting).toEqual([]));
    expect(rejected).toEqual(["d2"]);
    expect(outbox.state().confirmed.map(({ id }) => id)).toEqual(["d1", "d3"]);
  });

  test("stops while nobody is signed in, and keeps what was decided", async () => {
    const storage = memoryStorage();
    const outbox = openTab(storage, { send: () => Promise.reject(new Failure("signed_out")) });
    outbox.add(set("d1", ["a"], "resolved"));
    await outbox.flush();
    expect(outbox.state().obstacle).toBe("signed_out");
    expect(openTab(storage).state().waiting).toHaveLength(1);
  });

  test("sends what is added while it gives the lock back", async () => {
    const sent: string[] = [];
    const outbox = openTab(memoryStorage(), {
      send: async (decisions) => {
        sent.push(...decisions.map(({ id }) => id));
        return applied(decisions);
      },
      exclusive: async (work) => {
        await work();
        if (sent.length === 1) outbox.add(set("d2", ["a"], "pending", 2));
      },
    });
    outbox.add(set("d1", ["a"], "resolved", 1));
    await vi.waitFor(() => expect(sent).toEqual(["d1", "d2"]));
    await vi.waitFor(() => expect(outbox.state().waiting).toEqual([]));
  });

  test("lets another tab send while it waits for the next attempt, and follows it", async () => {
    const storage = memoryStorage();
    const exclusive = tabLock();
    const first = openTab(storage, {
      exclusive,
      send: () => Promise.reject(new Failure("unreachable")),
      delay: () => new Promise(() => undefined),
    });
    first.add(set("d1", ["a"], "resolved", 1));
    await vi.waitFor(() => expect(first.state().obstacle).toBe("offline"));
    const second = openTab(storage, { exclusive });
    second.add(set("d2", ["a"], "pending", 2));
    await vi.waitFor(() => expect(second.state().waiting).toEqual([]));
    first.reload();
    expect(first.state()).toMatchObject({ waiting: [], confirmed: [{ id: "d1" }] });
  });

  test("waits longer after each failure, for the first time again once it is woken", async () => {
    const waits: number[] = [];
    let attempts = 0;
    const outbox = openTab(memoryStorage(), {
      send: () => {
        attempts += 1;
        return Promise.reject(new Failure("unreachable"));
      },
      delay: (milliseconds) => {
        waits.push(milliseconds);
        return waits.length < 8 ? Promise.resolve() : new Promise(() => undefined);
      },
    });
    outbox.add(set("d1", ["a"], "resolved"));
    const expected = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000];
    await vi.waitFor(() => expect(waits).toEqual(expected));
    // Another decision doesn't cut the wait short.
    outbox.add(set("d2", ["a"], "pending"));
    expect(attempts).toBe(8);
    outbox.wake();
    await vi.waitFor(() => expect(waits).toEqual([...expected, 500]));
  });

  test("sends what a closed tab left in the log", async () => {
    const storage = memoryStorage();
    const outbox = openTab(storage);
    createDecisionLog(storage, "ana", "docs").append(set("d1", ["a"], "resolved"));
    outbox.reload();
    expect(outbox.state().waiting).toHaveLength(1);
    await vi.waitFor(() => expect(outbox.state().waiting).toEqual([]));
  });

  test("tries again after the browser refused the lock", async () => {
    vi.stubGlobal("reportError", () => undefined);
    let refusals = 1;
    const outbox = openTab(memoryStorage(), {
      exclusive: (work) => (refusals-- > 0 ? Promise.reject(new Error("no lock")) : work()),
    });
    outbox.add(set("d1", ["a"], "resolved"));
    await vi.waitFor(() => expect(outbox.state().waiting).toEqual([]));
    vi.unstubAllGlobals();
  });

  test("takes a fault of the page for no fault of the server", async () => {
    const reportError = vi.fn<(error: unknown) => void>();
    vi.stubGlobal("reportError", reportError);
    const obstacles = new Set<unknown>();
    const outbox = openTab(memoryStorage(), {
      onSettled: ({ id }) => {
        if (id === "d1") throw new Error("The toast is broken.");
      },
    });
    outbox.subscribe(() => obstacles.add(outbox.state().obstacle));
    for (const id of ["d1", "d2"]) outbox.add(set(id, ["a"], "resolved"));
    await vi.waitFor(() => expect(outbox.state().waiting).toEqual([]));
    expect(reportError).toHaveBeenCalledOnce();
    expect([...obstacles]).toEqual([null]);
    vi.unstubAllGlobals();
  });

  test("ends as the person saw it, whatever reloads, answers are lost and tabs are open", async () => {
    const step = fc.record({
      tab: fc.nat(1),
      item: fc.constantFrom("a", "b", "c"),
      status: fc.constantFrom("pending", "in_progress", "resolved", "dismissed"),
      undo: fc.boolean(),
      reload: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 30 }),
        fc.infiniteStream(fc.constantFrom("ok", "lost request", "lost answer")),
        async (steps, network) => {
          const storage = memoryStorage();
          const server = fakeServer();
          const send = async (decisions: readonly Decision[]) => {
            const behavior = network.next().value;
            if (behavior === "lost request") throw new Failure("unreachable");
            const results = server.apply(decisions);
            if (behavior === "lost answer") throw new Failure("unreachable");
            return results;
          };
          const exclusive = tabLock();
          const tabs = [0, 1].map(() => openTab(storage, { send, exclusive }));
          const made: Decision[] = [];
          for (const [index, { tab, item, status, undo, reload }] of steps.entries()) {
            if (reload) tabs[tab] = openTab(storage, { send, exclusive });
            const last = made.findLast((decision) => decision.kind === "set");
            const decision: Decision =
              undo && last
                ? { kind: "undo", id: `u${index}`, of: last.id, previous: {}, madeAt: index }
                : set(`d${index}`, [item], status, index);
            made.push(decision);
            tabs[tab]?.add(decision);
          }
          for (const tab of tabs) tab.flush();
          await vi.waitFor(() => expect(openTab(storage).state().waiting).toEqual([]));
          expect(server.applied).toEqual(made.map(({ id }) => id));
        },
      ),
      { numRuns: 100 },
    );
  });
});

/** Applies each decision once, as the real server does. */
function fakeServer() {
  const known = new Set<string>();
  return {
    applied: [] as string[],
    apply(decisions: readonly Decision[]): DecisionResult[] {
      for (const { id } of decisions) {
        if (known.has(id)) continue;
        known.add(id);
        this.applied.push(id);
      }
      return applied(decisions);
    },
  };
}

test("restored items aren't noise, until that is undone", () => {
  const restore: SetDecision = { kind: "restore", id: "d1", ids: ["a", "b"], madeAt: 0 };
  const previous = { a: "greeting" };
  const undo = {
    kind: "undo",
    id: "d2",
    of: "d1",
    undoes: "restore",
    previous,
    madeAt: 0,
  } as const;
  expect(noiseAfter([set("d0", ["a"], "resolved"), restore]).get("a")).toBeNull();
  expect(noiseAfter([restore, undo]).get("a")).toBe("greeting");
  expect(statusesAfter([restore, undo]).size).toBe(0);
});
