import { gzipSync } from "node:zlib";
import { inboxAddress } from "../../lib/filters/view-address.ts";
import { openInbox, rows, waitForFirstSync } from "../support/inbox.ts";
import { MAX_JAVASCRIPT, weighInbox } from "../support/inbox-weight.ts";
import { expect, test } from "../support/server.ts";

/** Gzipped bytes of the inbox's HTML, and elements of the document, at 1440 × 900. */
const MAX_BYTES = 9_250;
const MAX_ELEMENTS = 400;

/** Requests before the first action, with the first of the sync's polls. */
const MAX_REQUESTS = 14;

test.beforeEach(async ({ errata }) => {
  await waitForFirstSync(errata);
  // The server renders a page slowly for the first time. Data that is older than five seconds is asked for again.
  await fetch(`${errata.url}/docs/feedback`);
});

test("the inbox's HTML is small, and its first screen has few elements", async ({ page }) => {
  const response = await page.goto(inboxAddress("docs"), { waitUntil: "networkidle" });
  expect(gzipSync((await response?.body()) ?? "").length).toBeLessThanOrEqual(MAX_BYTES);
  expect(await rows(page).count()).toBeGreaterThanOrEqual(16);
  expect(await page.locator("*").count()).toBeLessThanOrEqual(MAX_ELEMENTS);
});

test("the inbox loads little JavaScript, and nothing more for the first action", async ({
  page,
}) => {
  const { requests, javascript } = await weighInbox(page);
  expect(javascript).toBeLessThanOrEqual(MAX_JAVASCRIPT);
  const others = requests.map((request) => request.url()).filter((url) => !url.endsWith("/sync"));
  expect(others.length + 1, others.join("\n")).toBeLessThanOrEqual(MAX_REQUESTS);

  await page.route("**/*.js", (route) => route.abort());
  await rows(page).first().click();
  await expect(page.getByTestId("detail-panel").locator("time").first()).toBeVisible();
});

test("the inbox prefetches no page before the pointer reaches its link @thorough", async ({
  page,
}) => {
  const prefetched: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("_rsc=")) prefetched.push(new URL(request.url()).pathname);
  });
  await page.goto("/docs/feedback", { waitUntil: "networkidle" });
  expect(prefetched).toEqual([]);

  await page.getByRole("link", { name: "Agent jobs" }).hover();
  await expect.poll(() => prefetched).toContain("/docs/jobs");
});

test("the list loads 250 rows per request after the first ones @thorough", async ({ page }) => {
  await openInbox(page);
  const next = page.waitForRequest(/\/feedback\?.*cursor=/);
  await page.getByTestId("feedback-table").hover();
  await page.mouse.wheel(0, 2_000);
  expect(new URL((await next).url()).searchParams.get("limit")).toBe("250");
});

test("what a search finds shows before it is counted", async ({ page }) => {
  await openInbox(page);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/feedback\?.*q=/, async (route) => {
    await released;
    await route.continue();
  });
  const rowsRequest = page.waitForRequest(/\/feedback\?.*q=/);
  await page.getByTestId("search").fill("token");
  await rowsRequest;
  await expect(page.getByTestId("feedback-table")).toHaveAttribute("aria-busy", "true");
  const counts = () => requests.filter((url) => /facets\?.*q=/.test(url)).length;
  expect(counts()).toBe(0);
  release();
  await expect.poll(counts).toBe(1);
});
