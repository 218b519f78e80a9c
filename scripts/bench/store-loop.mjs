import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { openDatabase } from "../../lib/database/open.ts";
import { parseFilters } from "../../lib/filters/feedback-filters.ts";
import { createFeedbackStore } from "../../lib/store/feedback/store.ts";
import { pageWriter } from "./store-data.mjs";

// A process that asks the store everything, as the server does, and reports by `process.send` how
// long its event loop stood still and what an export of everything does to its memory.

const MEBIBYTE = 1_048_576;

/**
 * @typedef {{ still: number, own: number }} Blocked milliseconds at most
 * @typedef {object} LoopReport
 * @property {Record<string, Blocked>} blocked by what was done meanwhile
 * @property {{ added: number, changed: number }} written milliseconds for a page, median
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
const questions = {
  page: () => store.page("docs", none, { limit: 100, cursor: null }),
  facets: () => store.facets("docs", none),
  "by page": () => store.pages("docs", none, { sort: "rank", limit: 50, cursor: null }),
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

for (const ask of Object.values(questions)) await ask();
/** @type {Record<string, Blocked>} */
const blocked = {};
for (const [name, ask] of Object.entries(questions)) {
  blocked[name] = await blockedBy(async () => {
    for (let round = 0; round < 5; round++) {
      await ask();
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
blocked["writing pages and asking"] = await blockedBy(async () => {
  let writing = true;
  const asking = (async () => {
    while (writing) for (const ask of Object.values(questions)) await ask();
  })();
  written = await writePages();
  writing = false;
  await asking;
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

/**
 * The longest standstill in milliseconds, and the longest work of this thread alone without a pause:
 * on a busy machine the first is also other processes' work.
 * @param {() => Promise<void>} work
 * @returns {Promise<Blocked>}
 */
async function blockedBy(work) {
  const monitor = monitorEventLoopDelay({ resolution: 1 });
  const used = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let [before, own] = [used(), 0];
  const look = setInterval(() => {
    const now = used();
    own = Math.max(own, now - before);
    before = now;
  }, 1);
  monitor.enable();
  await work();
  monitor.disable();
  clearInterval(look);
  return { still: monitor.max / 1e6, own };
}
