import { CompiledQuery, type Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Role } from "../../lib/contract/api/permissions.ts";
import type { NewView } from "../../lib/contract/api/views.ts";
import { DAY } from "../../lib/contract/platform/vocabulary.ts";
import { chunks } from "../../lib/database/chunks.ts";
import { loadFilters, NO_FILTERS, resolveFilters } from "../../lib/filters/feedback-filters.ts";
import { type ViewServices, viewServices } from "../../lib/services/view-services.ts";
import { feedbackFacets } from "../../lib/store/counts/facets.ts";
import { quickCount } from "../../lib/store/counts/quick-count.ts";
import { index, matchesFilters } from "../../lib/store/filter-sql/conditions.ts";
import { migrateStore } from "../../lib/store/open.ts";
import { createProjectChanges } from "../../lib/store/project-changes.ts";
import { removeReader } from "../../lib/store/remove-reader.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { createViewStore, deletePersonViews } from "../../lib/store/views.ts";
import { upsertFeedback } from "../../lib/store/write/write.ts";
import { searchFor } from "../../lib/text/reader-address.ts";
import { engines, openTestDatabase, ruleTest, type TestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";
import {
  setAssignee,
  setDismissalReason,
  setGroup,
  setLabel,
  setTeamStatus,
} from "../support/set-fields.ts";

const NOW = Date.UTC(2026, 9, 20, 12);
const daysAgo = (days: number) => new Date(NOW - days * DAY).toISOString();
const person = (id: string, role: Role) => ({ id, name: id, email: null, role });
const [TRI, BEA, VIC] = [
  person("tri", "triager"),
  person("bea", "triager"),
  person("vic", "viewer"),
];

const view = (name: string, query: string, isTeam = false): NewView => {
  return { id: `view-${name}`.padEnd(8, "-"), name, query, isTeam, layout: null };
};

describe.each(engines)("saved views on $name", (engine) => {
  const rule = ruleTest(engine);
  let store: TestDatabase<StoreSchema>;
  let views: ViewServices;
  beforeEach(async () => {
    store = await openTestDatabase<StoreSchema>(engine, "views");
    await migrateStore(store);
    const items = [
      mirrored({
        id: "a",
        comment: "About tokens, from ada@example.org",
        createdAt: daysAgo(1),
        contact: "reader@example.org",
      }),
      mirrored({ id: "b", createdAt: daysAgo(30) }),
      mirrored({ id: "c", createdAt: daysAgo(40), path: "/other" }),
      mirrored({ id: "d", createdAt: daysAgo(50), path: "/other" }),
    ];
    const received = items.map((item, index) => ({
      ...item,
      reasons: index === 0 ? ["Unclear"] : [],
    }));
    await inTransaction((trx) => upsertFeedback(trx, "docs", received, NOW));
    let now = NOW;
    const clock = { now: () => now++ };
    const viewStore = createViewStore(store.query, clock);
    views = viewServices(viewStore, quickCount.bind(null, store), clock);
  });
  afterEach(() => store.close());

  const names = async (by: typeof TRI) =>
    (await views.list("docs", by)).views.map(({ name }) => name);
  const inTransaction = <Result>(work: (trx: Kysely<StoreSchema>) => Promise<Result>) =>
    store.query.transaction().execute(work);

  test("are the team's or one person's, in each person's order", async () => {
    await views.create("docs", view("One", "status=pending", true), TRI);
    await views.create("docs", view("Two", ""), TRI);
    await views.create("docs", view("Three", "", true), BEA);
    await views.create("other", view("Elsewhere", "", true), TRI);
    expect(await names(TRI)).toEqual(["One", "Two", "Three"]);
    expect(await names(BEA)).toEqual(["One", "Three"]);

    const order = ["view-Three", "gone", "view-Two"];
    const arranged = await views.arrange("docs", { order, defaultId: "view-Two" }, TRI);
    expect(arranged.views.map(({ name }) => name)).toEqual(["Three", "Two", "One"]);
    expect(arranged.defaultId).toBe("view-Two");
    expect(await names(BEA)).toEqual(["One", "Three"]);
    expect((await views.arrange("docs", {}, TRI)).defaultId).toBe("view-Two");
    expect((await views.delete("docs", "view-Two", TRI)).defaultId).toBeNull();

    await inTransaction((trx) => deletePersonViews(trx, TRI.id));
    expect(await names(TRI)).toEqual(["One", "Three"]);
  });

  test("are added once, and never in place of another one", async () => {
    const layout: NewView["layout"] = { rows: "compact", hidden: [] };
    const mine = { ...view("Mine", "status=pending"), layout };
    await views.create("docs", mine, TRI);
    await views.create("docs", view("Shared", "", true), TRI);
    // What a browser sends again because it didn't get the answer, also in another spelling of the filters.
    expect((await views.create("docs", mine, TRI)).views).toHaveLength(2);
    await views.create("docs", { ...mine, name: " Mine ", query: "?status=pending" }, TRI);
    await views.create("other", mine, BEA);
    const taken: [NewView, typeof TRI][] = [
      [{ ...mine, name: "Other" }, TRI],
      [{ ...mine, query: "" }, TRI],
      [{ ...mine, layout: null }, TRI],
      [{ ...mine, isTeam: true }, TRI],
      [mine, BEA],
      [{ ...mine, name: "Other" }, BEA],
      [{ ...view("Shared", "", true), name: "Other" }, BEA],
    ];
    for (const [again, by] of taken) {
      await expect(views.create("docs", again, by)).rejects.toMatchObject({ code: "conflict" });
    }
    expect(await names(TRI)).toEqual(["Mine", "Shared"]);
    expect(await names(BEA)).toEqual(["Shared"]);
  });

  test("count what matches now", async () => {
    const queries = {
      all: "",
      week: "date=last-7-days&status=pending",
      page: "path=/quickstart",
      mine: "assignee=me",
      searched: "q=tokens",
      unassigned: "assignee=nobody",
    };
    for (const [name, query] of Object.entries(queries)) {
      await views.create("docs", view(name, query), TRI);
    }
    const set = { person: TRI.id, change: "c", at: NOW, by: null, byId: null };
    await inTransaction((trx) => setAssignee(trx, "docs", ["b"], set));
    const { views: listed } = await views.list("docs", TRI);
    expect(Object.fromEntries(listed.map(({ name, count }) => [name, count]))).toMatchObject({
      all: 4,
      week: 1,
      page: 0,
      mine: 1,
      searched: 1,
      unassigned: 3,
    });
    // What a viewer can't read can't be counted either.
    const { views: shared } = await views.create("docs", view("shared", "q=ada", true), TRI);
    expect(shared.find(({ name }) => name === "shared")?.count).toBe(1);
    expect((await views.list("docs", VIC)).views).toMatchObject([{ name: "shared", count: 0 }]);
  });

  test("count items with labels, reasons, contacts, jobs, and groups, as few as these are", async () => {
    await inTransaction(async (trx) => {
      const made = (change: string) => ({ change, at: NOW, by: null, byId: null });
      await setLabel(trx, "docs", ["a", "b"], { ...made("l"), label: "urgent", on: true });
      await setLabel(trx, "docs", ["a"], { ...made("m"), label: "legal", on: true });
      await setLabel(trx, "docs", ["b"], { ...made("n"), label: "legal", on: true });
      await setLabel(trx, "docs", ["b"], { ...made("o"), label: "legal", on: false });
      await setTeamStatus(trx, "docs", ["b"], { ...made("s"), status: "dismissed" });
      await setDismissalReason(trx, "docs", ["b"], { ...made("r"), reason: "spam" });
      await setGroup(trx, "docs", ["a"], { ...made("g"), with: "b" });
    });
    const counts = {
      "label=urgent": 2,
      "label=urgent,legal": 2,
      "label=legal": 1,
      "label=none": 0,
      "label=urgent&status=dismissed": 1,
      "label=urgent&date=last-7-days": 1,
      "label=urgent&path=/guides/auth": 2,
      "label=urgent&noise=false&contact=true": 1,
      "dismissedFor=spam": 1,
      "dismissedFor=spam,wont_fix&label=legal": 0,
      "contact=true": 1,
      "reason=Unclear": 1,
      "reason=Wrong&label=urgent": 0,
      "groupSize=2": 2,
      "groupSize=10": 0,
      "hasJob=true": 0,
      "assignee=me&label=urgent": 0,
      "noise=false": 4,
      // Most items have none of these, so the few that do are subtracted.
      "contact=false": 3,
      "assignee=nobody": 4,
      "assignee=nobody&snoozed=false&hasJob=false&differs=false": 3,
      "differs=false&status=dismissed": 0,
      "label=urgent&hasJob=false": 2,
      "label=urgent&assignee=nobody": 2,
      "label=urgent&differs=true": 1,
    };
    const slow = { "label=urgent&q=tokens": 1 };
    const filtersOf = (query: string) => resolveFilters(loadFilters(query), TRI.id, NOW);
    const isSlow = (query: string) => query in slow;
    for (const [query, count] of Object.entries({ ...counts, ...slow })) {
      const filters = filtersOf(query);
      const { total } = await feedbackFacets(store, "docs", filters);
      expect(total, query).toBe(count);
      expect(await quickCount(store, "docs", filters), query).toBe(count);
      // In a project that has more items than may be looked at one by one.
      const few = await quickCount(store, "docs", filters, 3);
      expect(few, query).toBe(isSlow(query) ? null : count);
    }
  });

  test.runIf(engine.name === "sqlite")(
    "read what a filter asks for from its own index",
    async () => {
      const plans = {
        "label=urgent": /SEARCH labeled USING COVERING INDEX feedback_label_by_label/,
        "dismissedFor=spam": /SEARCH state USING COVERING INDEX feedback_state_by_reason/,
        "contact=true": /SEARCH item USING INDEX feedback_with_contact/,
        "reason=Unclear": /SEARCH item USING INDEX feedback_with_reasons/,
        "assignee=me": /SEARCH assigned USING COVERING INDEX feedback_assignee_by_person/,
      };
      for (const [query, plan] of Object.entries(plans)) {
        const filters = resolveFilters(loadFilters(query), TRI.id, NOW);
        const counted = index
          .selectFrom("feedback_index")
          .where(matchesFilters("docs", filters, { by: null }))
          .select(({ fn }) => fn.countAll<number>().as("items"));
        const { sql: text, parameters } = store.query.selectNoFrom(counted.as("items")).compile();
        const explained = CompiledQuery.raw(`explain query plan ${text}`, [...parameters]);
        const { rows } = await store.query.executeQuery(explained);
        const steps = JSON.stringify(rows);
        expect(steps, query).toMatch(plan);
        expect(steps, query).toContain("feedback_index_1 (project_id=? AND id=?)");
      }
    },
  );

  test("aren't counted one by one if a label has many items", async () => {
    const many = Array.from({ length: 10_001 }, (_, index) => `many-${index}`);
    const labeled = (id: string) => ({
      project_id: "docs",
      feedback_id: id,
      label_id: "urgent",
      is_on: 1,
      set_at: NOW,
      set_by_name: null,
      change_id: "l",
    });
    const filters = { ...NO_FILTERS, label: ["urgent"] };
    await store.query.updateTable("facet_group").set({ entries: 10_001 }).execute();
    await inTransaction(async (trx) => {
      for (const chunk of chunks(many.slice(1))) {
        await trx.insertInto("feedback_label").values(chunk.map(labeled)).execute();
      }
    });
    expect(await quickCount(store, "docs", filters)).toBe(0);
    const last = [labeled(many[0] ?? "")];
    await inTransaction((trx) => trx.insertInto("feedback_label").values(last).execute());
    expect(await quickCount(store, "docs", filters)).toBeNull();
  });

  rule("keep filters as they are written in URLs, and refuse others", async () => {
    const messy = "sort=newest&status=resolved,pending&date=last-7-days";
    const created = await views.create("docs", view("Mine", messy), VIC);
    expect(created.views[0]?.query).toBe("date=last-7-days&status=resolved,pending");
    for (const query of ["status=none", "open=a", "q=a&q=b"]) {
      const attempt = views.change("docs", "view-Mine", { query }, VIC);
      await expect(attempt).rejects.toMatchObject({ code: "invalid_request" });
    }
    const layout = { rows: "comfortable" as const, hidden: ["job" as const] };
    const changed = await views.change("docs", "view-Mine", { name: " My\0 view ", layout }, VIC);
    expect(changed.views).toMatchObject([
      { name: "My view", layout, query: created.views[0]?.query },
    ]);
  });

  rule(
    "of the team are changed by those who can triage, and those of others by no one",
    async () => {
      await views.create("docs", view("Team", "", true), TRI);
      await views.create("docs", view("Mine", ""), TRI);
      for (const attempt of [
        () => views.change("docs", "view-Team", { name: "Ours" }, VIC),
        () => views.change("docs", "view-Team", { isTeam: false }, VIC),
        () => views.delete("docs", "view-Team", VIC),
      ])
        await expect(attempt).rejects.toMatchObject({ code: "forbidden" });
      for (const attempt of [
        () => views.change("docs", "view-Mine", { name: "Ours" }, BEA),
        () => views.delete("docs", "view-Mine", BEA),
        () => views.delete("other", "view-Mine", TRI),
        () => views.delete("docs", "view-Mine\0", TRI),
      ])
        await expect(attempt).rejects.toMatchObject({ code: "not_found" });
      expect(await names(BEA)).toEqual(["Team"]);
      await views.change("docs", "view-Team", { isTeam: false }, BEA);
      expect(await names(TRI)).toEqual(["Mine"]);
      await views.delete("docs", "view-Team", BEA);
      expect(await names(BEA)).toEqual([]);
    },
  );

  test("are found by ID, and say no more than that they are private to others", async () => {
    await views.create("docs", view("Team", "", true), TRI);
    await views.create("docs", view("Mine", ""), TRI);
    expect(await views.find("docs", "view-Team", BEA)).toMatchObject({ name: "Team" });
    expect(await views.find("docs", "view-Mine", TRI)).toMatchObject({ name: "Mine" });
    for (const [project, id, code] of [
      ["docs", "view-Mine", "forbidden"],
      ["other", "view-Mine", "not_found"],
      ["docs", "view-Mine\0", "not_found"],
      ["docs", "view-None", "not_found"],
    ] as const) {
      await expect(views.find(project, id, BEA)).rejects.toMatchObject({ code });
    }
  });

  rule("of the team have readers' addresses masked for viewers", async () => {
    const query = "path=/users/ada@example.org&q=from+%22ada@example.org%22";
    await views.create("docs", { ...view("Reader", query, true), name: "ada@example.org" }, TRI);
    const answers = [await views.list("docs", VIC), await views.stored("docs", VIC)];
    for (const answer of answers) {
      const text = decodeURIComponent(JSON.stringify(answer));
      expect(text).not.toContain("ada@");
      expect(text).toContain("/users/a•••@example.org");
    }
    expect((await views.stored("docs", BEA)).views[0]?.name).toBe("ada@example.org");
    const own = await views.create("docs", { ...view("Own", ""), name: "me@example.org" }, VIC);
    expect(own.views[1]?.name).toBe("me@example.org");
  });

  test("are announced to open pages, and lose a forgotten reader's address", async () => {
    const changes = createProjectChanges(store, () => undefined);
    try {
      const before = await changes.revision("docs");
      const searched = "q=from+ada@example.org&status=pending";
      await views.create("docs", { ...view("Reader", searched), name: "ada@example.org" }, TRI);
      await expect.poll(() => changes.revision("docs")).not.toBe(before);
    } finally {
      await changes.stop();
    }
    await removeReader(store, searchFor("ada@example.org"));
    const [left] = (await views.list("docs", TRI)).views;
    expect(left?.query).toMatch(/^status=pending&q=from/);
    expect(JSON.stringify(left)).not.toContain("example.org");
  });
});
