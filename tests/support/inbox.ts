import { expect, type Locator, type Page } from "@playwright/test";
import type { Errata } from "./server.ts";
import { visit } from "./visit.ts";

/** The rendered rows of the list. */
export function rows(page: Page): Locator {
  return page.getByTestId("feedback-row");
}

/** Opens the inbox with a query string and waits for its first row. */
export async function openInbox(page: Page, query = ""): Promise<void> {
  await visit(page, `/docs/feedback${query}`);
  await expect(rows(page).first()).toBeVisible();
}

/** Returns what the inbox says about how many items match, once it is known. */
export async function resultCount(page: Page): Promise<string> {
  const count = page.getByTestId("result-count");
  await expect(count).not.toBeEmpty();
  return count.innerText();
}

/** Waits until the first sync is complete. */
export async function waitForFirstSync(errata: Errata): Promise<void> {
  await expect
    .poll(async () => (await fetchSyncStatus(errata)).phase, { timeout: 120_000 })
    .toBe("following");
}

/** Returns the sync status from the API. */
export async function fetchSyncStatus(errata: Errata) {
  const response = await fetch(`${errata.url}/api/projects/docs/sync`);
  return (await response.json()) as {
    phase: string;
    items: number;
    problem: { code: string } | null;
  };
}

/** Returns an item's status from the API. */
export async function statusOf(errata: Errata, id: string): Promise<string> {
  const response = await fetch(`${errata.url}/api/projects/docs/feedback/${id}`);
  return (await response.json()).status;
}

/** Height of a row on a wide screen, in pixels. */
const ROW_HEIGHT = 56;

/** Scrolls the list until a row is at its top, counted from 0. The list grows near its end. */
export async function scrollToRow(page: Page, row: number): Promise<void> {
  const table = page.getByTestId("feedback-table");
  const scroll = (top: number) =>
    table.evaluate((element, to) => {
      element.scrollTo(0, to);
      return element.scrollTop;
    }, top);
  await expect.poll(() => scroll(row * ROW_HEIGHT)).toBe(row * ROW_HEIGHT);
  // The first row of the grid is its header.
  await expect(page.locator(`[aria-rowindex="${row + 2}"]`)).toBeVisible();
}

/** Returns the feedback IDs of the rendered rows, from the top. */
export function rowIds(page: Page): Promise<string[]> {
  return idsOf(rows(page));
}

function idsOf(shown: Locator): Promise<string[]> {
  return shown.evaluateAll((elements) =>
    elements.map((element) => element.getAttribute("data-feedback-id") ?? ""),
  );
}

/**
 * Selects the first rows of one item, drafts and reviews a prompt, and creates a job. Ends on the job's page.
 * @returns the selected feedback IDs
 */
export async function createJobFrom(page: Page, count: number): Promise<string[]> {
  const single = rows(page).filter({ hasNot: page.getByTestId("row-group") });
  const ids = (await idsOf(single)).slice(0, count);
  for (const id of ids) {
    await page.locator(`[data-feedback-id="${id}"]`).getByTestId("row-select").click();
  }
  await page.getByTestId("draft-prompt").click();
  // Also votes and praise, which are only counted at first.
  for (const box of await page
    .getByRole("region", { name: "Feedback" })
    .getByRole("checkbox")
    .all()) {
    await box.check();
  }
  for (const id of ids) await expect(page.getByTestId("prompt-editor")).toHaveValue(new RegExp(id));
  const drafted = await page.getByTestId("prompt-editor").inputValue();
  await page.getByRole("button", { name: "Review" }).click();
  expect(await page.getByTestId("prompt-review").textContent()).toBe(drafted);
  await page.getByTestId("create-job").click();
  await expect(page).toHaveURL(/\/docs\/jobs\//);
  expect(await page.getByTestId("prompt-sent").textContent()).toBe(drafted);
  return ids;
}
