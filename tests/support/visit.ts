import type { Page, Response } from "@playwright/test";

/**
 * Opens an address and waits until the page answers: what is pressed before that is lost.
 * @returns the answer to the page itself
 */
export async function visit(
  page: Page,
  address: string,
  options: Parameters<Page["goto"]>[1] = {},
): Promise<Response | null> {
  const answer = await page.goto(address, options);
  await hydrated(page);
  return answer;
}

/** Loads the page again, and waits until it answers. */
export async function reload(page: Page): Promise<void> {
  await page.reload();
  await hydrated(page);
}

/** Waits until the page answers to clicks and keys; for one that something else has led to. */
export async function hydrated(page: Page): Promise<void> {
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
}
