import { setTimeout as delay } from "node:timers/promises";
import { openDatabase } from "../../lib/database/open.ts";
import { parseFilters } from "../../lib/filters/feedback-filters.ts";
import { createFeedbackStore } from "../../lib/store/feedback-store.ts";
import { blockedBy } from "./blocked.mjs";
import { pageWriter } from "./store-data.mjs";

// Runs all queries of the server. Reports with `process.send` how long they blocked the event loop, and
// how much memory an export of everything needs.

const MEBIBYTE = 1_048_576;

/**
 * @typedef {import("./blocked.mjs").Blocked} Blocked
 * @typedef {object} LoopReport
 * @property {Record<string, Blocked>} blocked by task
 * @property {{ added: number, changed: number }} written medians for a page, in milliseconds
 * @property {{ seconds: number, mebibytes: number, growth: number }} exported
 */

/** @type {{ databaseUrl: string | null, file: string }} */
const location = JSON.parse(process.argv[2] ?? "{}");
/** @type {import("../../lib/database/open.ts").Database<any>} */
const database = openDatabase(location);
const store = createFeedbackStore(database);
const filters = (/** @type {string} */ query) => parseFilters(new URLSearchParams(query)).filters;
const none = filters("");

/** @type {Record<string, () => Promise<unknown>>} */
const queries = {
  page: () => store.page("docs", none, { limit: 100, cursor: null }),
  facets: () => store.facets("docs", none),
  "pages by rank": () => store.pages("docs", none, { sort: "rank", limit: 50, cursor: null }),
  activity: () => store.activity("docs", none),
  search: async () => {
    for (const q of ["the", "webhook", "th", "e", "zzqqxx"]) {
      await store.page("docs", filters(`q=${q}`), { limit: 100, cursor: null });
      await delay(5);
      await store.facets("docs", filters(`q=${q}`));
      await delay(5);
    }
  },
};

for (const query of Object.values(queries)) await query();
/** @type {Record<string, Blocked>} */
const blocked = {};
for (const [name, query] of Object.entries(queries)) {
  blocked[name] = await blockedBy(async () => {
    for (let round = 0; round < 5; round++) {
      await query();
      await delay(5);
    }
  });
}
const before = process.memoryUsage().rss;
let [peak, bytes] = [before, 0];
const began = performance.now();
blocked.export = await blockedBy(async () => {
  for await (const piece of store.export("docs", none, { format: "csv" })) {
    bytes += piece.length;
    peak = Math.max(peak, process.memoryUsage().rss);
    await delay(0);
  }
});
const exported = performance.now() - began;
/** @type {LoopReport["written"]} */
let written = { added: 0, changed: 0 };
const writePages = pageWriter(database);
blocked["writing and reading"] = await blockedBy(async () => {
  let writing = true;
  const reading = (async () => {
    while (writing) for (const query of Object.values(queries)) await query();
  })();
  written = await writePages();
  writing = false;
  await reading;
});
/** @type {LoopReport} */
const report = {
  blocked,
  written,
  exported: {
    seconds: exported / 1_000,
    mebibytes: bytes / MEBIBYTE,
    growth: (peak - before) / MEBIBYTE,
  },
};
process.send?.(report);
await database.close();
