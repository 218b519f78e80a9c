import { openInbox, rows, waitForFirstSync } from "../support/inbox.ts";
import { expect, test } from "../support/server.ts";

/** Raw bytes of the inbox's HTML, and elements of the document, at 1440 × 900. */
const MOST_BYTES = 57_000;
const MOST_ELEMENTS = 400;

/** Requests between the page's `load` event and the moment when the network is idle. */
const MOST_LATER_REQUESTS = 14;

test.beforeEach(async ({ errata }) => waitForFirstSync(errata));

test("the inbox's HTML is small, and its first screen has few elements", async ({ page }) => {
  const response = await page.goto("/docs/feedback", { waitUntil: "networkidle" });
  expect((await response?.body())?.length).toBeLessThanOrEqual(MOST_BYTES);
  expect(await rows(page).count()).toBeGreaterThanOrEqual(20);
  expect(await page.locator("*").count()).toBeLessThanOrEqual(MOST_ELEMENTS);
});

test("the inbox prefetches no page before the pointer reaches its link", async ({ page }) => {
  const prefetched: string[] = [];
  let later = 0;
  page.on("request", (request) => {
    later++;
    if (request.url().includes("_rsc=")) prefetched.push(new URL(request.url()).pathname);
  });
  await page.goto("/docs/feedback", { waitUntil: "load" });
  later = 0;
  await page.waitForLoadState("networkidle");
  expect(later).toBeLessThanOrEqual(MOST_LATER_REQUESTS);
  expect(prefetched).toEqual([]);

  await page.getByRole("link", { name: "Agent jobs" }).hover();
  await expect.poll(() => prefetched).toContain("/docs/jobs");
});

test("the list loads 250 rows per request after the first ones", async ({ page }) => {
  await openInbox(page);
  const next = page.waitForRequest(/\/feedback\?.*cursor=/);
  await page.getByTestId("feedback-table").hover();
  await page.mouse.wheel(0, 2_000);
  expect(new URL((await next).url()).searchParams.get("limit")).toBe("250");
});
