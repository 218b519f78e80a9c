import { gzipSync } from "node:zlib";
import type { Page, Request } from "@playwright/test";
import { MAX_JAVASCRIPT_KIB } from "../../scripts/bench/budget.mjs";
import { rows } from "./inbox.ts";
import { expect } from "./server.ts";
import { visit } from "./visit.ts";

/** Gzipped bytes of JavaScript before the first action. */
export const MAX_JAVASCRIPT = MAX_JAVASCRIPT_KIB * 1_024;

/**
 * Opens the inbox with an empty cache and waits until everything that it loads without input is there.
 * @returns its requests so far, and the gzipped bytes of its JavaScript
 */
export async function weighInbox(
  page: Page,
  url = "/docs/feedback",
): Promise<{ requests: Request[]; javascript: number }> {
  const requests: Request[] = [];
  page.on("request", (request) => requests.push(request));
  // What follows changes is the last part to load.
  const isLive = page.waitForRequest(/\/changes$/);
  await visit(page, url);
  await expect(rows(page).first()).toBeVisible();
  await preloaded(page);
  await isLive;
  const scripts = requests.filter((request) => request.resourceType() === "script");
  const sizes = scripts.map(async (script) => {
    const body = await (await script.response())?.body();
    return gzipSync(body ?? "").length;
  });
  const javascript = (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
  return { requests, javascript };
}

/** Waits until the page loads the parts that it preloads in its first idle moment. */
async function preloaded(page: Page): Promise<void> {
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  // Idle callbacks run in order.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => resolve(null))));
}
