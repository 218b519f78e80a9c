import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { docsCheck, docsRules } from "../../lib/contract/api/docs-rules.ts";
import { NO_FILTERS } from "../../lib/filters/feedback-filters.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { upsertFeedback } from "../../lib/store/write/write.ts";
import { engines, openTestStore, type TestDatabase } from "../support/databases.ts";
import { documentationOf } from "../support/documentation.ts";
import { mirrored } from "../support/feedback.ts";
import { documentedFeedback, feedbackOn } from "../support/feedback-services.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";
import { addFile } from "../support/repository.ts";

const PATHS = {
  "/soil": 3,
  "https://ferns.example/soil/": 1,
  "/soil.html": 1,
  "/help/pots": 2,
  "/help/light": 1,
  "/lost": 4,
  "/?page=soil": 1,
};

let origin: string;
let platform: TestPlatform;
beforeAll(async () => {
  origin = documentationOf({
    "docs/index.md": "# Ferns\n",
    "docs/soil.md": "# Soil\n",
    "docs/care/pots.md": "# Pots\n",
    "docs/moss/README.md": "# Moss\n",
    "docs/moss/index.md": "# Moss\n",
    "docs/2-tools.md": "# Tools\n",
    "docs/1-tools.md": "# Tools\n",
  });
  platform = await openTestPlatform({ name: "sqlite" }, [], { DOCS_REPOSITORY: origin });
});
afterAll(async () => {
  await platform.close();
  rmSync(origin, { recursive: true });
});

async function withItems(store: TestDatabase<StoreSchema>): Promise<void> {
  const items = Object.entries(PATHS).flatMap(([path, count]) =>
    Array.from({ length: count }, (_, index) => mirrored({ id: `${path} ${index}`, path })),
  );
  await store.query.transaction().execute((trx) => upsertFeedback(trx, "docs", items, 1));
}

test.each(engines)("addresses in feedback are checked, on $name", async (engine) => {
  const store = await openTestStore(engine, "docs-check");
  try {
    await withItems(store);
    const { docs, settings, feedback } = documentedFeedback(store, platform);
    const before = docsCheck.parse(await docs.check("docs"));
    expect(before).toMatchObject({ total: 5, matched: 2, isPartial: false });
    expect(before.sites).toMatchObject([{ folder: "docs" }]);
    expect(before.unmatched.map(({ page, items }) => [page, items])).toEqual([
      ["/lost", 4],
      ["/help/pots", 2],
      ["/help/light", 1],
    ]);
    expect(before.unmatched[1]?.tried).toContain("docs/help/pots.md");

    const rules = docsRules.parse({ addressRules: [{ from: "/help/*", to: "docs/care/*" }] });
    const ruled = await docs.check("docs", { docs: rules, siteAddress: "" });
    expect(ruled).toMatchObject({ total: 5, matched: 3 });
    const misspelled = docsRules.parse({ folders: ["docs", "dosc"] });
    const checked = await docs.check("docs", { docs: misspelled, siteAddress: "" });
    expect(checked.missingFolders).toEqual(["dosc"]);
    // Pages that other rules name can only be told apart by the addresses as readers sent them.
    const byQuery = docsRules.parse({ pageIn: { parameter: "page" } });
    const queried = await docs.check("docs", { docs: byQuery, siteAddress: "" });
    expect(queried).toMatchObject({ total: 4, matched: 1 });
    expect(await docs.check("docs")).toEqual(before);
    // A parameter may name any number of pages.
    const few = documentedFeedback(store, platform, { checked: { pages: 2, items: 3 } }).docs;
    expect(await few.check("docs")).toMatchObject({ total: 2, isPartial: true });
    expect(await few.check("docs", { docs: byQuery, siteAddress: "" })).toMatchObject({
      isPartial: true,
    });

    await settings.change("docs", { docs: rules });
    addFile(origin, "main", `docs/care/light-${engine.name}.md`, "# Light\n");
    platform.clock.advance(10_001);
    const pushed = await docs.check("docs");
    expect(pushed.commit).not.toBe(before.commit);
    expect(pushed.matched).toBe(3);
    expect((await docs.check("other")).total).toBe(0);
    const listed = await feedback.pages("docs", NO_FILTERS, {
      sort: "page",
      limit: 2,
      cursor: null,
      file: "none",
    });
    expect(listed).toMatchObject({ total: 2, pages: [{ page: "/help/light" }, { page: "/lost" }] });
  } finally {
    await store.close();
  }
});

test("evidence has the files of its pages, and none with a hosted platform", async () => {
  const store = await openTestStore({ name: "sqlite" }, "docs-check-files");
  try {
    await withItems(store);
    const { feedback, docs } = documentedFeedback(store, null);
    const ids = ["/soil 0", "/lost 0"];
    const known = await documentedFeedback(store, platform).feedback.evidence("docs", ids);
    expect(known.map(({ file }) => file)).toEqual(["docs/soil.md", null]);
    expect((await feedback.evidence("docs", ids)).map(({ file }) => file)).toEqual([
      undefined,
      undefined,
    ]);
    expect((await feedbackOn(store).itemPage("docs", "/soil 0")).file).toBeNull();
    await expect(docs.check("docs")).rejects.toMatchObject({ code: "not_found" });
    const byFile = { sort: "page", limit: 9, cursor: null, file: "none" } as const;
    await expect(feedback.pages("docs", NO_FILTERS, byFile)).rejects.toMatchObject({
      code: "not_found",
    });
  } finally {
    await store.close();
  }
});

test("pages that fit several files are named with the one that was taken, and why", async () => {
  const store = await openTestStore({ name: "sqlite" }, "docs-check-choice");
  try {
    const items = ["/moss", "/moss/", "/tools"].map((path) => mirrored({ id: path, path }));
    await store.query.transaction().execute((trx) => upsertFeedback(trx, "docs", items, 1));
    const { docs, feedback } = documentedFeedback(store, platform);
    const { chosen, unmatched } = await docs.check("docs");
    expect(chosen).toEqual([
      {
        page: "/moss",
        items: 2,
        file: "docs/moss/index.md",
        others: ["docs/moss/README.md"],
        reason: "index",
      },
    ]);
    const several = ["docs/1-tools.md", "docs/2-tools.md"];
    expect(unmatched).toMatchObject([{ page: "/tools", several }]);
    const ids = ["/moss", "/tools"];
    expect(await feedback.evidence("docs", ids)).toMatchObject([
      { file: "docs/moss/index.md", otherFiles: ["docs/moss/README.md"] },
      { file: null, otherFiles: several },
    ]);
    expect((await feedback.itemPage("docs", "/moss")).choice).toEqual({
      others: ["docs/moss/README.md"],
      reason: "index",
    });
    expect(await feedback.itemPage("docs", "/tools")).toMatchObject({ several, choice: null });
  } finally {
    await store.close();
  }
});
