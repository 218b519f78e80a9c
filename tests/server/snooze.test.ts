import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  decision as decisionSchema,
  type ReceivedDecision,
} from "../../lib/contract/api/decisions.ts";
import { DAY } from "../../lib/contract/platform/vocabulary.ts";
import { loadFilters, resolveFilters } from "../../lib/filters/feedback-filters.ts";
import { homeServices } from "../../lib/services/home-services.ts";
import { indexSomeGroups } from "../../lib/similar/index-groups.ts";
import { pendingThemes, topThemes } from "../../lib/similar/themes.ts";
import { quickCount } from "../../lib/store/counts/quick-count.ts";
import { removeItems } from "../../lib/store/deletion/remove-items.ts";
import { createFeedbackStore, type FeedbackStore } from "../../lib/store/feedback-store.ts";
import { exportedItems } from "../../lib/store/list/export.ts";
import { createProjectChanges } from "../../lib/store/project-changes.ts";
import { newItems } from "../../lib/store/reports/new-items.ts";
import { projectHistory } from "../../lib/store/reports/project-history.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { createDecisions } from "../../lib/store/write/decisions.ts";
import { endDueSnoozes } from "../../lib/store/write/snoozes.ts";
import { upsertFeedback } from "../../lib/store/write/write.ts";
import { lockFeedbackWrites } from "../../lib/store/write/write-lock.ts";
import { engines, openTestStore, type TestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";

const ANA = { id: "ana", name: "Ana" };
const BEA = { id: "bea", name: "Bea" };
const NOW = Date.parse("2026-11-20T12:00:00Z");
const TOMORROW = new Date(NOW + DAY).toISOString();
const LATER = new Date(NOW + 3 * DAY).toISOString();
const BROKEN = "The link to the installation guide at the bottom is broken";
const INBOX = "status=pending&noise=false&snoozed=false";

describe.each(engines)("snoozed items ($name)", (engine) => {
  let database: TestDatabase<StoreSchema>;
  let feedback: FeedbackStore;
  let now: number;
  let made = 0;
  beforeEach(async () => {
    database = await openTestStore(engine, "snooze");
    feedback = createFeedbackStore(database);
    now = NOW;
    await receive({ id: "a", comment: BROKEN, createdAt: "2026-11-01T00:00:00Z" });
    await receive({ id: "b", comment: "No word about proxies", createdAt: "2026-11-02T00:00:00Z" });
    await receive({ id: "c", comment: "Which port is it?", createdAt: "2026-11-03T00:00:00Z" });
  });
  afterEach(() => database.close());

  const receive = async (entry: Record<string, unknown>) => {
    now += 1_000;
    await database.query
      .transaction()
      .execute((trx) => upsertFeedback(trx, "docs", [mirrored(entry)], now));
  };
  const group = async () => {
    while (await indexSomeGroups(database.query)) {}
  };
  const decide = async (
    given: Partial<ReceivedDecision> & { kind: ReceivedDecision["kind"] },
    by = ANA,
  ) => {
    now += 1_000;
    made += 1;
    const id = `decision-${made}`;
    const clock = { now: () => now };
    const [result] = await createDecisions({
      database,
      clock,
      statusWrites: null,
      isActivePerson: async () => true,
    }).apply("docs", [decisionSchema.parse({ age: 0, ...given, id })], by);
    return { id, result };
  };
  const snooze = (ids: string[], until: string | null, age = 0, by = ANA) =>
    decide({ kind: "snooze", ids, until, age }, by);
  const filtered = (query: string) => resolveFilters(loadFilters(query), ANA.id, now);
  /** The items of a list, and what is counted for it, which must agree. */
  const listed = async (query: string) => {
    const filters = filtered(query);
    const { feedback: rows } = await feedback.page("docs", filters, { limit: 9, cursor: null });
    const { total, snoozed } = await feedback.facets("docs", filters);
    const hidden = await feedback.facets("docs", { ...filters, snoozed: true });
    expect(snoozed).toBe(hidden.total);
    const { ids } = await feedback.ids("docs", filters);
    // A search alone has no quick count.
    const most = filters.q === null ? 2 : 99;
    expect([total, await quickCount(database, "docs", filters, most), ids.toSorted()]).toEqual([
      ...[rows.length, rows.length, rows.map(({ id }) => id).sort()],
    ]);
    return rows.map(({ id }) => id);
  };
  const mark = async (id: string) => {
    const { snoozedUntil, snoozeOver } = await feedback.detail("docs", id);
    return { snoozedUntil, snoozeOver };
  };
  const end = async () => {
    while (await endDueSnoozes(database.query, now)) {}
  };

  test("leave the inbox until their time, and are first then until someone decides", async () => {
    await snooze(["a", "b"], TOMORROW);
    await snooze(["b"], LATER);
    expect(await listed(INBOX)).toEqual(["c"]);
    expect(await listed("snoozed=true")).toEqual(["b", "a"]);
    expect(await listed("status=pending")).toEqual(["c", "b", "a"]);
    expect(await listed("snoozed=false&q=link")).toEqual([]);
    expect(await listed("snoozed=false&dateFrom=2026-11-02")).toEqual(["c"]);
    expect(await listed("snoozed=true&path=/x")).toEqual([]);
    expect(await mark("a")).toEqual({ snoozedUntil: TOMORROW, snoozeOver: undefined });
    await end();
    expect(await listed(INBOX)).toEqual(["c"]);
    now = NOW + DAY;
    await end();
    expect(await listed(INBOX)).toEqual(["a", "c"]);
    expect(await mark("a")).toEqual({ snoozedUntil: undefined, snoozeOver: TOMORROW });
    // The oldest are first there anyway.
    expect(await listed(`${INBOX}&sort=oldest`)).toEqual(["a", "c"]);
    now = NOW + 3 * DAY;
    await end();
    expect(await listed(INBOX)).toEqual(["b", "a", "c"]);
    const first = await feedback.page("docs", filtered(INBOX), { limit: 2, cursor: null });
    const rest = await feedback.page("docs", filtered(INBOX), {
      limit: 2,
      cursor: first.nextCursor,
    });
    const back = await feedback.page("docs", filtered(INBOX), {
      limit: 9,
      cursor: rest.prevCursor,
    });
    expect([first, rest, back].map((page) => page.feedback.map(({ id }) => id))).toEqual([
      ...[["b", "a"], ["c"], ["b", "a"]],
    ]);
    const { id } = await decide({ kind: "set", ids: ["b"], status: "resolved" });
    expect(await mark("b")).toEqual({ snoozedUntil: undefined, snoozeOver: undefined });
    expect(await listed("")).toEqual(["a", "c", "b"]);
    await decide({ kind: "undo", of: id });
    expect(await listed(INBOX)).toEqual(["b", "a", "c"]);
    await snooze(["b"], LATER);
    await snooze(["b"], null);
    expect(await listed(INBOX)).toEqual(["a", "c", "b"]);
  });

  test("are no open work on Pages, Insights, and Home, and stay in what happened", async () => {
    await receive({ id: "d", comment: `${BROKEN}!!`, path: "/proxies" });
    await group();
    await decide({ kind: "assign", ids: ["a", "c"], assignee: ANA.id });
    await snooze(["a", "d"], LATER);
    const sums = async (query: string) => {
      const by = { sort: "open", limit: 9, cursor: null } as const;
      const { pages } = await feedback.pages("docs", filtered(query), by);
      return pages.map(({ page, total, open }) => [page, total, open]);
    };
    const both = [
      ["/guides/auth", 3, 2],
      ["/proxies", 1, 0],
    ];
    expect(await sums("")).toEqual(both);
    expect(await sums("dateFrom=2026-09-01")).toEqual(both);
    expect(await sums("hasJob=false")).toEqual(both);
    expect(await sums("snoozed=false")).toEqual([["/guides/auth", 2, 2]]);
    expect(await sums("snoozed=true&path=/proxies")).toEqual([["/proxies", 1, 1]]);
    const { workload, total } = await feedback.insights("docs", filtered(""), now);
    expect(workload).toEqual([{ person: ANA.id, pending: 1, inProgress: 0 }]);
    expect(total).toMatchObject({ total: 4, status: { pending: 4 } });
    const themes = await topThemes(database, "docs", filtered(""), now);
    expect(themes).toMatchObject([{ items: 2, pending: 0 }]);
    const page = { page: "/guides/auth", items: 2, pending: 2 };
    for (const since of [null, NOW]) {
      const found = await newItems(database, "docs", since);
      expect(found).toMatchObject({ total: 2, pages: [page] });
      expect(await pendingThemes(database, "docs", since, now)).toEqual([]);
    }
    const jobs = {
      list: async () => ({ jobs: [], nextCursor: null, hasMore: false }),
      counts: async () => ({ needsAttention: 0, active: 0, people: [] }),
    };
    const home = homeServices(database, feedback, jobs, { now: () => now });
    const { assigned } = await home.read("docs", ANA.id);
    expect([assigned.total, assigned.items.map(({ id }) => id)]).toEqual([1, ["c"]]);
  });

  test("come back when they are reported again", async () => {
    await snooze(["a", "b"], "reported");
    await receive({ id: "other", comment: "Something else entirely, about billing" });
    await group();
    expect(await listed("snoozed=true")).toEqual(["b", "a"]);
    await receive({ id: "again", comment: `${BROKEN}!!`, createdAt: "2026-11-20T12:00:00Z" });
    await group();
    expect(await listed("snoozed=true")).toEqual(["b"]);
    expect(await mark("a")).toEqual({ snoozedUntil: undefined, snoozeOver: "reported" });
    await receive({ id: "b", comment: "No word about proxies. And none about ports" });
    expect(await listed("snoozed=true")).toEqual([]);
    expect(await mark("b")).toMatchObject({ snoozeOver: "reported" });
  });

  test("with a date come back earlier only if their own reader adds something", async () => {
    await snooze(["a", "b"], LATER);
    await receive({ id: "again", comment: `${BROKEN}!!` });
    await group();
    expect(await listed("snoozed=true")).toEqual(["b", "a"]);
    await receive({ id: "b", comment: "No word about proxies. And none about ports" });
    expect(await listed("snoozed=true")).toEqual(["a"]);
    expect(await mark("b")).toMatchObject({ snoozeOver: "reported" });
  });

  test("are undone, redone, and kept as someone else left them later", async () => {
    const { id } = await snooze(["a"], TOMORROW);
    await decide({ kind: "undo", of: id });
    expect(await mark("a")).toEqual({ snoozedUntil: undefined, snoozeOver: undefined });
    await decide({ kind: "snooze", ids: ["a"], until: TOMORROW, redoes: id });
    expect(await mark("a")).toMatchObject({ snoozedUntil: TOMORROW });
    // Made before, arrived later.
    const late = await snooze(["a"], LATER, 10 * 60_000, BEA);
    expect(late.result).toMatchObject({ changed: 0, skipped: 1 });
    now = NOW + DAY;
    await end();
    // The end of a snooze is nobody's decision.
    const again = await snooze(["a"], LATER, 10 * 60_000, BEA);
    expect(again.result).toMatchObject({ changed: 1, skipped: 0 });
    const { events } = await projectHistory(database, "docs", { person: null, before: null });
    expect(events.map(({ kind, by, from, to }) => [kind, by, from, to])).toEqual([
      ["set", "Bea", "", LATER],
      ["set", null, TOMORROW, ""],
      ["superseded", "Bea", TOMORROW, LATER],
      ["set", "Ana", "", TOMORROW],
      ["undo", "Ana", TOMORROW, ""],
      ["set", "Ana", "", TOMORROW],
    ]);
    await decide({ kind: "undo", of: again.id });
    expect(await listed(INBOX)).toEqual(["a", "c", "b"]);
  });

  test("aren't hidden by a decision that doesn't know what was reported since", async () => {
    await receive({ id: "a", comment: `${BROKEN}. It says 404` });
    await receive({ id: "again", comment: "Which port is it?" });
    await group();
    const late = await snooze(["a", "b", "c"], "reported", 60_000);
    expect(late.result).toMatchObject({ changed: 1, skipped: 2 });
    expect(await listed("snoozed=true")).toEqual(["b"]);
    const dated = await snooze(["a", "c"], LATER, 60_000);
    expect(dated.result).toMatchObject({ changed: 1, skippedIds: ["a"] });
  });

  test("that arrive after their time, and those of a stopped server, come back at once", async () => {
    await snooze(["a"], new Date(now - DAY).toISOString());
    expect(await listed("snoozed=true")).toEqual(["a"]);
    await end();
    expect(await listed(INBOX)).toEqual(["a", "c", "b"]);
  });

  test("are announced to open pages when their time has come", async () => {
    await snooze(["a"], TOMORROW);
    const changes = createProjectChanges(database, (error) => {
      throw error;
    });
    try {
      let announced = () => {};
      const change = () =>
        new Promise<void>((resolve) => {
          announced = resolve;
        });
      const first = change();
      const stop = changes.subscribe(() => announced());
      await first;
      const next = change();
      now = NOW + DAY;
      await end();
      await next;
      stop();
    } finally {
      await changes.stop();
    }
  });

  test("say so in exports, and leave nothing behind when they are removed", async () => {
    await snooze(["a"], TOMORROW);
    const exported = [];
    for await (const items of exportedItems(database, "docs", filtered("snoozed=true"))) {
      exported.push(...items.map(({ id, snoozedUntil }) => [id, snoozedUntil]));
    }
    expect(exported).toEqual([["a", TOMORROW]]);
    await database.query.transaction().execute(async (trx) => {
      await lockFeedbackWrites(trx, "docs");
      await removeItems(trx, "docs", ["a"]);
    });
    expect(await database.query.selectFrom("feedback_snooze").selectAll().execute()).toEqual([]);
  });

  test.each(["tomorrow", "2026-11-21", "0000", ""])("can't be snoozed until %j", (until) => {
    const given = { kind: "snooze", id: "decision-0", age: 0, ids: ["a"], until };
    expect(decisionSchema.safeParse(given).success).toBe(false);
  });
});
