import { gzipSync } from "node:zlib";

/**
 * JavaScript that a real browser loads for the inbox with nothing cached and nobody touching it,
 * in bytes after gzip.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 * @returns {Promise<{ first: number, idle: number }>} up to the page's `load` event; and up to the
 *   moment when nothing more arrives
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
  // What waits for an idle moment may ask for its code after the network fell silent.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await page.waitForLoadState("networkidle");
  const idle = sum(await Promise.all(sizes));
  await context.close();
  return { first, idle };
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
