import { PRELOADING } from "./javascript.mjs";
import { median } from "./table.mjs";

const VIEWPORT = { width: 1440, height: 900 };
/** Milliseconds that people's pointer is on a row before they click it. */
const AIMING = 300;

/**
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 */
async function openInbox(browser, url) {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  await page.goto(`${url}/docs/feedback`, { waitUntil: "networkidle" });
  await page.waitForTimeout(PRELOADING);
  return page;
}

/**
 * Counts the frames between the end of a filter's response and the frame with its rows.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 * @param {number} times
 * @returns {Promise<number[]>}
 */
export async function filterFrames(browser, url, times) {
  const page = await openInbox(browser, url);
  const frames = [];
  for (let round = 0; round < times; round++) {
    const counted = page.evaluate(
      () =>
        new Promise((resolve) => {
          const shownIds = () =>
            [...document.querySelectorAll("[data-testid=feedback-row]")]
              .map((row) => row.getAttribute("data-feedback-id"))
              .join();
          const before = shownIds();
          /** @type {number[]} */
          const starts = [];
          let answeredAt = 0;
          new PerformanceObserver((list, observer) => {
            for (const entry of list.getEntriesByType("resource")) {
              if (!/\/feedback\?/.test(entry.name)) continue;
              answeredAt = /** @type {PerformanceResourceTiming} */ (entry).responseEnd;
              observer.disconnect();
            }
          }).observe({ type: "resource" });
          const check = (/** @type {number} */ start) => {
            starts.push(start);
            if (answeredAt === 0 || shownIds() === before) return requestAnimationFrame(check);
            resolve(starts.filter((at) => at > answeredAt).length);
          };
          requestAnimationFrame(check);
        }),
    );
    // Every search is new, so that no response is cached.
    await page
      .getByTestId("search")
      .fill(["token", "key", "page", "error", "curl"][round % 5] + (round > 4 ? "s" : ""));
    frames.push(await counted);
    await page.waitForLoadState("networkidle");
  }
  await page.context().close();
  return frames;
}

/**
 * Returns how much longer the first item that someone opens takes to appear than later ones. The code of
 * the panel is already loaded, as on a page that has been idle, and the pointer rests on the row before the click.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 * @param {number} times
 * @returns {Promise<number>} the ratio of the medians
 */
export async function openingRatio(browser, url, times) {
  const [first, later] = [Array.of(0), Array.of(0)];
  for (let round = 0; round <= times; round++) {
    const page = await openInbox(browser, url);
    for (const row of [0, 1, 2]) {
      const duration = await openingTime(page, row);
      // The first round fills the server's caches.
      if (round > 0) (row === 0 ? first : later).push(duration);
    }
    await page.context().close();
  }
  return median(first.slice(1)) / median(later.slice(1));
}

/**
 * Opens an item with a click, and closes it again.
 * @param {import("@playwright/test").Page} page
 * @param {number} index of its row
 * @returns {Promise<number>} milliseconds from the click to the frame that shows the whole item
 */
async function openingTime(page, index) {
  const opened = page.evaluate(
    () =>
      new Promise((resolve) => {
        let clickedAt = 0;
        addEventListener("click", ({ timeStamp }) => (clickedAt = timeStamp), {
          capture: true,
          once: true,
        });
        const check = () => {
          const panel = document.querySelector("[data-testid=detail-panel] time");
          if (clickedAt === 0 || !panel) return requestAnimationFrame(check);
          setTimeout(() => resolve(performance.now() - clickedAt));
        };
        requestAnimationFrame(check);
      }),
  );
  const row = page.getByTestId("feedback-row").nth(index);
  await row.hover();
  await page.waitForTimeout(AIMING);
  await row.click();
  const duration = await opened;
  await page.keyboard.press("Escape");
  await page.getByTestId("detail-panel").waitFor({ state: "detached" });
  await page.waitForLoadState("networkidle");
  return duration;
}

/**
 * Counts the frames from the click on a checkbox to the frame with the selected row.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 * @param {number} times
 * @returns {Promise<number[]>}
 */
export async function selectionFrames(browser, url, times) {
  const page = await openInbox(browser, url);
  const counts = [];
  for (let index = 0; index < times; index++) {
    const counted = page.evaluate(
      (at) =>
        new Promise((resolve) => {
          const row = document.querySelectorAll("[data-testid=feedback-row]")[at];
          addEventListener(
            "click",
            () => {
              let frames = 0;
              const check = () => {
                frames++;
                if (row?.getAttribute("aria-selected") === "true") resolve(frames);
                else requestAnimationFrame(check);
              };
              requestAnimationFrame(check);
            },
            { capture: true, once: true },
          );
        }),
      index,
    );
    await page.getByTestId("row-select").nth(index).click();
    counts.push(await counted);
  }
  await page.context().close();
  return counts;
}
