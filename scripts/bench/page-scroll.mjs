import { median } from "./table.mjs";

/** Rows to scroll through. */
export const SCROLLED_ROWS = 10_000;

/** Pixels of a fast turn of the wheel. */
const TURN = 1_200;

/** Milliseconds of two frames at 60 Hz: what takes longer is seen. */
const SLOW_FRAME = 34;

/**
 * Scrolls down the inbox with the wheel, as fast as the rows arrive.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url of a server with more items than that
 * @returns {Promise<{ requests: number, longestTask: number, medianFrame: number, slowFrames: number, blankFrames: number }>}
 *   all requests of the page meanwhile, the longest task and the median frame in milliseconds, the percentage of slow
 *   frames, and the frames in which a part of the list showed no row
 */
export async function scrollThrough(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${url}/docs/feedback`, { waitUntil: "networkidle" });
  await page.getByTestId("feedback-table").hover();
  await page.evaluate(observe);
  let requests = 0;
  page.on("request", () => requests++);
  const lastRow = () => page.evaluate(() => Reflect.get(window, "lastRow"));
  while ((await lastRow()) < SCROLLED_ROWS) await page.mouse.wheel(0, TURN);
  const observed = await page.evaluate(() => Reflect.get(window, "observed"));
  await context.close();
  const slow = observed.frames.filter((/** @type {number} */ frame) => frame > SLOW_FRAME);
  return {
    requests,
    longestTask: Math.max(0, ...observed.tasks),
    medianFrame: median(observed.frames),
    slowFrames: (100 * slow.length) / observed.frames.length,
    blankFrames: observed.blankFrames,
  };
}

/** Runs in the page: records long tasks, the time between frames, and blank rows. */
function observe() {
  /** @type {{ tasks: number[], frames: number[], blankFrames: number }} */
  const observed = { tasks: [], frames: [], blankFrames: 0 };
  Object.assign(window, { observed, lastRow: 0 });
  new PerformanceObserver((list) => {
    observed.tasks.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: "longtask" });
  const table = document.querySelector("[data-testid=feedback-table]");
  let before = performance.now();
  const check = (/** @type {number} */ now) => {
    observed.frames.push(now - before);
    before = now;
    const area = table?.getBoundingClientRect() ?? new DOMRect();
    const rows = [...(table?.querySelectorAll("[data-testid=feedback-row]") ?? [])];
    const bottoms = rows.map((row) => row.getBoundingClientRect().bottom);
    if (Math.max(...bottoms) < area.bottom - 1) observed.blankFrames++;
    Object.assign(window, { lastRow: Number(rows.at(-1)?.getAttribute("aria-rowindex") ?? 0) });
    requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
}
