import type { Page } from "@playwright/test";
import { violations, violationsInBothThemes } from "../support/axe.ts";
import {
  openInbox,
  resultCount,
  rowIds,
  rows,
  scrollToRow,
  waitForFirstSync,
} from "../support/inbox.ts";
import { expect, test } from "../support/server.ts";
import { reload, visit } from "../support/visit.ts";

test.beforeEach(async ({ errata }) => waitForFirstSync(errata));

/** Selects the dialog in front. What it covers on a phone can be too small to touch. */
async function frontDialog(page: Page): Promise<string> {
  await page
    .getByRole("dialog")
    .last()
    .evaluate((dialog) => dialog.setAttribute("data-front", ""));
  return "[data-front]";
}

const VARIANTS = [
  { name: "light and dark @thorough", width: 1440, check: violationsInBothThemes },
  { name: "narrow @thorough", width: 380, check: violations },
] as const;

for (const { name, width, check } of VARIANTS) {
  test(`no accessibility violations and no forbidden phrases, ${name}`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height: 800 });
    // Agents always say what is wrong, so a job about their feedback opens a pull request.
    await openInbox(page, "?status=pending&source=agent");
    expect(await check(page)).toEqual([]);
    // A phone has the filters in a popover of their own.
    if (width < 640) await page.getByTestId("filters").click();
    await page.getByTestId("filter-status").click();
    await expect(page.getByRole("dialog").last()).toBeVisible();
    expect(await check(page, await frontDialog(page))).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByTestId("filter-date").click();
    await expect(page.getByRole("grid", { name: /\d{4}/ })).toBeVisible();
    expect(await check(page, await frontDialog(page))).toEqual([]);
    await page.keyboard.press("Escape");
    if (width < 640) await page.keyboard.press("Escape");
    await rows(page).nth(2).getByTestId("row-select").click();
    await rows(page).nth(1).click();
    await expect(
      page.getByTestId("detail-panel").getByText("Details", { exact: true }),
    ).toBeVisible();
    expect(await check(page)).toEqual([]);
    await page.getByRole("button", { name: "Close item" }).click();
    await page.getByTestId("draft-prompt").click();
    await expect(page.getByTestId("prompt-editor")).not.toHaveValue("");
    expect(await check(page)).toEqual([]);
    await page.getByRole("button", { name: "Review" }).click();
    expect(await check(page)).toEqual([]);
    await page.getByTestId("create-job").click();
    await expect(page.getByTestId("job-pr-link")).toBeVisible({ timeout: 120_000 });
    expect(await check(page)).toEqual([]);
    const pull = await page.getByTestId("job-pr-link").getAttribute("href");
    for (const address of [
      pull ?? "",
      "/docs/jobs",
      "/settings",
      "/docs/feedback?q=zzzz",
      "/nothing/at/all",
    ]) {
      await visit(page, address);
      await page.locator("h1").waitFor();
      expect(await check(page)).toEqual([]);
    }
  });
}

test("nothing overflows a narrow screen @thorough", async ({ page }) => {
  await page.setViewportSize({ width: 380, height: 700 });
  for (const address of [
    "/docs/feedback?status=pending,resolved&source=agent",
    "/docs/jobs",
    "/settings",
  ]) {
    await visit(page, address, { waitUntil: "networkidle" });
    const overflowing = await page.evaluate(() =>
      [...document.querySelectorAll("body, body *")]
        // Some scroll by themselves.
        .filter(
          (element) =>
            !element.closest(
              "pre, .setup-notice, [class*='sr-only'], .skip-link, [aria-label^='Changes in'], [aria-label='Job filters']",
            ),
        )
        .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
        .map((element) => element.outerHTML.slice(0, 120)),
    );
    expect(overflowing, address).toEqual([]);
  }
});

test("the inbox works with the keyboard only", async ({ page }) => {
  await openInbox(page, "?status=pending&bareVote=false");
  const [first, second, third] = await rowIds(page);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("Shift+J");
  await page.keyboard.press("Shift+J");
  await expect(page.getByText("3 selected")).toBeVisible();
  for (const id of [first, second, third]) {
    await expect(page.locator(`[data-feedback-id="${id}"]`)).toHaveAttribute(
      "aria-selected",
      "true",
    );
  }
  await page.keyboard.press("o");
  await expect(page).toHaveURL(new RegExp(`open=${third}`));
  await page.keyboard.press("k");
  await expect(page).toHaveURL(new RegExp(`open=${second}`));
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/open=/);
  await page.keyboard.press("/");
  await page.keyboard.type("token");
  await expect(page).toHaveURL(/q=token/);
  await page.getByTestId("search").press("Escape");
  await page.getByTestId("search").blur();
  await page.keyboard.press("p");
  await expect(page.getByTestId("prompt-editor")).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByTestId("prompt-review")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("prompt-editor")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("arrow keys move the focus between rows, and Enter opens the item @thorough", async ({
  page,
}) => {
  await openInbox(page);
  const ids = await rowIds(page);
  await rows(page).first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(page.locator(`[data-feedback-id="${ids[2]}"]`)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`open=${ids[2]}`));
});

test("shift-click selects a range, and the header checkbox selects all matching feedback", async ({
  page,
}) => {
  await openInbox(page, "?source=agent");
  await rows(page).nth(1).getByTestId("row-select").click();
  await rows(page)
    .nth(5)
    .getByTestId("row-select")
    .click({ modifiers: ["Shift"] });
  await expect(page.getByText("5 selected")).toBeVisible();
  await page.getByRole("checkbox", { name: "Clear selection" }).click();
  await page.getByRole("checkbox", { name: "Select all matching feedback" }).click();
  const total = (await resultCount(page)).split(" ")[0];
  await expect(page.getByText(`${total} selected`)).toBeVisible();
});

test("on a short screen every checkbox click works, even on a partly visible row @thorough", async ({
  page,
}) => {
  await page.setViewportSize({ width: 640, height: 400 });
  await openInbox(page, "?status=pending&bareVote=false");
  const ids = (await rowIds(page)).slice(0, 4);
  for (const [index, id] of ids.entries()) {
    await page.locator(`[data-feedback-id="${id}"]`).getByTestId("row-select").click();
    await expect(page.getByText(`${index + 1} selected`)).toBeVisible();
  }
  await page.getByTestId("draft-prompt").click();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("the list keeps few rows in the document while scrolling @thorough", async ({ page }) => {
  await openInbox(page);
  const table = page.getByTestId("feedback-table");
  // Also those of several votes, which have no item of their own.
  const shown = page.locator("[aria-rowindex]");
  const indexes = () =>
    shown.evaluateAll((all) => all.map((row) => Number(row.getAttribute("aria-rowindex"))));
  const seen = new Set(await indexes());
  for (let row = 12; row <= 750; row += 12) {
    await scrollToRow(page, row);
    // The last one that has room for all of it.
    await expect(page.locator(`[aria-rowindex="${row + 14}"]`)).toBeVisible();
    for (const index of await indexes()) seen.add(index);
    expect(await shown.count()).toBeLessThan(60);
  }
  // The first is the header.
  expect([...seen].toSorted((one, other) => one - other).slice(0, 751)).toEqual(
    Array.from({ length: 751 }, (_, index) => index + 1),
  );
  await table.evaluate((element) => element.scrollTo(0, 0));
  await expect(page.locator('[aria-rowindex="2"]')).toBeVisible();
});

test("the theme is saved, and the server renders it", async ({ page, request }) => {
  await openInbox(page);
  await page.getByRole("button", { name: "Dark theme" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await reload(page);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  const cookie = "errata-theme=dark";
  expect(await (await request.get("/docs/jobs", { headers: { cookie } })).text()).toContain(
    'data-theme="dark"',
  );
});
