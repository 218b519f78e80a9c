/** Rows compared: about what the smallest screen shows. */
const SHOWN = 10;

/**
 * Milliseconds from navigation to the first row on screen, in a browser that has nothing cached.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 * @param {number} times
 * @returns {Promise<number[]>}
 */
export async function firstRow(browser, url, times) {
  const taken = [];
  for (let round = 0; round < times; round++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.addInitScript(() => {
      const look = () => {
        if (!document.querySelector("[data-testid=feedback-row]"))
          return requestAnimationFrame(look);
        // The frame that first had the row is painted when the next task runs.
        setTimeout(() => Object.assign(window, { firstRowAt: performance.now() }));
      };
      requestAnimationFrame(look);
    });
    await page.goto(`${url}/docs/feedback`, { waitUntil: "commit" });
    const at = await page.waitForFunction(() => Reflect.get(window, "firstRowAt"));
    taken.push(await at.jsonValue());
    await context.close();
  }
  return taken;
}

/**
 * Milliseconds from a click on a status in the filter to the frame that shows the matching rows.
 * Every click makes a combination that was not shown before, so no answer is at hand.
 * @param {import("@playwright/test").Page} page the inbox, unfiltered
 * @param {string} url
 * @param {number} times
 * @returns {Promise<number[]>}
 */
export async function filterToRows(page, url, times) {
  const taken = [];
  /** @type {Set<string>} */
  const chosen = new Set();
  await page.getByTestId("filter-status").click();
  // One box per click, through all combinations.
  const boxes = ["pending", "in_progress", "pending", "resolved", "pending", "in_progress"];
  boxes.push("pending", "dismissed", "pending", "in_progress", "pending", "resolved", "pending");
  for (const status of boxes) {
    if (taken.length === times) break;
    if (!chosen.delete(status)) chosen.add(status);
    const expected = await rowsOf(page, url, [...chosen]);
    const box = page.locator(`input[type=checkbox][value=${status}]`);
    const measured = timeToRows(page, expected);
    // The measure is in place before the click.
    await page.waitForFunction(() => Reflect.get(window, "measuring"));
    await box.click();
    const milliseconds = await measured;
    // Nothing to see when the rows on screen are the same under both filters.
    if (milliseconds !== null) taken.push(milliseconds);
  }
  return taken;
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
 * @returns {Promise<number | null>} null when the rows were there before the click
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
        const there = shown();
        Object.assign(window, { measuring: true });
        addEventListener(
          "click",
          ({ timeStamp }) => {
            Object.assign(window, { measuring: false });
            if (there) return resolve(null);
            const look = () => {
              if (!shown()) return;
              observer.disconnect();
              requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
            };
            const observer = new MutationObserver(look);
            observer.observe(document.body, {
              subtree: true,
              childList: true,
              attributes: true,
              attributeFilter: ["data-feedback-id"],
            });
            look();
          },
          { capture: true, once: true },
        );
      }),
    expected,
  );
}
