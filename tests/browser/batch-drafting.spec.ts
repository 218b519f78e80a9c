import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { violations } from "../support/axe.ts";
import { discardDrafts } from "../support/drafts.ts";
import { importFile } from "../support/import-file.ts";
import { openInbox, rows, waitForFirstSync } from "../support/inbox.ts";
import { expect, test } from "../support/server.ts";
import { isThorough } from "../support/thorough.ts";

const PAGES = 8;
/** Five items on each of eight pages; the fifth is praise. */
const ITEMS = Array.from({ length: 40 }, (_, index) => ({
  id: `batch_${index}`,
  path: `/batch/${index % PAGES}`,
  comment: `batchcase number ${index}: ${index < 32 ? "the example fails" : "thank you"} ${WORDS(index)}`,
  helpful: index >= 32,
}));
/** More than a prompt can have, on many pages. */
const MANY = Array.from({ length: isThorough ? 5_000 : 1_000 }, (_, index) => ({
  id: `many_${index}`,
  path: `/many/${index % (isThorough ? 500 : 100)}`,
  comment: `manycase ${WORDS(index)}`,
  helpful: false,
}));

test.beforeEach(async ({ errata }) => {
  await waitForFirstSync(errata);
  await discardDrafts(errata);
  if (prepared.has(errata.url)) return;
  prepared.add(errata.url);
  const file = join(errata.dataDir, "batch.ndjson");
  const lines = [...MANY, ...ITEMS].map((item, index) =>
    JSON.stringify({
      ...item,
      source: "contextual",
      status: "pending",
      createdAt: new Date(Date.now() - 600_000 + index).toISOString(),
    }),
  );
  writeFileSync(file, lines.join("\n"));
  await importFile(errata, file);
});
const prepared = new Set<string>();

const jobs = (page: Page) => page.getByTestId("batch-job");
const createButton = (page: Page) => page.getByTestId("create-jobs");

/** Selects everything that a search finds, and opens its draft, by keyboard. */
async function draftAll(page: Page, word: string, count: number): Promise<void> {
  await openInbox(page, `?q=${word}`);
  await page.getByRole("checkbox", { name: "Select all matching feedback" }).focus();
  await page.keyboard.press("Space");
  await expect(page.getByText(`${count.toLocaleString("en")} selected`)).toBeVisible();
  await page.keyboard.press("p");
  await expect(jobs(page).first()).toBeVisible();
}

async function createdJobs(page: Page) {
  const answer = await page.request.get("/api/projects/docs/jobs?limit=200");
  const { jobs } = await answer.json();
  const created = jobs as { title: string; feedbackCount: number; batchId: string | null }[];
  return created.filter(({ title }) => title.includes("/batch/"));
}

test("forty items on eight pages become eight jobs at once, by keyboard, and nothing twice @thorough", async ({
  page,
}) => {
  await draftAll(page, "batchcase", ITEMS.length);
  const dialog = page.getByRole("dialog");
  await expect(jobs(page)).toHaveCount(PAGES);
  await expect(createButton(page)).toHaveText("Create 8 jobs");
  await expect(dialog.getByText("8 with praise left out")).toBeVisible();
  await expect(dialog).toContainText("8 jobs with 32 items on 8 pages are sent to");
  // What a reader says, where the prompt's first line would only name the page again.
  await expect(jobs(page).first()).toContainText(/“batchcase number \d+: the example fails/);
  expect(await violations(page)).toEqual([]);

  // The prompt of one job is opened and edited, and another job is left out.
  const name = await jobs(page).nth(2).getByRole("checkbox").getAttribute("aria-label");
  await jobs(page)
    .first()
    .getByRole("button", { name: /^Prompt/ })
    .focus();
  for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  const editor = page.getByTestId("prompt-editor");
  await expect(editor).toHaveValue(/, and 1 with praise\./);
  await page.keyboard.press("Control+End");
  await page.keyboard.type("Be brief.");
  await page.keyboard.press("Control+Enter");
  const opened = jobs(page)
    .nth(2)
    .getByRole("button", { name: /^Prompt/ });
  await expect(opened).toBeFocused();
  // Escape leads back to the table as well, and only there out of the draft.
  await page.keyboard.press("Enter");
  await expect(editor).toHaveValue(/Be brief\.$/);
  await page.keyboard.press("Escape");
  await expect(opened).toBeFocused();
  await jobs(page).first().getByRole("checkbox").focus();
  await page.keyboard.press("Space");
  await expect(createButton(page)).toHaveText("Create 7 jobs");
  await page.keyboard.press("Space");

  // One request fails, one answer is lost, and one takes until the page is reloaded.
  let posts = 0;
  await page.route("**/docs/jobs", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    posts += 1;
    const { prompt } = route.request().postDataJSON();
    if (prompt.includes("/batch/1")) return route.abort("connectionreset");
    if (prompt.includes("/batch/3")) {
      await route.fetch();
      return route.abort("connectionreset");
    }
    return route.continue();
  });
  await page.keyboard.press("Control+Enter");
  await expect(createButton(page)).toHaveText("Retry 2 jobs");
  await expect(dialog.getByText(/^Not created\. Couldn't reach/)).toHaveCount(2);
  expect(posts).toBe(PAGES);
  expect(await createdJobs(page)).toHaveLength(PAGES - 1);

  await page.reload();
  await page.unroute("**/docs/jobs");
  await page.getByRole("button", { name: "Continue draft of 40 items" }).click();
  await expect(jobs(page).getByRole("link", { name: /^Open job/ })).toHaveCount(PAGES - 2);
  await expect(createButton(page)).toHaveText("Create 2 jobs");
  await createButton(page).dblclick();
  await expect(dialog).toHaveCount(0);
  const toast = page.getByTestId("toast");
  await expect(toast).toContainText("Created 8 jobs");
  const created = await createdJobs(page);
  expect(created.map(({ feedbackCount }) => feedbackCount)).toEqual(Array(PAGES).fill(4));
  expect(new Set(created.map(({ batchId }) => batchId)).size).toBe(1);

  await toast.getByRole("link", { name: "Show jobs" }).click();
  await expect(page.getByTestId("batch-progress")).toContainText("8 jobs created together");
  const rows = page.getByRole("main").locator("tbody").getByRole("row");
  await expect(rows).toHaveCount(PAGES);
  const edited = rows.filter({ hasText: `${name}`.slice("Create job for ".length) });
  await edited.locator('a[href*="/jobs/"]').first().click();
  await expect(page.getByTestId("prompt-sent")).toContainText("Be brief.");
});

test("more items than a prompt can have become one job per page, in a table that is usable on a phone @thorough", async ({
  page,
}) => {
  await page.setViewportSize({ width: 380, height: 700 });
  await draftAll(page, "manycase", MANY.length);
  const pages = MANY.length / 10;
  await expect(createButton(page)).toHaveText(`Create ${pages} jobs`, { timeout: 30_000 });
  // More rows come as someone gets to the end of them.
  await jobs(page).first().getByRole("checkbox").focus();
  await expect(jobs(page)).toHaveCount(25);
  await expect
    .poll(async () => {
      await jobs(page).last().getByRole("checkbox").focus();
      return jobs(page).count();
    })
    .toBe(pages);
  await expect(page.getByRole("radio", { name: "One job", exact: true })).toHaveCount(0);
  await expect(page.getByRole("dialog")).toContainText(
    `${pages} jobs with ${MANY.length.toLocaleString("en")} items on ${pages} pages are sent to`,
  );
  await expect(createButton(page)).toBeInViewport({ ratio: 1 });
  const sideways = await page
    .getByRole("dialog")
    .evaluate((element) => element.scrollWidth > element.clientWidth);
  expect(sideways).toBe(false);
  await page.getByRole("checkbox", { name: "Select all jobs" }).uncheck();
  await expect(createButton(page)).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(rows(page).first()).toBeVisible();
});

test("the items of a long prompt are listed as someone gets to them @thorough", async ({
  page,
}) => {
  await draftAll(page, "batchcase", ITEMS.length);
  await page.getByRole("radio", { name: "One job", exact: true }).check();
  const boxes = page.getByRole("region", { name: "Feedback" }).getByRole("checkbox");
  await expect(boxes).toHaveCount(25);
  await expect(page.getByText(`Showing 25 of ${ITEMS.length} items…`)).toBeAttached();
  await boxes.last().focus();
  await expect(boxes).toHaveCount(ITEMS.length);
});

/** Returns words that make no two comments near-duplicates. */
function WORDS(index: number): string {
  return [7, 31, 53, 97].map((factor) => `w${(index * factor + 11) % 9973}`).join(" ");
}
