import type { Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { discardDrafts, storedDrafts } from "../support/drafts.ts";
import { openInbox, rowIds, rows, waitForFirstSync } from "../support/inbox.ts";
import { expect, test } from "../support/server.ts";

test.beforeEach(async ({ errata }) => {
  await waitForFirstSync(errata);
  await discardDrafts(errata);
});

const editor = (page: Page) => page.getByTestId("prompt-editor");
const button = (page: Page, name: string) =>
  page.getByRole("dialog").getByRole("button", { name, exact: true });
const savedDrafts = (page: Page) => page.evaluate(() => Object.values(localStorage).join("\n"));

async function draft(page: Page, ids: readonly (string | undefined)[]): Promise<void> {
  await openInbox(page, "?status=pending&source=contextual&helpful=false");
  for (const id of ids) {
    await page.locator(`[data-feedback-id="${id}"]`).getByTestId("row-select").click();
  }
  await page.getByTestId("draft-prompt").click();
  await expect(editor(page)).toHaveValue(/# Goal/);
}

test("a draft survives a reload until it is restarted or its job is created @thorough", async ({
  page,
  errata,
}) => {
  await openInbox(page, "?status=pending&source=contextual&helpful=false");
  const ids = (await rowIds(page)).slice(0, 3);
  await draft(page, ids);
  const restored = page.getByRole("dialog").getByText("Restored your draft.");
  await expect(restored).toHaveCount(0);
  const first = await editor(page).inputValue();
  await editor(page).fill(first.replace("# How to work", "Be brief.\n\n$&"));
  await page.getByRole("region", { name: "Feedback" }).getByRole("checkbox").first().uncheck();
  const edited = await editor(page).inputValue();
  expect(edited).toContain("Be brief.");

  await openInbox(page, "?status=pending&source=contextual&helpful=false");
  const offer = page.getByRole("button", { name: "Continue draft of 3 items" });
  await page.setViewportSize({ width: 1024, height: 800 });
  await rows(page).first().click();
  await expect(page.getByTestId("detail-panel")).toBeVisible();
  const header = page.locator(".list-title");
  expect(await header.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await offer.click();
  await expect(editor(page)).toHaveValue(edited);

  await draft(page, ids.toReversed());
  await expect(restored).toBeVisible();
  await expect(editor(page)).toHaveValue(edited);
  await expect(page.getByText("Feedback: 2 of 3 included")).toBeVisible();
  expect(await savedDrafts(page)).not.toMatch(/[\w.]+@\w+\.\w/);

  await button(page, "Start over").click();
  await expect(editor(page)).not.toHaveValue(/Be brief\./);
  await expect(page.getByText("Feedback: 3 of 3 included")).toBeVisible();
  await expect(restored).toHaveCount(0);
  await button(page, "Review prompt").click();
  await page.getByTestId("create-job").click();
  await expect(page).toHaveURL(/\/docs\/jobs\//);
  expect(await savedDrafts(page)).not.toContain("# Goal");
  await expect.poll(() => storedDrafts(errata)).toEqual([]);
});

test("a draft is there on another machine, and both texts are kept if it was changed on both @thorough", async ({
  page,
  browser,
  errata,
}) => {
  await openInbox(page, "?status=pending&source=contextual&helpful=false");
  const ids = (await rowIds(page)).slice(0, 2);
  await draft(page, ids);
  await editor(page).fill(`${await editor(page).inputValue()}\nWritten at the office.\n`);
  await page.getByRole("region", { name: "Feedback" }).getByRole("checkbox").first().uncheck();
  await expect.poll(() => storedDrafts(errata)).toMatchObject([{ items: 2 }]);
  await expect(page.getByTestId("save-status")).toHaveAttribute("data-waiting", "0");
  const text = await editor(page).inputValue();

  const elsewhere = await browser.newContext({ baseURL: errata.url });
  const home = await elsewhere.newPage();
  await openInbox(home, "?status=pending&source=contextual&helpful=false");
  await home.getByRole("button", { name: "Continue draft of 2 items" }).click();
  await expect(editor(home)).toHaveValue(text);
  await expect(home.getByText("Feedback: 1 of 2 included")).toBeVisible();
  const revision = async () => (await storedDrafts(errata))[0]?.revision;
  const before = await revision();
  await editor(home).fill(`${text}\nWritten at home.\n`);
  await expect.poll(revision).not.toBe(before);

  // The office knows nothing of that.
  await editor(page).fill(`${text}\nWritten later.\n`);
  const choice = page.getByRole("alert").filter({ hasText: "on another device" });
  await expect(choice).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await expect(editor(page)).toHaveValue(/Written later\./);
  await choice.getByRole("button", { name: "Use the other version" }).click();
  await expect(editor(page)).toHaveValue(/Written at home\./);
  await expect(choice).toHaveCount(0);
  await elsewhere.close();
});

test("a draft that the server didn't get is sent by the browser's next start @thorough", async ({
  page,
  errata,
}) => {
  await openInbox(page, "?status=pending&source=contextual&helpful=false");
  const ids = (await rowIds(page)).slice(0, 2);
  await draft(page, ids);
  await page.route("**/drafts/*", (route) => route.abort());
  await editor(page).fill(`${await editor(page).inputValue()}\nOffline.\n`);
  await expect(page.getByTestId("save-status")).toHaveAttribute("data-waiting", "1");
  const context = page.context();
  // Leaving sends it once more, which a page that is closed would do without its route.
  await page.goto("about:blank");
  await page.close();
  expect(await storedDrafts(errata)).toEqual([]);
  const next = await context.newPage();
  await next.goto("/docs/jobs");
  await expect.poll(() => storedDrafts(errata)).toMatchObject([{ items: 2 }]);
});

test("a draft for other items can be reopened or discarded @thorough", async ({ page }) => {
  await openInbox(page, "?status=pending&source=contextual&helpful=false");
  const ids = await rowIds(page);
  await draft(page, ids.slice(0, 2));
  await editor(page).fill(`${await editor(page).inputValue()}\nAbout two items.\n`);

  await draft(page, ids.slice(2, 3));
  await expect(editor(page)).not.toHaveValue(/About two items/);
  await button(page, "Open draft").click();
  await expect(editor(page)).toHaveValue(/About two items/);
  await expect(page.getByText("Feedback: 2 of 2 included")).toBeVisible();

  await draft(page, ids.slice(2, 3));
  await button(page, "Discard draft").click();
  await expect(page.getByText("You have an unfinished draft")).toHaveCount(0);
  await draft(page, ids.slice(0, 2));
  await expect(editor(page)).not.toHaveValue(/About two items/);
});
