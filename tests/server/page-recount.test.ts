import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SettingsUpdate } from "../../lib/contract/api/settings.ts";
import { NO_FILTERS } from "../../lib/filters/feedback-filters.ts";
import { createFeedbackStore } from "../../lib/store/feedback-store.ts";
import { createJobStore } from "../../lib/store/jobs/store.ts";
import { readPageViews, writePageViews } from "../../lib/store/pages/page-views.ts";
import { isRecounting, recountPages } from "../../lib/store/pages/recount-pages.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { createSettingsStore } from "../../lib/store/settings.ts";
import { verifyStore } from "../../lib/store/verify.ts";
import { upsertFeedback } from "../../lib/store/write/write.ts";
import { indexFeedbackText } from "../../lib/store/write/write-lock.ts";
import { engines, openTestStore, type TestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";

/** Ways to write two pages of a site at `https://docs.example.com/relay`, and how often each was sent. */
const ADDRESSES = {
  "/setup": ["/setup", "/setup/", "setup.html", "/setup/index.html", "/setup.md?from=search#top"],
  "/relay/setup": ["https://docs.example.com/relay/setup", "docs.example.com/relay/setup.html"],
  "/": ["/", "/index.html", "/#/setup", "#/setup?id=install", "/?page=setup"],
  "/relay": ["https://docs.example.com/relay/#/setup"],
};
const PATHS = Object.values(ADDRESSES).flat();

const BY_PATH = { "/setup": 5, "/relay/setup": 2, "/": 5, "/relay": 1 };
const RULES: [name: string, change: SettingsUpdate, pages: Record<string, number>][] = [
  ["the path", {}, BY_PATH],
  [
    "the path below the site",
    { siteAddress: "https://docs.example.com/relay" },
    { "/setup": 7, "/": 6 },
  ],
  ["the fragment", { docs: docs("fragment") }, { "/setup": 7, "/relay/setup": 3, "/": 3 }],
  [
    "the fragment below the site",
    { docs: docs("fragment"), siteAddress: "https://docs.example.com/relay" },
    { "/setup": 10, "/": 3 },
  ],
  [
    "a query parameter",
    { docs: docs({ parameter: "page" }) },
    { "/setup": 6, "/relay/setup": 2, "/": 4, "/relay": 1 },
  ],
];

function docs(pageIn: NonNullable<SettingsUpdate["docs"]>["pageIn"]) {
  return { folders: [], generator: null, addressRules: [], languages: [], pageIn };
}

describe.each(engines)("recounted pages ($name)", (engine) => {
  let store: TestDatabase<StoreSchema>;
  beforeAll(async () => {
    store = await openTestStore(engine, "page-recount");
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    for (const table of ["feedback", "page_recount", "project_setting"] as const)
      await store.query.deleteFrom(table).execute();
    await write(...PATHS.map((path, n) => ({ id: `item-${n + 10}`, path })));
    await recount();
  });

  const write = (...items: { id: string; path: string; comment?: string }[]) =>
    store.query.transaction().execute(async (trx) => {
      await upsertFeedback(trx, "docs", items.map(mirrored), 1);
    });
  const settings = () => createSettingsStore({ database: store, clock: { now: () => 1 } });
  const change = (update: SettingsUpdate) =>
    settings().change("docs", { docs: docs("path"), siteAddress: "", ...update });
  const recount = async (limit = 4) => {
    let steps = 0;
    while (await recountPages(store.query, limit)) steps += 1;
    return steps;
  };
  const pages = async () => {
    const query = { sort: "page", limit: 250, cursor: null } as const;
    const listed = await createFeedbackStore(store).pages("docs", NO_FILTERS, query);
    return Object.fromEntries(listed.pages.map(({ page, total }) => [page, total]));
  };
  /** The pages of the items themselves, without any count. */
  const plainly = async () => {
    const rows = await store.query.selectFrom("feedback").select("page").execute();
    const groups = [...Map.groupBy(rows, ({ page }) => page)];
    return Object.fromEntries(groups.map(([page, items]) => [page, items.length]));
  };
  const wrongCounts = async () =>
    (await verifyStore(store)).filter((problem) => !problem.includes("sync state"));
  const ids = async (filters: { path?: string; q?: string }) =>
    (await createFeedbackStore(store).ids("docs", { ...NO_FILTERS, ...filters })).ids.sort();

  test.each(RULES)("are named by %s, also when rules change back", async (_, rules, expected) => {
    await change(rules);
    expect(await isRecounting(store.query, "docs")).toBe(Object.keys(rules).length > 0);
    await recount();
    expect(await isRecounting(store.query, "docs")).toBe(false);
    expect(await pages()).toEqual(expected);
    expect(await plainly()).toEqual(expected);
    expect(await wrongCounts()).toEqual([]);
    // What is written now has the same names at once.
    await write(...PATHS.map((path, n) => ({ id: `again-${n + 10}`, path })));
    const doubled = Object.entries(expected).map(([page, items]) => [page, 2 * items]);
    expect(await pages()).toEqual(Object.fromEntries(doubled));
    await change({});
    await recount();
    const before = Object.entries(BY_PATH).map(([page, items]) => [page, 2 * items]);
    expect(await pages()).toEqual(Object.fromEntries(before));
    expect(await wrongCounts()).toEqual([]);
  });

  test("are named again where an earlier version named them otherwise, once", async () => {
    await store.query.transaction().execute(async (trx) => {
      await trx.updateTable("feedback").set({ page: "/setup.html", search_text: "old" }).execute();
      await trx.deleteFrom("page_recount").execute();
      await indexFeedbackText(trx);
    });
    expect(await ids({ q: "relay/setup" })).toEqual([]);
    expect(await recount()).toBe(Math.floor(PATHS.length / 4) + 1);
    expect(await pages()).toEqual(BY_PATH);
    expect(await ids({ q: "relay/setup" })).toHaveLength(2);
    expect(await wrongCounts()).toEqual([]);
    // Nothing remembers the old name.
    const named = store.query.selectFrom("feedback_page").where("page", "=", "/setup.html");
    expect(await named.selectAll().execute()).toEqual([]);
    expect(await recount()).toBe(0);
  });

  test("are found by each of their addresses, in lists, views, exports, and jobs", async () => {
    await change({ siteAddress: "https://docs.example.com/relay" });
    await recount();
    const setup = await ids({ path: "/setup" });
    expect(setup).toHaveLength(7);
    const addresses = ["/setup.html", "https://docs.example.com/relay/setup/", "/relay/setup"];
    for (const path of addresses) {
      expect(await ids({ path }), path).toEqual(setup);
      const file = createFeedbackStore(store).export(
        "docs",
        { ...NO_FILTERS, path },
        { format: "ndjson" },
      );
      const lines = (await new Response(file).text()).trim().split("\n");
      expect(lines, path).toHaveLength(7);
    }
    expect(await ids({ path: "https://docs.example.com/relay/se*" })).toEqual(setup);
    const job = { id: "job", project_id: "docs", intent_key: "job", prompt: "Fix", state: "sent" };
    await store.query
      .insertInto("job")
      .values({ ...job, created_at: 1 } as never)
      .execute();
    await store.query
      .insertInto("job_feedback")
      .values({ project_id: "docs", job_id: "job", feedback_id: setup[0] ?? "" })
      .execute();
    const others = { needsAttention: false, held: [], mergedSince: null, pull: null, batch: null };
    const all = { states: null, person: null, withArchived: true, ...others };
    for (const page of addresses) {
      const filter = { ...all, page };
      const part = { before: null, limit: 5 };
      expect(await createJobStore(store).summaries("docs", filter, part)).toHaveLength(1);
    }
  });

  test("continue with other rules while they are recounted", async () => {
    const rules = RULES.map(([, update]) => update);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...rules), fc.nat(3)), { minLength: 1, maxLength: 4 }),
        async (changes) => {
          for (const [update, steps] of changes) {
            await change(update);
            for (let step = 0; step < steps; step++) await recountPages(store.query, 4);
            expect(await pages()).toEqual(await plainly());
          }
          await recount();
          const last = changes.at(-1)?.[0];
          const expected = RULES.find(([, update]) => update === last)?.[2];
          expect(await pages()).toEqual(expected);
          expect(await wrongCounts()).toEqual([]);
        },
      ),
      { numRuns: 6 },
    );
  });

  test("have the views of all their addresses, also those that were uploaded before", async () => {
    const uploaded = PATHS.map((page) => ({ page, views: 10 }));
    await store.query
      .transaction()
      .execute((trx) => writePageViews(trx, "docs", { pages: uploaded }, 7));
    for (const [name, update, expected] of [...RULES, ...RULES.slice(0, 1)]) {
      await change(update);
      await recount();
      const { at, of } = await readPageViews(store.query, "docs");
      expect(at).toBe(7);
      const views = Object.entries(expected).map(([page, items]) => [page, 10 * items]);
      expect(Object.fromEntries(of), name).toEqual(Object.fromEntries(views));
    }
    // An earlier version kept only the names of pages.
    await store.query
      .deleteFrom("project_setting")
      .where("name", "=", "pageViewAddresses")
      .execute();
    await change({ siteAddress: "https://docs.example.com/relay" });
    await recount();
    const { of } = await readPageViews(store.query, "docs");
    expect(Object.fromEntries(of)).toEqual({ "/setup": 70, "/": 60 });
  });
});
