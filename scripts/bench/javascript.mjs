import { gzipSync } from "node:zlib";

/** Milliseconds in which a page that loads parts late would do so. */
export const PRELOADING = 6_000;

/**
 * Returns the JavaScript that a browser with an empty cache loads for the inbox without any input,
 * in gzipped bytes.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 * @returns {Promise<{ first: number, idle: number }>} `first` up to the page's `load` event, `idle` until
 *   nothing else is loaded
 */
export async function javascriptOfInbox(browser, url) {
  const context = await browser.newContext();
  const page = await context.newPage();
  /** @type {Promise<number>[]} */
  const sizes = [];
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    sizes.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto(`${url}/docs/feedback`, { waitUntil: "load" });
  const first = sum(await Promise.all(sizes));
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(PRELOADING);
  await page.waitForLoadState("networkidle");
  const idle = sum(await Promise.all(sizes));
  await context.close();
  return { first, idle };
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
