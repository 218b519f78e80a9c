/**
 * @typedef {object} Tasks in milliseconds
 * @property {string} name
 * @property {number} browser processor time of the longest task in the browser
 * @property {number} server how long the server used its event loop without a pause at most
 */

/**
 * @typedef {object} TraceEvent of Chromium
 * @property {string} name
 * @property {number} pid
 * @property {number} tid
 * @property {number} [tdur] processor time in microseconds
 * @property {{ name?: string }} [args]
 */

/** @param {TraceEvent} event */
const threadOf = ({ pid, tid }) => `${pid}:${tid}`;

/** Visits of a page until the browser has compiled its scripts for good. */
const VISITS = 2;
/** How often a key is pressed. */
const KEYS = 30;

/**
 * Opens a job's page, and reads its change in every way.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} address
 * @param {() => Promise<number>} blocked how long the server was blocked at most since the last call
 * @returns {Promise<{ opened: number, tasks: Tasks[] }>} `opened` in milliseconds, until the first change is shown
 */
export async function openReview(browser, address, blocked) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const watch = await watchTasks(browser);
  // The browser keeps the scripts, and what it compiled of them when they are used again.
  for (let visit = 0; visit < VISITS; visit += 1) {
    await page.goto(address);
    await page.locator("[data-hunk]").first().waitFor();
    await settle(page);
  }
  /** @type {Tasks[]} */
  const tasks = [];
  /** @param {string} name @param {() => Promise<unknown>} act */
  const during = async (name, act) => {
    const longest = await watch();
    await blocked();
    await act();
    await page.waitForLoadState("networkidle");
    await page
      .locator(":is(.diff-part, .rendered-row):empty")
      .first()
      .waitFor({ state: "detached" });
    await settle(page);
    tasks.push({ name, browser: await longest(), server: await blocked() });
  };
  let opened = 0;
  await during("opened", async () => {
    const before = performance.now();
    await page.goto(address);
    await page.locator("[data-hunk]").first().waitFor();
    opened = performance.now() - before;
  });
  await readSource(page, during);
  await readRendered(page, during);
  await context.close();
  return { opened, tasks };
}

/** @typedef {(name: string, act: () => Promise<unknown>) => Promise<void>} During measures what an act takes */

/** Reads the lines of the change in both layouts, and by keyboard. @param {import("@playwright/test").Page} page @param {During} during */
async function readSource(page, during) {
  const layouts = page.getByRole("group", { name: "Layout of the diff", exact: true });
  await during("scrolled", () => scroll(page));
  await during("side by side", async () => {
    await toTop(page);
    await layouts.getByText("Side by side").click();
    await page.locator(".diff-split").first().waitFor();
  });
  await during("side by side, scrolled", () => scroll(page));
  await during("inline", async () => {
    await toTop(page);
    await layouts.getByText("Inline").click();
    await page.locator(".diff:not(.diff-split)").first().waitFor();
  });
  await page.locator("[data-hunk]").first().focus();
  await during("from change to change", () => press(page, ["]"]));
  await during("from line to line", () => press(page, ["ArrowDown", "Shift+ArrowDown"]));
}

/** Reads pages as they render, and goes back to the lines. @param {import("@playwright/test").Page} page @param {During} during */
async function readRendered(page, during) {
  await during("rendered", async () => {
    await page.keyboard.press("v");
    await page.locator(".rendered-change").first().waitFor();
  });
  await toTop(page);
  await during("rendered and scrolled", () => scroll(page));
  await during("one page rendered as a whole", async () => {
    await toTop(page);
    await Promise.all([
      page.waitForResponse((response) => response.url().includes("whole=true")),
      page.getByRole("button", { name: "Show whole page" }).first().click(),
    ]);
  });
  await during("that page scrolled", () => scroll(page));
  await during("source", async () => {
    await page.locator(".rendered-change").first().focus();
    await page.keyboard.press("v");
    await page.locator(".diff").first().waitFor();
  });
}

/**
 * Returns a function that begins to watch tasks, and returns one that ends it with the processor time of the longest task, in
 * milliseconds. Other work on the machine makes a task take longer, but not its processor time.
 * @param {import("@playwright/test").Browser} browser
 */
async function watchTasks(browser) {
  const session = await browser.newBrowserCDPSession();
  /** @type {TraceEvent[]} */
  let events = [];
  session.on("Tracing.dataCollected", ({ value }) => {
    events.push(.../** @type {TraceEvent[]} */ (/** @type {unknown} */ (value)));
  });
  return async () => {
    events = [];
    await session.send("Tracing.start", {
      transferMode: "ReportEvents",
      traceConfig: { includedCategories: ["toplevel"] },
    });
    return async () => {
      const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
      await session.send("Tracing.end");
      await complete;
      /** @param {TraceEvent} event */
      const isPage = ({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain";
      const pages = new Set(events.filter(isPage).map(threadOf));
      const tasks = events.filter(
        (each) => each.name.endsWith("RunTask") && pages.has(threadOf(each)),
      );
      return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1_000));
    };
  };
}

/** Waits for the browser to be idle. @param {import("@playwright/test").Page} page */
function settle(page) {
  return page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 100))),
  );
}

/** @param {import("@playwright/test").Page} page */
function toTop(page) {
  return page.evaluate(() => scrollTo(0, 0));
}

/** @param {import("@playwright/test").Page} page @param {string[]} keys that are pressed in turns */
async function press(page, keys) {
  for (let time = 0; time < KEYS; time += 1) {
    await page.keyboard.press(keys[time % keys.length] ?? "");
  }
}

/** Scrolls to the end with the wheel. @param {import("@playwright/test").Page} page */
async function scroll(page) {
  await page.mouse.move(900, 500);
  for (let turn = 0; turn < 60; turn += 1) {
    await page.mouse.wheel(0, 1_200);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
}
