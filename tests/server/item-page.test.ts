import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Role } from "../../lib/contract/api/permissions.ts";
import type { FeedbackServices } from "../../lib/services/feedback-services.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import type { SettingsStore } from "../../lib/store/settings.ts";
import { upsertFeedback } from "../../lib/store/write/write.ts";
import { openTestStore, type TestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";
import { documentedFeedback, feedbackOn, servicesFor } from "../support/feedback-services.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

const ITEMS = [
  { id: "quote", path: "/docs/quickstart.mdx", comment: '"relay serve" is unknown <b>!</b>' },
  { id: "unsure", path: "/quickstart", comment: "I don't get it" },
  { id: "vote", path: "/quickstart", comment: " Thanks! " },
  { id: "fragment", path: "/quickstart#2-get-a-key" },
  { id: "missing", path: "/nowhere", comment: '"relay serve"' },
  { id: "address", path: "/guides/reader@example.org" },
  { id: "elsewhere", path: "https://evil.example/quickstart", comment: "Something else" },
];

describe("the page of an item", () => {
  let store: TestDatabase<StoreSchema>;
  let platform: TestPlatform;
  let settings: SettingsStore;
  let feedback: FeedbackServices;
  beforeAll(async () => {
    store = await openTestStore({ name: "sqlite" }, "item-page");
    platform = await openTestPlatform({ name: "sqlite" });
    const entries = ITEMS.map((item) => mirrored(item));
    await store.query.transaction().execute((trx) => upsertFeedback(trx, "docs", entries, 1));
    ({ settings, feedback } = documentedFeedback(store, platform));
  });
  afterAll(() => Promise.all([store.close(), platform.close()]));

  test("is found in the sample's repository, and only what is sure is shown", async () => {
    await settings.change("docs", { siteAddress: "https://example.com/docs" });
    // The site is published below /docs.
    const preview = "/site/docs/docs/quickstart";
    const { file, passage } = await feedback.itemPage("docs", "quote");
    expect(file).toEqual({ path: "quickstart.mdx", line: 27, url: null, preview });
    expect(passage).toMatchObject({
      foundBy: "quote",
      places: 1,
      isCut: false,
      section: { id: "3-start-a-listener", title: "3. Start a listener" },
    });
    expect(passage?.html).toMatch(/^<pre[^>]*><code class="language-bash">relay serve --forward/);
    const unsure = { file: { path: "quickstart.mdx", line: null, url: null, preview } };
    for (const id of ["unsure", "vote", "elsewhere"]) {
      const start = { foundBy: "start", section: null, places: 1 };
      expect(await feedback.itemPage("docs", id)).toMatchObject({ ...unsure, passage: start });
    }
    const section = await feedback.itemPage("docs", "fragment");
    expect(section.passage).toMatchObject({ foundBy: "heading", section: { id: "2-get-a-key" } });
    expect(await feedback.itemPage("docs", "missing")).toEqual({
      file: null,
      tried: expect.arrayContaining(["nowhere.mdx"]),
      several: [],
      choice: null,
      passage: null,
    });
    await expect(feedback.itemPage("docs", "none")).rejects.toMatchObject({ code: "not_found" });
    await expect(feedback.itemPage("other", "quote")).rejects.toMatchObject({ code: "not_found" });
  });

  test("names what was tried without the address that a reader typed, to a viewer", async () => {
    const tried = async (role: Role) =>
      (await servicesFor(role, { feedback }).feedback.itemPage("docs", "address")).tried;
    expect(await tried("triager")).toContain("guides/reader@example.org.mdx");
    expect(await tried("viewer")).toContain("guides/r•••@example.org.mdx");
    expect((await tried("viewer")).join()).not.toContain("reader@");
  });

  test("is linked on the live site, but not on another one", async () => {
    const links = async (id: string, from = feedback) => {
      const { liveUrl, mayHavePassage } = await from.detail("docs", id);
      return [liveUrl, mayHavePassage];
    };
    await settings.change("docs", { siteAddress: "https://example.com/docs" });
    expect(await links("quote")).toEqual(["https://example.com/docs/quickstart", true]);
    expect(await links("vote")).toEqual(["https://example.com/docs/quickstart", false]);
    expect(await links("fragment")).toEqual([
      "https://example.com/docs/quickstart#2-get-a-key",
      true,
    ]);
    expect(await links("elsewhere")).toEqual([null, true]);
    expect(await links("quote", feedbackOn(store))).toEqual([
      "https://example.com/docs/quickstart",
      false,
    ]);
    await settings.change("docs", { siteAddress: "" });
    expect(await links("quote")).toEqual([null, true]);
  });

  test("isn't waited for without end", async () => {
    const { docsFiles, ...others } = platform;
    const endless = { ...docsFiles, head: () => new Promise<string>(() => undefined) };
    const slow = documentedFeedback(store, { ...others, docsFiles: endless }, { patience: 1 });
    await expect(slow.feedback.itemPage("docs", "quote")).rejects.toMatchObject({
      code: "unavailable",
    });
  });

  test("isn't known with a hosted platform", async () => {
    expect(await feedbackOn(store).itemPage("docs", "quote")).toEqual({
      file: null,
      tried: [],
      several: [],
      choice: null,
      passage: null,
    });
  });
});
