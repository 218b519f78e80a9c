/** Rows to compare: about as many as the smallest screen shows. */
const SHOWN = 10;

/**
 * Returns the milliseconds from navigation to the first visible row, in a browser with an empty
 * cache.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 * @param {number} times
 * @returns {Promise<number[]>}
 */
export async function firstRow(browser, url, times) {
  const durations = [];
  for (let round = 0; round < times; round++) {
    const context = await browser.newContext();
    const page = await context.newPage();
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
    durations.push(await at.jsonValue());
    await context.close();
  }
  return durations;
}

/**
 * Returns the milliseconds from a click on a status in the filter to the frame that shows the
 * matching rows. Every click makes a new combination, so that no response is cached.
 * @param {import("@playwright/test").Page} page the inbox, unfiltered
 * @param {string} url
 * @param {number} times
 * @returns {Promise<number[]>}
 */
export async function filterToRows(page, url, times) {
  const durations = [];
  /** @type {Set<string>} */
  const chosen = new Set();
  await page.getByTestId("filter-status").click();
  // One click per combination.
  const boxes = ["pending", "in_progress", "pending", "resolved", "pending", "in_progress"];
  boxes.push("pending", "dismissed", "pending", "in_progress", "pending", "resolved", "pending");
  for (const status of boxes) {
    if (durations.length === times) break;
    if (!chosen.delete(status)) chosen.add(status);
    const expected = await rowsOf(page, url, [...chosen]);
    const box = page.locator(`input[type=checkbox][value=${status}]`);
    const measured = timeToRows(page, expected);
    // The listener has to be in place before the click.
    await page.waitForFunction(() => Reflect.get(window, "measuring"));
    await box.click();
    const milliseconds = await measured;
    // Nothing changes on the screen if both filters show the same rows.
    if (milliseconds !== null) durations.push(milliseconds);
  }
  return durations;
}

/**
 * @param {import("@playwright/test").Page} page
 * @param {string} url
 * @param {string[]} statuses
 * @returns {Promise<string[]>} ids
 */
async function rowsOf(page, url, statuses) {
  const query = statuses.length > 0 ? `&status=${statuses.join(",")}` : "";
  const answer = await page.request.get(`${url}/api/projects/docs/feedback?limit=${SHOWN}${query}`);
  const { feedback } = await answer.json();
  return feedback.map((/** @type {{ id: string }} */ row) => row.id);
}

/**
 * @param {import("@playwright/test").Page} page
 * @param {string[]} expected
 * @returns {Promise<number | null>} null if the rows were visible before the click
 */
function timeToRows(page, expected) {
  return page.evaluate(
    (ids) =>
      new Promise((resolve) => {
        const shown = () =>
          [...document.querySelectorAll("[data-testid=feedback-row]")]
            .slice(0, ids.length)
            .map((row) => row.getAttribute("data-feedback-id"))
            .join() === ids.join();
        const alreadyShown = shown();
        Object.assign(window, { measuring: true });
        addEventListener(
          "click",
          ({ timeStamp }) => {
            Object.assign(window, { measuring: false });
            if (alreadyShown) return resolve(null);
            const check = () => {
              if (!shown()) return;
              observer.disconnect();
              requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
            };
            const observer = new MutationObserver(check);
            observer.observe(document.body, {
              subtree: true,
              childList: true,
              attributes: true,
              attributeFilter: ["data-feedback-id"],
            });
            check();
          },
          { capture: true, once: true },
        );
      }),
    expected,
  );
}
