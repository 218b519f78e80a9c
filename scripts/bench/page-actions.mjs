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
 * How the list changed after someone did something: milliseconds until the frame with other rows, and the frames between
 * the end of the response and that one.
 * @typedef {{ delay: number, frames: number }} Shown
 */

/**
 * Searches for one word after the other. Every search is new, so that no response is cached.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 * @returns {Promise<Shown[]>}
 */
export async function searchRows(browser, url) {
  const page = await openInbox(browser, url);
  const field = page.getByTestId("search");
  const shown = [];
  for (const word of ["token", "key", "page", "error", "curl", "tokens", "keys", "pages"]) {
    shown.push(await shownAfter(page, "input", () => field.fill(word)));
  }
  await page.context().close();
  return shown.filter((each) => each !== null);
}

/**
 * Clicks one status of the filter after the other. Every click makes a new combination, so that no response is cached.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 * @returns {Promise<Shown[]>}
 */
export async function filterRows(browser, url) {
  const page = await openInbox(browser, url);
  await page.getByTestId("filter-status").click();
  const clicks = ["pending", "in_progress", "pending", "resolved", "pending", "in_progress"];
  clicks.push("pending", "dismissed", "pending", "in_progress", "pending", "resolved");
  const shown = [];
  for (const status of clicks) {
    const box = page.locator(`input[type=checkbox][value=${status}]`);
    shown.push(await shownAfter(page, "click", () => box.click()));
  }
  await page.context().close();
  return shown.filter((each) => each !== null);
}

/**
 * @param {import("@playwright/test").Page} page
 * @param {"click" | "input"} event that `act` causes
 * @param {() => Promise<void>} act
 * @returns {Promise<Shown | null>} null if the rows stay the same
 */
async function shownAfter(page, event, act) {
  await page.evaluate(watchRows, event);
  await act();
  const shown = await page.waitForFunction(() => Reflect.get(window, "shown"));
  await page.waitForLoadState("networkidle");
  const { delay, frames } = await shown.jsonValue();
  return delay === null ? null : { delay, frames };
}

/**
 * Runs in the page: sets `shown` once the rows are others than before the next event, or a second after the response.
 * @param {"click" | "input"} event
 */
function watchRows(event) {
  Object.assign(window, { shown: null });
  const shownIds = () =>
    [...document.querySelectorAll("[data-testid=feedback-row]")]
      .map((row) => row.getAttribute("data-feedback-id"))
      .join();
  const before = shownIds();
  /** @type {number[]} */
  const starts = [];
  let [actedAt, answeredAt] = [0, 0];
  addEventListener(event, ({ timeStamp }) => (actedAt = timeStamp), { capture: true, once: true });
  new PerformanceObserver((list, observer) => {
    for (const entry of list.getEntriesByType("resource")) {
      // Also a request that the pointer caused before the click.
      if (!/\/feedback\?/.test(entry.name)) continue;
      answeredAt = /** @type {PerformanceResourceTiming} */ (entry).responseEnd;
      observer.disconnect();
    }
  }).observe({ type: "resource" });
  const check = (/** @type {number} */ start) => {
    if (answeredAt > 0) starts.push(start);
    const isSame = answeredAt === 0 || shownIds() === before;
    const isOver = answeredAt > 0 && start - answeredAt > 1_000;
    if (isSame && !isOver) return requestAnimationFrame(check);
    const frames = starts.filter((at) => at > answeredAt).length;
    // The frame is painted when the next task runs.
    setTimeout(() => {
      const delay = isSame ? null : performance.now() - actedAt;
      Object.assign(window, { shown: { delay, frames } });
    });
  };
  requestAnimationFrame(check);
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
