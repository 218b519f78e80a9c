import { chromium } from "@playwright/test";
import { browserArguments, findBrowser } from "../setup/browser.mjs";
import { javascriptOfInbox } from "./javascript.mjs";
import { createToBadge } from "./jobs.mjs";
import { requestsSpent, untilMirrorRests } from "./platform.mjs";
import { filterToRows, firstRow } from "./rows.mjs";
import { scrollAndSearch } from "./walk.mjs";

/** Milliseconds that the browser's walk takes, generously. */
const WALK = 30_000;

/**
 * Walks the inbox as a person would and measures what they wait for.
 * @param {string} url
 */
export async function measureInbox(url) {
  await untilMirrorRests(url, WALK);
  const browser = await chromium.launch({
    executablePath: (await findBrowser()) ?? undefined,
    args: browserArguments,
  });
  try {
    const javascript = await javascriptOfInbox(browser, url);
    const rows = await firstRow(browser, url, 5);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${url}/docs/feedback`, { waitUntil: "networkidle" });
    await untilMirrorRests(url, WALK);
    const before = await requestsSpent(url);
    const filters = await filterToRows(page, url, 9);
    await page.goto(`${url}/docs/feedback`, { waitUntil: "networkidle" });
    await scrollAndSearch(page);
    const spent = (await requestsSpent(url)) - before;
    const badges = await createToBadge(browser, url, 5);
    return { javascript, rows, filters, spent, badges };
  } finally {
    await browser.close();
  }
}
