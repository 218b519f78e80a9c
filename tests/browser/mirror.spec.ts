import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { importFile } from "../support/import-file.ts";
import { openInbox, rowIds, rows, scrollToRow, waitForFirstSync } from "../support/inbox.ts";
import {
  faults,
  type MisbehavingPlatform,
  type ServedEntry,
  startMisbehavingPlatform,
} from "../support/misbehaving-platform.ts";
import { type Errata, expect, startErrata, test } from "../support/server.ts";
import { visit } from "../support/visit.ts";

/** Returns the counts from the API for a query. */
async function counted(page: Page, query: string): Promise<Record<string, number>> {
  const response = await page.request.get(`/api/projects/docs/feedback/facets?${query}`);
  const { total, helpful, comment } = await response.json();
  return { total, helpful: helpful.true, notHelpful: helpful.false, comment: comment.true };
}

async function expectTotal(page: Page, total: number | undefined): Promise<void> {
  const shown = new RegExp(`^${total?.toLocaleString("en")} of `);
  await expect(page.getByTestId("result-count")).toHaveText(shown);
}

test.describe("the filter bar", () => {
  test.beforeEach(async ({ errata }) => waitForFirstSync(errata));

  test("filters by rating, comment, and page, and shows the same counts as the API", async ({
    page,
  }) => {
    await openInbox(page);
    const all = await counted(page, "");
    await page.getByTestId("filter-rating").click();
    const notHelpful = page.getByRole("radio", { name: /Not helpful/ });
    await expect(page.locator("label").filter({ has: notHelpful })).toContainText(
      all.notHelpful?.toLocaleString("en") ?? "",
    );
    await notHelpful.check();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/helpful=false/);
    await expectTotal(page, all.notHelpful);

    const rated = await counted(page, "helpful=false");
    await expect(page.getByTestId("filter-comment")).toContainText(
      rated.comment?.toLocaleString("en") ?? "",
    );
    await page.getByTestId("filter-comment").click();
    await expect(page).toHaveURL(/comment=true/);
    await expectTotal(page, rated.comment);
    for (const row of await rows(page).all()) await expect(row).not.toContainText("No comment");

    await page.getByTestId("filter-page").click();
    await page.getByRole("combobox", { name: /Page path/ }).fill("/guides/");
    await page.getByRole("option", { name: /All pages starting with/ }).click();
    await expect(page).toHaveURL(/path=\/guides\/\*/);
    const narrow = await counted(page, "helpful=false&comment=true&path=/guides/*");
    expect(narrow.total).toBeLessThan(rated.comment ?? 0);
    await expectTotal(page, narrow.total);

    await page.getByTestId("filter-page").click();
    await page.getByRole("combobox", { name: /Page path/ }).fill("guides/authentication");
    await page.keyboard.press("Enter");
    const one = await counted(page, "helpful=false&comment=true&path=/guides/authentication");
    await expectTotal(page, one.total);
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expectTotal(page, all.total);
  });

  test("highlights matches in rows and in the open item, whatever the text @thorough", async ({
    page,
    errata,
  }) => {
    const file = join(errata.dataDir, "highlighted.ndjson");
    const entry = {
      id: "highlighted_1",
      path: "/guides/zebra<b>",
      comment: `${"Long before. ".repeat(12)}A ZEBRA<script>window.pwned = 1</script> شكرا جزيلا`,
      code: "let zebra = '</mark>';",
      filename: "zoo.js",
      lang: "js",
      createdAt: new Date().toISOString(),
      source: "code_snippet",
      status: "pending",
    };
    writeFileSync(file, JSON.stringify(entry));
    await importFile(errata, file);
    await visit(page, "/docs/feedback?q=zebra&open=highlighted_1");
    const row = page.locator('[data-feedback-id="highlighted_1"]');
    await expect(row.locator("mark")).toHaveText(["ZEBRA", "zebra"]);
    await expect(row.locator("mark").first()).toBeInViewport();
    // React keeps a hidden copy until the streamed one is in place.
    const panel = page.getByTestId("detail-panel").filter({ visible: true });
    await expect(panel.locator("h2 mark")).toHaveText("zebra");
    await expect(panel.locator("blockquote mark")).toHaveText("ZEBRA");
    await expect(panel.locator("pre mark")).toHaveText("zebra");
    await expect(panel.locator("pre")).toHaveText(entry.code);
    expect(await violations(page)).toEqual([]);
    await page.getByTestId("search").fill("جزيلا");
    await expect(row.locator("mark")).toHaveText("جزيلا");
    await page.getByTestId("search").fill('before -none "let zebra"');
    await expect(row).toContainText("in code: let zebra");
    await expect(row.locator(".list-match mark")).toHaveText("let zebra");
    expect(await page.evaluate(() => "pwned" in window)).toBe(false);
  });

  test("exports the current view @thorough", async ({ page }) => {
    await openInbox(page, "?helpful=false&comment=true");
    const { total } = await counted(page, "helpful=false&comment=true");
    for (const [name, countItems] of [
      ["NDJSON", (text: string) => text.trimEnd().split("\n").length],
      ["JSON", (text: string) => JSON.parse(text).length],
    ] as const) {
      await page.getByTestId("export").click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: new RegExp(`^${name}`) }).click(),
      ]);
      const text = readFileSync(await download.path(), "utf8");
      expect(countItems(text)).toBe(total);
      expect(text).not.toContain('"contact"');
    }
  });

  test("says in the popover why an export is rejected, and what to do", async ({ page }) => {
    await openInbox(page);
    const message = "Two of your exports are still running. Try again when one is done.";
    const json = { error: { code: "too_many_requests", message } };
    await page.route("**/feedback/export/check", (route) => route.fulfill({ status: 429, json }), {
      times: 1,
    });
    await page.getByTestId("export").click();
    const popover = page.getByRole("dialog");
    await popover.getByRole("link", { name: /^CSV/ }).click();
    await expect(popover.getByRole("alert")).toHaveText(message);
    expect(await violations(page, "[role=dialog]")).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      popover.getByRole("link", { name: /^CSV/ }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("feedback.csv");
    await expect(popover).toBeHidden();
  });

  test("keeps popovers in place, without accessibility violations @thorough", async ({ page }) => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await openInbox(page);
      for (const name of ["filter-rating", "filter-page", "export"]) {
        await page.getByTestId(name).click();
        await expect(page.getByRole("dialog")).toBeVisible();
        await expect(page.getByRole("dialog").getByText(/\d/).first()).toBeVisible();
        expect(await violations(page, "[role=dialog]")).toEqual([]);
        await page.keyboard.press("Escape");
      }
    }
    // At this width, the longer label makes the other controls narrower.
    await page.setViewportSize({ width: 900, height: 800 });
    await page.getByTestId("filter-status").click();
    const popup = page.getByRole("dialog");
    const before = await popup.boundingBox();
    for (const name of [/Pending/, /In progress/, /Resolved/]) {
      await page.getByRole("checkbox", { name }).check();
    }
    await expect(page.getByTestId("filter-status")).toContainText("Resolved");
    expect(await popup.boundingBox()).toEqual(before);
  });

  test("ignores unknown values in the URL @thorough", async ({ page }) => {
    const long = await visit(page, `/docs/feedback?q=${"x".repeat(6_000)}`);
    expect(long?.status()).toBe(200);
    await expect(rows(page).first()).toBeVisible();
    const response = await page.request.get(`/api/projects/docs/feedback?q=${"x".repeat(6_000)}`);
    expect(response.status()).toBe(400);
    await openInbox(page, "?status=done&source=telepathy");
    await expect(page.getByTestId("filter-status")).toHaveText("Status");
    await expect(page.getByRole("button", { name: "Clear filters" })).toHaveCount(0);
  });
});

test.describe("the list by keyboard", () => {
  test.beforeEach(async ({ errata }) => waitForFirstSync(errata));

  test("starts at a visible row if the open item is far away @thorough", async ({ page }) => {
    await openInbox(page, "?sort=oldest");
    const far = (await rowIds(page))[5];
    await openInbox(page, `?open=${far}`);
    await scrollToRow(page, 40);
    await page.keyboard.press("j");
    await expect(page.locator('[aria-rowindex="42"]')).toBeFocused();
  });

  test("shrinks a range, and says when selected items aren't in the view @thorough", async ({
    page,
  }) => {
    await openInbox(page);
    await page.keyboard.press("j");
    for (const key of ["J", "J", "J", "K"]) await page.keyboard.press(`Shift+${key}`);
    await expect(page.getByText("3 selected")).toBeVisible();
    await expect(page.getByText("in this view")).toHaveCount(0);
    await page.getByTestId("search").fill("Authorisation: Token");
    await expect(page.getByText("3 selected (some aren't in this view)")).toBeVisible();
  });
});

test.describe("with a misbehaving platform", () => {
  let platform: MisbehavingPlatform;
  let errata: Errata;

  test.beforeAll(async () => {
    platform = await startMisbehavingPlatform([
      entry("fb_1", { status: "on_hold", source: "constructor" }),
      entry("fb_2", { status: "pending", source: "sms\u202Egnp" }),
      entry("fb_3", { status: 3, comment: "<img src=x onerror=alert(1)>" }),
    ]);
    errata = await startErrata({
      env: {
        PLATFORM_URL: platform.url,
        PLATFORM_API_KEY: "any",
        PLATFORM_PROJECTS: "docs=Docs",
      },
    });
    await waitForFirstSync(errata);
  });
  test.afterAll(async () => {
    await errata.close();
    await platform.close();
  });

  test("counts undocumented sources and statuses @thorough", async ({ page }) => {
    await visit(page, `${errata.url}/docs/feedback`);
    await expect(rows(page)).toHaveCount(2);
    await page.getByTestId("filter-status").click();
    await expect(page.getByRole("dialog").getByRole("listitem")).toHaveText(["on_hold1"]);
    await page.keyboard.press("Escape");
    await page.getByTestId("filter-source").click();
    const sources = page.getByRole("dialog").getByRole("listitem");
    await expect(sources).toHaveText(["constructor1", "smsgnp1"], { ignoreCase: false });
    expect(await violations(page)).toEqual([]);
  });

  test("shows skipped items in Settings until they are dismissed @thorough", async ({ page }) => {
    await visit(page, `${errata.url}/docs/feedback`);
    await page
      .getByTestId("sync-status")
      .getByRole("link", { name: /1 skipped/ })
      .click();
    await expect(page).toHaveURL(/\/settings#skipped-docs/);
    const item = page.getByTestId("quarantined");
    await expect(item).toContainText("fb_3");
    await expect(item).toContainText("status isn't text");
    await item.getByText("Received data").click();
    await expect(item.locator("pre")).toContainText("<img src=x onerror=alert(1)>");
    expect(await violations(page)).toEqual([]);
    await item.getByRole("button", { name: "Dismiss fb_3" }).click();
    await expect(page.getByText("Errata read everything the platform sent")).toBeVisible();
    await expect(page.getByRole("link", { name: /skipped/ })).toHaveCount(0);
  });

  test("says how old the data is, and what to do about a rejected key @thorough", async ({
    page,
  }) => {
    platform.always(faults.status(401));
    await visit(page, `${errata.url}/docs/feedback`);
    await page.getByRole("button", { name: "Sync now" }).click();
    const notice = page.getByRole("status").filter({ hasText: "Showing data from" });
    await expect(notice).toContainText("Check PLATFORM_API_KEY", { timeout: 120_000 });
    await expect(page.getByTestId("sync-status")).toContainText("Sync stopped");
    await expect(rows(page)).toHaveCount(2);
    expect(await violations(page)).toEqual([]);
    platform.always(null);
  });
});

function entry(id: string, fields: Record<string, unknown>): ServedEntry {
  const createdAt = "2026-11-01T09:00:00Z";
  return { id, path: "/quickstart", comment: `About ${id}`, createdAt, ...fields };
}
