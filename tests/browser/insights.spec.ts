import { readFileSync } from "node:fs";
import { violations, violationsInBothThemes } from "../support/axe.ts";
import { openInbox, rows, waitForFirstSync } from "../support/inbox.ts";
import { expect, test } from "../support/server.ts";
import { visit } from "../support/visit.ts";

test.beforeEach(async ({ errata }) => waitForFirstSync(errata));

test("charts have a table and a file, and lead to the items they count @thorough", async ({
  page,
}) => {
  await visit(page, "/docs/insights?date=last-90-days");
  const figure = page.getByRole("region", { name: "Feedback by status" }).first();
  await expect(figure.getByRole("img").locator("svg").first()).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);

  await figure.getByRole("button", { name: "Show as table" }).click();
  const table = figure.getByRole("table");
  const header = await table.getByRole("columnheader").allInnerTexts();
  expect(header).toEqual(["Day", "Pending", "In progress", "Resolved", "Dismissed"]);
  const download = page.waitForEvent("download");
  await figure.getByRole("button", { name: "Download CSV" }).click();
  const lines = readFileSync(await (await download).path(), "utf8")
    .trim()
    .split("\r\n");
  expect(lines[0]).toBe(header.join(","));
  expect(lines).toHaveLength(await table.getByRole("row").count());
  expect(await violations(page, "table")).toEqual([]);

  const link = table.getByRole("link").and(page.locator('[href*="status=pending"]')).last();
  const count = Number(await link.innerText());
  await link.click();
  await expect(page).toHaveURL(/\/feedback\?dateFrom=.*&dateTo=.*&status=pending/);
  await expect(page.getByTestId("result-count")).toContainText(`${count} of`);
  await expect(rows(page).first()).toBeVisible();

  await page.setViewportSize({ width: 380, height: 700 });
  await visit(page, "/docs/insights?dateFrom=2001-01-01&dateTo=2001-02-01");
  await expect(page.getByText("No feedback in this period")).toHaveCount(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(380);
  await page.route("**/api/projects/docs/insights?**", (route) => route.abort());
  await page.getByTestId("filter-date").click();
  await page.getByRole("button", { name: "Last 30 days" }).click();
  await expect(page.getByRole("alert").getByRole("button", { name: "Try again" })).toBeVisible({
    timeout: 120_000,
  });
});

test("a click on a chart shows the items that it counts @thorough", async ({ page }) => {
  await openInbox(page, "?status=pending");
  await rows(page).nth(0).click();
  await page.getByTestId("detail-panel").waitFor();
  await page.keyboard.press("2");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();

  await visit(page, "/docs/insights?date=last-90-days");
  const figure = (name: string) => page.getByRole("region", { name }).first();
  const clickLastDot = (name: string) =>
    // A chart draws its dots again when it learns its width.
    expect(() =>
      // Its larger twin covers a dot that the pointer is on.
      figure(name).locator(".recharts-line-dot").last().click({ force: true }),
    ).toPass();
  await clickLastDot("Time to first decision");
  await expect(page).toHaveURL(/\/feedback\?decidedOn=[\d-]+\.\.[\d-]+$/);
  await expect(page.getByTestId("result-count")).toContainText("1 of");
  const filter = page.getByRole("button", { name: /^Decided: .* \(remove filter\)$/ });
  await filter.click();
  await expect(page).toHaveURL(/\/feedback$/);

  await visit(page, "/docs/insights?date=last-90-days");
  await figure("Feedback by status").locator(".recharts-bar-rectangle path").first().click();
  await expect(page).toHaveURL(/\/feedback\?dateFrom=[\d-]+&dateTo=[\d-]+&status=pending$/);
  await visit(page, "/docs/insights?date=last-90-days");
  await clickLastDot("Helpful votes");
  await expect(page).toHaveURL(/\/feedback\?dateFrom=[\d-]+&dateTo=[\d-]+&helpful=true$/);

  await visit(page, "/docs/insights?date=last-90-days");
  await figure("Helpful votes").getByRole("button", { name: "Show as table" }).click();
  const votes = figure("Helpful votes").getByRole("row").nth(1).getByRole("link").last();
  const cast = await votes.innerText();
  await votes.click();
  await expect(page).toHaveURL(/\/feedback\?dateFrom=[\d-]+&dateTo=[\d-]+&rated=true$/);
  await expect(page.getByTestId("result-count")).toContainText(`${cast} of`);

  await visit(page, "/docs/insights?date=last-90-days");
  const themes = figure("What readers report").getByRole("row").nth(1);
  const count = Number(await themes.getByRole("cell").first().innerText());
  expect(count).toBeGreaterThan(1);
  await themes.getByRole("link").first().click();
  await expect(page).toHaveURL(/\/feedback\?date=last-90-days&similarTo=/);
  await expect(page.getByTestId("result-count")).toContainText(`${count} of`);
});

test("the tooltip of a chart has the order and the colors of its legend", async ({ page }) => {
  await visit(page, "/docs/insights?date=last-90-days");
  const figure = page.getByRole("region", { name: "Feedback by status" }).first();
  await figure.locator(".recharts-bar-rectangle path").first().hover();
  const lines = figure.locator(".recharts-tooltip-item");
  const texts = await lines.allInnerTexts();
  const names = ["Pending", "In progress", "Resolved", "Dismissed"];
  expect(texts.map((text) => text.replace(/: [\d,]+$/, ""))).toEqual(names);
  const squares = await lines.evaluateAll((all) =>
    all.map((one) => getComputedStyle(one, "::before").backgroundColor),
  );
  const legend = await figure
    .locator(".recharts-legend-icon")
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).fill));
  expect(new Set(legend).size).toBe(4);
  expect(squares).toEqual(legend);
  const inks = await lines
    .locator("span")
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).color));
  expect(new Set(inks).size).toBe(1);
});
