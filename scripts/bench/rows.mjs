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
