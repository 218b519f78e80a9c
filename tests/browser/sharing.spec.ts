import type { Locator, Page } from "@playwright/test";
import { violationsInBothThemes } from "../support/axe.ts";
import { openInbox, resultCount, rowIds, rows, waitForFirstSync } from "../support/inbox.ts";
import { expect, test } from "../support/server.ts";
import { visit } from "../support/visit.ts";

test.beforeEach(async ({ errata }) => waitForFirstSync(errata));

test("a shared URL shows the same rows, filters, and open item in another browser", async ({
  page,
  browser,
  errata,
}) => {
  await openInbox(page, "?status=pending,in_progress&source=contextual&q=the&sort=oldest");
  await rows(page).nth(3).click();
  const panel = page.getByTestId("detail-panel");
  await expect(panel.getByText("Details", { exact: true })).toBeVisible();
  const shown = {
    ids: (await rowIds(page)).slice(0, 15),
    comment: await panel.locator("blockquote").innerText(),
  };
  const url = page.url();
  expect(url).toContain("open=");

  const context = await browser.newContext({ timezoneId: "America/New_York" });
  const other = await context.newPage();
  await visit(other, url);
  await expect(rows(other).first()).toBeVisible();
  expect((await rowIds(other)).slice(0, 15)).toEqual(shown.ids);
  expect(await other.getByTestId("detail-panel").locator("blockquote").innerText()).toBe(
    shown.comment,
  );
  await expect(other.getByTestId("filter-status")).toContainText("Pending, In progress");
  await expect(other.getByTestId("filter-source")).toContainText("Page comment");
  await expect(other.getByTestId("search")).toHaveValue("the");
  const count = await resultCount(page);
  await expect(other.getByTestId("result-count")).toHaveText(count);
  expect(new URL(other.url()).origin).toBe(errata.url);
  await context.close();
});

test("an open item stays on the page while its code loads @thorough", async ({ page }) => {
  await openInbox(page);
  const [, second = ""] = await rowIds(page);
  await page.route("**/*.js", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  // Block API responses, so that only the server-rendered content shows.
  await page.route("**/api/**", () => undefined);
  await page.addInitScript(() => {
    let wasShown = false;
    let removals = 0;
    const watch = new MutationObserver(() => {
      const isPresent = document.querySelector("[data-testid=detail-panel]") !== null;
      if (wasShown && !isPresent) removals += 1;
      wasShown = isPresent;
      Object.assign(window, { removals });
    });
    watch.observe(document, { childList: true, subtree: true });
  });
  await visit(page, `/docs/feedback?open=${second}`);
  const panel = page.getByTestId("detail-panel");
  await expect(async () => {
    const close = panel.getByRole("button", { name: "Close item" });
    if (await close.isVisible()) await close.click({ timeout: 1_000 });
    await expect(panel).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
  expect(await page.evaluate(() => Reflect.get(window, "removals"))).toBe(1);
});

test("back removes a filter, and forward restores it", async ({ page }) => {
  await openInbox(page);
  const all = await resultCount(page);
  await page.getByTestId("filter-status").click();
  await page.getByRole("checkbox", { name: /Dismissed/ }).check();
  await expect(page.getByTestId("result-count")).not.toHaveText(all);
  // The URL updates a moment after the list.
  await expect(page).toHaveURL(/status=dismissed/);
  await page.goBack();
  await expect(page.getByTestId("result-count")).toHaveText(all);
  await expect(page).not.toHaveURL(/status/);
  await page.goForward();
  await expect(page).toHaveURL(/status=dismissed/);
});

test("a date period stays relative in the URL, and means UTC days @thorough", async ({
  page,
  request,
}) => {
  await openInbox(page);
  const filter = page.getByTestId("filter-date");
  await filter.click();
  await page.getByRole("button", { name: "Last 7 days" }).click();
  await expect(page).toHaveURL(/[?&]date=last-7-days(&|$)/);
  expect(page.url()).not.toContain("dateFrom");
  const day = (shift: number) =>
    new Date(Date.now() + shift * 86_400_000).toISOString().slice(0, 10);
  const total = async (query: string) => {
    const response = await request.get(`/api/projects/docs/feedback/facets?${query}`);
    return (await response.json()).total as number;
  };
  const expected = await total(`dateFrom=${day(-6)}&dateTo=${day(1)}`);
  expect(await total("date=last-7-days")).toBe(expected);
  await expect(page.getByTestId("result-count")).toHaveText(`${expected} of 4,000`);
  await expect(filter).toHaveText("Last 7 days");
  const shown = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
  const [first, last] = [-6, 0].map((shift) => shown.format(Date.now() + shift * 86_400_000));
  await expect(filter).toHaveAttribute("title", `${first} – ${last} (days in UTC)`);
});

test("an address that leads nowhere keeps the navigation, and leads back", async ({ page }) => {
  for (const [address, title, back, to] of [
    ["jobs/nope", "Job not found", "Go to agent jobs", "/docs/jobs"],
    ["views/nope", "View not found", "Go to the inbox", "/docs/feedback"],
    ["start/nope", "Page not found", "Home", "/docs"],
  ] as const) {
    const answer = await page.goto(`/docs/${address}`);
    expect(answer?.status(), address).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.getByRole("link", { name: back }).click();
    await expect(page).toHaveURL(to);
  }
});

test("an address with something that is no filter says so, and what applies", async ({ page }) => {
  await openInbox(page, "?status=pending&rating=not-helpful&source=mail");
  const notice = page.getByText("Unknown filters: rating=not-helpful, source=mail.");
  await expect(notice).toBeVisible();
  await expect(page.getByTestId("filter-status")).toHaveText("Status: Pending");
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(notice).toHaveCount(0);
});

test.describe("a row", () => {
  /** Opens the second row in a new tab. */
  const open = async (page: Page, click: Parameters<Locator["click"]>[0]) => {
    const row = rows(page).nth(1);
    const id = await row.getAttribute("data-feedback-id");
    const [tab] = await Promise.all([
      page.context().waitForEvent("page"),
      row.locator(".list-comment").click(click),
    ]);
    return { tab, id };
  };

  /** Opens the inbox and points at the list, which loads what a click may need. */
  const openAndPoint = async (page: Page) => {
    await openInbox(page, "?status=pending");
    const loaded = page.waitForResponse(async (response) =>
      (await response.text()).includes("auxclick"),
    );
    await rows(page).nth(2).hover();
    await loaded;
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  };

  const clicks: Record<string, Parameters<Locator["click"]>[0]> = {
    Ctrl: { modifiers: ["Control"] },
    "the middle button": { button: "middle" },
  };
  for (const [name, click] of Object.entries(clicks)) {
    test(`opens in a new tab with ${name}, and this tab stays as it is @thorough`, async ({
      page,
    }) => {
      await openAndPoint(page);
      const { tab, id } = await open(page, click);
      // Playwright sometimes waits forever for the navigation of a tab that is open already.
      const address = () =>
        tab.evaluate(() => location.pathname + location.search).catch(() => "still loading");
      await expect.poll(address).toBe(`/docs/feedback?status=pending&open=${id}`);
      const isItemShown = () =>
        tab
          .evaluate(() =>
            [...document.querySelectorAll("[data-testid=detail-panel]")].some((panel) =>
              panel.checkVisibility(),
            ),
          )
          .catch(() => false);
      await expect.poll(isItemShown).toBe(true);
      await expect(page).toHaveURL(/status=pending$/);
      await expect(page.getByTestId("detail-panel")).toHaveCount(0);
    });
  }

  test("is a link in the context menu, unless text is selected @thorough", async ({ page }) => {
    await openAndPoint(page);
    await page.evaluate(() => {
      addEventListener("contextmenu", (event) => {
        event.preventDefault();
        const link = event.target instanceof Element && event.target.closest("a");
        document.title = link ? link.href : "no link";
      });
    });
    const row = rows(page).nth(1);
    const id = await row.getAttribute("data-feedback-id");
    await row.locator(".list-comment").click({ button: "right" });
    await expect(page).toHaveTitle(new RegExp(`status=pending&open=${id}$`));
    await expect(page.locator("body > a[aria-hidden]")).toHaveCount(0);
    await row.locator(".list-page").selectText();
    await row.locator(".list-comment").click({ button: "right" });
    await expect(page).toHaveTitle("no link");
  });
});
