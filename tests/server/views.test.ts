import type { Kysely } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Role } from "../../lib/contract/api/permissions.ts";
import type { NewView } from "../../lib/contract/api/views.ts";
import { DAY } from "../../lib/contract/platform/vocabulary.ts";
import { type ViewServices, viewServices } from "../../lib/services/view-services.ts";
import { setAssignee } from "../../lib/store/feedback/assignees.ts";
import { quickCount } from "../../lib/store/feedback/quick-count.ts";
import { upsertFeedback } from "../../lib/store/feedback/write.ts";
import { openStore } from "../../lib/store/open.ts";
import { createProjectChanges } from "../../lib/store/project-changes.ts";
import { removeReader } from "../../lib/store/remove-reader.ts";
import type { StoreSchema } from "../../lib/store/schema.ts";
import { createViewStore, deletePersonViews } from "../../lib/store/views.ts";
import { searchFor } from "../../lib/text/reader-address.ts";
import { engines, openTestDatabase, type TestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";

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
  let store: TestDatabase<StoreSchema>;
  let views: ViewServices;
  beforeEach(async () => {
    store = await openTestDatabase<StoreSchema>(engine, "views");
    await openStore(store);
    const items = [
      mirrored({ id: "a", comment: "About tokens", createdAt: daysAgo(1) }),
      mirrored({ id: "b", createdAt: daysAgo(30) }),
    ];
    await inTransaction((trx) => upsertFeedback(trx, "docs", items, NOW));
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

  test("count what matches now, unless that takes long", async () => {
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
    const set = { person: TRI.id, change: "c", at: NOW, by: null };
    await inTransaction((trx) => setAssignee(trx, "docs", ["b"], set));
    const { views: listed } = await views.list("docs", TRI);
    expect(Object.fromEntries(listed.map(({ name, count }) => [name, count]))).toMatchObject({
      ...{ all: 2, week: 1, mine: 1, searched: null, unassigned: null },
    });
    // What a viewer can't read can't be counted either.
    await views.create("docs", view("shared", "path=/quickstart", true), TRI);
    expect((await views.list("docs", VIC)).views).toMatchObject([{ name: "shared", count: null }]);
  });

  test("keep filters as they are written in URLs, and refuse others", async () => {
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

  test("of the team are changed by those who can triage, and those of others by no one", async () => {
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
    // Adding one with an ID that someone else has changes nothing.
    await views.create("docs", { ...view("Stolen", ""), id: "view-Mine" }, BEA);
    expect(await names(BEA)).toEqual(["Team"]);
    await views.change("docs", "view-Team", { isTeam: false }, BEA);
    expect(await names(TRI)).toEqual(["Mine"]);
    await views.delete("docs", "view-Team", BEA);
    expect(await names(BEA)).toEqual([]);
  });

  test("of the team have readers' addresses masked for viewers", async () => {
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
