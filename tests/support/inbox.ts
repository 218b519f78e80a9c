import { expect, type Locator, type Page } from "@playwright/test";
import type { Errata } from "./server.ts";
import { visit } from "./visit.ts";

/** Entries of the sample. */
export const SAMPLE_ITEMS = 4_000;

export function rows(page: Page): Locator {
  return page.getByTestId("feedback-row");
}

export async function openInbox(page: Page, query = ""): Promise<void> {
  await visit(page, `/docs/feedback${query}`);
  await expect(rows(page).first()).toBeVisible();
}

/** Waits until the mirror has all of the sample. */
export async function waitForFirstSync(errata: Errata): Promise<void> {
  await expect
    .poll(async () => (await fetchSyncStatus(errata)).phase, { timeout: 30_000 })
    .toBe("following");
}

export async function fetchSyncStatus(errata: Errata) {
  const answer = await fetch(`${errata.url}/api/projects/docs/sync`);
  return (await answer.json()) as {
    phase: string;
    items: number;
    nextRequestAt: number;
    budget: { used: number };
    problem: { code: string } | null;
  };
}

/** Waits until the mirror's next look is at least half a minute away, so that none falls between. */
export async function waitForIdleSync(errata: Errata): Promise<void> {
  await expect
    .poll(async () => (await fetchSyncStatus(errata)).nextRequestAt - Date.now(), {
      timeout: 60_000,
    })
    .toBeGreaterThan(30_000);
}

/** Identifiers of the rows on screen, from the top. */
export function rowIds(page: Page): Promise<string[]> {
  return rows(page).evaluateAll((elements) =>
    elements.map((element) => element.getAttribute("data-feedback-id") ?? ""),
  );
}

/**
 * Selects the first rows, drafts, reviews and creates; ends on the job's page.
 * @returns the identifiers that were selected
 */
export async function createJobFrom(page: Page, count: number): Promise<string[]> {
  const ids = (await rowIds(page)).slice(0, count);
  for (const id of ids) {
    await page.locator(`[data-feedback-id="${id}"]`).getByTestId("row-select").click();
  }
  await page.getByTestId("draft-prompt").click();
  for (const id of ids) await expect(page.getByTestId("prompt-editor")).toHaveValue(new RegExp(id));
  const drafted = await page.getByTestId("prompt-editor").inputValue();
  await page.getByRole("button", { name: "Review" }).click();
  expect(await page.getByTestId("prompt-review").textContent()).toBe(drafted);
  await page.getByTestId("create-job").click();
  await expect(page).toHaveURL(/\/docs\/jobs\//);
  expect(await page.getByTestId("prompt-sent").textContent()).toBe(drafted);
  return ids;
}
