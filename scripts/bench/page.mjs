import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { browserArguments, ensureBrowser, findBrowser } from "../setup/browser.mjs";
import { build, isBuilt, sourcesHash } from "../setup/build.mjs";
import { freePort } from "../setup/free-port.mjs";
import { exitOnSignal } from "../setup/processes.mjs";
import { serve } from "../setup/serve.mjs";
import { MAX_JAVASCRIPT_KIB } from "./budget.mjs";
import { javascriptOfInbox } from "./javascript.mjs";
import { filterRows, openingRatio, searchRows, selectionFrames } from "./page-actions.mjs";
import { firstPaintRatio, firstRowRatio, pageLoad } from "./page-load.mjs";
import { SCROLLED_ROWS, scrollThrough } from "./page-scroll.mjs";
import { fill, findGroups, markSynced } from "./store-data.mjs";
import { median, table } from "./table.mjs";

// Run with the pinned Node and --conditions=react-server: `npm run bench -- inbox [items]`. Measures
// the working tree. Times are compared within one run, so that a busy machine matters less.

const DEFAULT_ITEMS = 100_000;
const KIBIBYTE = 1_024;
const KILOBYTE = 1_000;

exitOnSignal(() => 130);
await ensureBrowser();
const distDir = process.env.ERRATA_DIST_DIR ?? ".next";
const hash = sourcesHash();
if (!isBuilt(distDir, hash)) await build(distDir, hash);
const items = Number(process.argv[2] ?? DEFAULT_ITEMS);
const folder = mkdtempSync(join(tmpdir(), "errata-bench-page-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const location = { databaseUrl: null, file: join(folder, "errata.sqlite") };
await fill(location, items);
await findGroups(location);
await markSynced(location, items);
const server = await serve({
  host: "127.0.0.1",
  port: await freePort(),
  distDir,
  env: {
    DATA_DIR: folder,
    DATABASE_URL: "",
    PUBLIC_URL: "",
    // A platform that is never called: all requests are reserved, so the sync is paused.
    PLATFORM_URL: "http://127.0.0.1:9",
    PLATFORM_API_KEY: "unused",
    PLATFORM_PROJECTS: "docs=Docs",
    PLATFORM_HOURLY_LIMIT: "1",
    PLATFORM_RESERVE: "1",
    LOG_LEVEL: "error",
  },
});
const browser = await chromium.launch({
  executablePath: (await findBrowser()) ?? undefined,
  args: browserArguments,
});
try {
  console.log(`${items.toLocaleString("en")} items, 1440 × 900:\n`);
  console.log(table(await measure(server.url)));
} finally {
  await browser.close();
  await server.stop();
}
process.exit(0);

/**
 * @param {string} url
 * @returns {Promise<import("./table.mjs").Measure[]>}
 */
async function measure(url) {
  const load = await pageLoad(browser, url);
  const javascript = await javascriptOfInbox(browser, url);
  const firstRow = await firstRowRatio(browser, url, 7);
  const firstPaint = await firstPaintRatio(browser, url, 7);
  const filters = await filterRows(browser, url);
  const searches = await searchRows(browser, url);
  const opening = await openingRatio(browser, url, 7);
  const selection = await selectionFrames(browser, url, 7);
  const scroll = await scrollThrough(browser, url);
  return [
    { name: "HTML, gzipped", value: load.bytes / KILOBYTE, unit: "KB", digits: 2, target: 9.25 },
    { name: "Elements", value: load.elements, unit: "elements", target: 400 },
    { name: "Requests until idle", value: load.requests, unit: "requests", target: 14 },
    { name: "  after the page has loaded", value: load.later, unit: "requests" },
    {
      name: "JavaScript until idle, gzipped",
      value: javascript.idle / KIBIBYTE,
      unit: "KiB",
      digits: 1,
      target: MAX_JAVASCRIPT_KIB,
    },
    {
      name: "First row, compared with blocked scripts",
      value: firstRow,
      unit: "times",
      digits: 2,
      target: 1.6,
    },
    {
      name: "First paint, compared with an empty page",
      value: firstPaint,
      unit: "times",
      digits: 2,
      target: 2.5,
    },
    {
      name: "Filter, from the click to the rows",
      value: median(filters.map(({ delay }) => delay)),
      unit: "ms",
      target: 72,
    },
    {
      name: "Search, from the input to the rows",
      value: median(searches.map(({ delay }) => delay)),
      unit: "ms",
      target: 56,
    },
    {
      name: "  from the response to the rows",
      value: median(searches.map(({ frames }) => frames)),
      unit: "frames",
      target: 3,
    },
    {
      name: "First opening of an item, compared with later ones",
      value: opening,
      unit: "times",
      digits: 2,
      target: 1.5,
    },
    { name: "Selection", value: median(selection), unit: "frames", target: 2 },
    {
      name: `Requests of ${SCROLLED_ROWS.toLocaleString("en")} rows`,
      value: scroll.requests,
      unit: "requests",
      target: 50,
    },
    { name: "  longest task", value: scroll.longestTask, unit: "ms", target: 50 },
    { name: "  median frame", value: scroll.medianFrame, unit: "ms", digits: 1 },
    { name: "  frames over 33 ms", value: scroll.slowFrames, unit: "%", digits: 1, target: 5 },
    { name: "  frames with a blank row", value: scroll.blankFrames, unit: "frames", target: 0 },
  ];
}
