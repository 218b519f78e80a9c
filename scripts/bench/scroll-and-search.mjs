import { expect } from "@playwright/test";

/** Screens to scroll: several pages of the list. */
const SCREENS = 12;

/**
 * Scrolls down a few hundred rows and searches, which is what people do besides filtering.
 * @param {import("@playwright/test").Page} page
 */
export async function scrollAndSearch(page) {
  const table = page.getByTestId("feedback-table");
  const firstId = () => page.getByTestId("feedback-row").first().getAttribute("data-feedback-id");
  await table.hover();
  for (let screen = 0; screen < SCREENS; screen++) {
    const before = await firstId();
    // At the end of the loaded rows the wheel does nothing until more rows arrive.
    const scroll = async () => {
      await page.mouse.wheel(0, 2_000);
      return firstId();
    };
    await expect.poll(scroll).not.toBe(before);
  }
  const response = page.waitForResponse(/\/feedback\?.*q=token/);
  await page.getByTestId("search").fill("token");
  await response;
}
