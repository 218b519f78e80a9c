import { gzipSync } from "node:zlib";
import { median } from "./table.mjs";

const VIEWPORT = { width: 1440, height: 900 };

/**
 * Loads the inbox with an empty cache.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 * @returns {Promise<{ bytes: number, elements: number, requests: number, later: number }>} size of
 *   the gzipped HTML, elements once idle, requests until idle, and those after the `load` event
 */
export async function pageLoad(browser, url) {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  let requests = 0;
  page.on("request", () => requests++);
  const response = await page.goto(`${url}/docs/feedback`, { waitUntil: "load" });
  const bytes = gzipSync((await response?.body()) ?? "").length;
  const before = requests;
  await page.waitForLoadState("networkidle");
  const elements = await page.evaluate(() => document.querySelectorAll("*").length);
  const load = { bytes, elements, requests, later: requests - before };
  await context.close();
  return load;
}

/**
 * Returns how much longer the first row takes than on the same page with its scripts blocked.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 * @param {number} times
 * @returns {Promise<number>} the ratio of the medians, measured in turns
 */
export async function firstRowRatio(browser, url, times) {
  const [whole, blocked] = [Array.of(0), Array.of(0)];
  for (let round = 0; round <= times; round++) {
    whole.push(await firstRowTime(browser, url, false));
    blocked.push(await firstRowTime(browser, url, true));
  }
  // The first round fills the server's caches.
  return median(whole.slice(2)) / median(blocked.slice(2));
}

/**
 * Returns how much later the inbox is painted first than a page of the same framework with almost
 * nothing on it, which is the page for an unknown address.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 * @param {number} times
 * @returns {Promise<number>} the ratio of the medians, measured in turns
 */
export async function firstPaintRatio(browser, url, times) {
  const [inbox, empty] = [Array.of(0), Array.of(0)];
  for (let round = 0; round <= times; round++) {
    inbox.push(await firstPaint(browser, `${url}/docs/feedback`));
    empty.push(await firstPaint(browser, `${url}/no/such/page`));
  }
  return median(inbox.slice(2)) / median(empty.slice(2));
}

/**
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 * @returns {Promise<number>} milliseconds from navigation to the first contentful paint
 */
async function firstPaint(browser, url) {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: "load" });
  const at = await page.waitForFunction(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
  );
  const time = (await at.jsonValue()) ?? 0;
  await context.close();
  return time;
}

/**
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 * @param {boolean} isBlocked
 * @returns {Promise<number>} milliseconds from navigation to the frame with the first row
 */
async function firstRowTime(browser, url, isBlocked) {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  if (isBlocked) await page.route("**/*.js", (route) => route.abort());
  await page.addInitScript(() => {
    const check = () => {
      if (!document.querySelector("[data-testid=feedback-row]"))
        return requestAnimationFrame(check);
      // The frame that first had the row is painted when the next task runs.
      setTimeout(() => Object.assign(window, { firstRowAt: performance.now() }));
    };
    requestAnimationFrame(check);
  });
  await page.goto(`${url}/docs/feedback`, { waitUntil: "commit" });
  const at = await page.waitForFunction(() => Reflect.get(window, "firstRowAt"));
  const time = await at.jsonValue();
  await context.close();
  return time;
}
