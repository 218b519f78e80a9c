import { chromium } from "@playwright/test";
import { browserArguments, findBrowser } from "../setup/browser.mjs";
import { javascriptOfInbox } from "./javascript.mjs";
import { createToBadge } from "./jobs.mjs";
import { filterRows } from "./page-actions.mjs";
import { waitForSync } from "./platform.mjs";
import { firstRow } from "./rows.mjs";
import { scrollAndSearch } from "./scroll-and-search.mjs";

/**
 * Measures what people wait for in the inbox: its code, first row, filters, search, and new jobs.
 * @param {string} url
 */
export async function measureInbox(url) {
  await waitForSync(url);
  const browser = await chromium.launch({
    executablePath: (await findBrowser()) ?? undefined,
    args: browserArguments,
  });
  try {
    const javascript = await javascriptOfInbox(browser, url);
    const rows = await firstRow(browser, url, 5);
    const filters = (await filterRows(browser, url)).map(({ delay }) => delay);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${url}/docs/feedback`, { waitUntil: "networkidle" });
    await scrollAndSearch(page);
    const badges = await createToBadge(browser, url, 5);
    return { javascript, rows, filters, badges };
  } finally {
    await browser.close();
  }
}
