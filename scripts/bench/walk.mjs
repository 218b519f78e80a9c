import { expect } from "@playwright/test";

/** Rows to scroll past: several pages of the list. */
const SCREENS = 12;

/**
 * What a person does in the inbox besides filtering: scrolls down a few hundred rows and searches.
 * @param {import("@playwright/test").Page} page
 */
export async function scrollAndSearch(page) {
  const table = page.getByTestId("feedback-table");
  const firstId = () => page.getByTestId("feedback-row").first().getAttribute("data-feedback-id");
  await table.hover();
  for (let screen = 0; screen < SCREENS; screen++) {
    const before = await firstId();
    // At the end of what is loaded a turn of the wheel moves nothing until more has come.
    const turn = async () => {
      await page.mouse.wheel(0, 2_000);
      return firstId();
    };
    await expect.poll(turn).not.toBe(before);
  }
  const answered = page.waitForResponse(/\/feedback\?.*q=token/);
  await page.getByTestId("search").fill("token");
  await answered;
}
