import type { Page, Response } from "@playwright/test";

/**
 * Opens a URL and waits for hydration, because clicks and keys before that are lost.
 * @returns the response of the page itself
 */
export async function visit(
  page: Page,
  url: string,
  options: Parameters<Page["goto"]>[1] = {},
): Promise<Response | null> {
  const response = await page.goto(url, options);
  await hydrated(page);
  return response;
}

/** Reloads the page and waits for hydration. */
export async function reload(page: Page): Promise<void> {
  await page.reload();
  await hydrated(page);
}

/**
 * Waits until the page responds to clicks and keys, and until no hidden part of the server's HTML waits
 * for its place: the browser may have rendered that part already. Use after a link or redirect.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.locator("html[data-hydrated]:not(:has([hidden][id^='S:']))").waitFor({
    state: "attached",
  });
}
