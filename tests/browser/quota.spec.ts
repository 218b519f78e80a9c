import {
  fetchSyncStatus,
  openInbox,
  rows,
  waitForFirstSync,
  waitForIdleSync,
} from "../support/inbox.ts";
import { expect, test } from "../support/server.ts";

test.use({ environment: { PLATFORM_RESERVE: "55" } });

test("filters, scrolling, and search send no requests to the platform", async ({
  page,
  errata,
}) => {
  await waitForFirstSync(errata);
  await waitForIdleSync(errata);
  const { used } = (await fetchSyncStatus(errata)).budget;
  await openInbox(page);
  const table = page.getByTestId("feedback-table");
  for (let screen = 1; screen <= 12; screen += 1) {
    await table.evaluate((element, top) => element.scrollTo(0, top), screen * 3_000);
    await expect(rows(page).first()).toBeVisible();
  }
  for (const word of ["token", "日本", "%_'\";--"]) {
    const responded = page.waitForResponse((response) => response.url().includes("facets?q="));
    await page.getByTestId("search").fill(word);
    await responded;
  }
  await page.getByTestId("search").fill("");
  await page.getByTestId("filter-status").click();
  await page.getByRole("checkbox", { name: /Resolved/ }).check();
  await expect(page).toHaveURL(/status=resolved/);
  expect((await fetchSyncStatus(errata)).budget.used).toBe(used);
});
