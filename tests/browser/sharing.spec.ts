import { openInbox, rowIds, rows, waitForFirstSync } from "../support/inbox.ts";
import { expect, test } from "../support/server.ts";
import { visit } from "../support/visit.ts";

test.beforeEach(async ({ errata }) => waitForFirstSync(errata));

test("a pasted address shows the same rows, filters and open entry in a clean browser", async ({
  page,
  browser,
  errata,
}) => {
  await openInbox(page, "?status=pending,in_progress&source=contextual&q=the&sort=oldest");
  await rows(page).nth(3).click();
  const panel = page.getByTestId("detail-panel");
  await expect(panel.getByText("Identifier")).toBeVisible();
  const shown = {
    ids: (await rowIds(page)).slice(0, 15),
    entry: await panel.locator("blockquote").innerText(),
  };
  const address = page.url();
  expect(address).toContain("open=");

  const context = await browser.newContext({ timezoneId: "America/New_York" });
  const other = await context.newPage();
  await visit(other, address);
  await expect(rows(other).first()).toBeVisible();
  expect((await rowIds(other)).slice(0, 15)).toEqual(shown.ids);
  expect(await other.getByTestId("detail-panel").locator("blockquote").innerText()).toBe(
    shown.entry,
  );
  await expect(other.getByTestId("filter-status")).toContainText("Pending, In progress");
  await expect(other.getByTestId("filter-source")).toContainText("Page comment");
  await expect(other.getByTestId("search")).toHaveValue("the");
  const count = await page.getByTestId("result-count").innerText();
  await expect(other.getByTestId("result-count")).toHaveText(count);
  expect(new URL(other.url()).origin).toBe(errata.url);
  await context.close();
});

test("the first rows, the numbers and the open entry stand in the server's HTML", async ({
  page,
  request,
}) => {
  await openInbox(page, "?status=pending");
  const [first = ""] = await rowIds(page);
  const html = await (await request.get(`/docs/feedback?status=pending&open=${first}`)).text();
  expect(html.match(/data-testid="feedback-row"/g)?.length).toBeGreaterThan(15);
  expect(html).toContain(`data-feedback-id="${first}"`);
  expect(html).toMatch(/data-testid="result-count"[^>]*>[\d,]+ of 4,000</);
  expect(html).toContain("Identifier");
});

test("an open entry stays on the page while its code comes", async ({ page }) => {
  await openInbox(page);
  const [, second = ""] = await rowIds(page);
  await page.route("**/*.js", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  // Answers would change what is shown, which here is what the server rendered and nothing else.
  await page.route("**/api/**", () => undefined);
  await page.addInitScript(() => {
    let shown = false;
    let left = 0;
    const watch = new MutationObserver(() => {
      const there = document.querySelector("[data-testid=detail-panel]") !== null;
      if (shown && !there) left += 1;
      shown = there;
      Object.assign(window, { left });
    });
    watch.observe(document, { childList: true, subtree: true });
  });
  await visit(page, `/docs/feedback?open=${second}`);
  const panel = page.getByTestId("detail-panel");
  await expect(async () => {
    await panel.getByRole("button", { name: "Close the entry" }).click({ timeout: 1_000 });
    await expect(panel).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
  expect(await page.evaluate(() => Reflect.get(window, "left"))).toBe(1);
});

test("back undoes a filter, and forward does it again", async ({ page }) => {
  await openInbox(page);
  const all = await page.getByTestId("result-count").innerText();
  await page.getByTestId("filter-status").click();
  await page.getByRole("checkbox", { name: /Dismissed/ }).check();
  await expect(page.getByTestId("result-count")).not.toHaveText(all);
  // The address follows what is seen, a moment later.
  await expect(page).toHaveURL(/status=dismissed/);
  await page.goBack();
  await expect(page.getByTestId("result-count")).toHaveText(all);
  await expect(page).not.toHaveURL(/status/);
  await page.goForward();
  await expect(page).toHaveURL(/status=dismissed/);
});

test("the date filter counts UTC days and includes the last one", async ({ page, request }) => {
  await openInbox(page);
  await page.getByTestId("filter-date").click();
  await page.getByRole("button", { name: "Last 7 days" }).click();
  const from = new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10);
  const to = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await expect(page).toHaveURL(new RegExp(`dateFrom=${from}&dateTo=${to}`));
  const answer = await request.get(
    `/api/projects/docs/feedback/facets?dateFrom=${from}&dateTo=${to}`,
  );
  const { total } = await answer.json();
  await expect(page.getByTestId("result-count")).toHaveText(`${total} of 4,000`);
});
