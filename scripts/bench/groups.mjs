import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../lib/database/open.ts";
import { processLog } from "../../lib/log.ts";
import { createTableStatistics } from "../../lib/services/background-work.ts";
import { createGroupingSteps } from "../../lib/similar/paced-steps.ts";
import { areGrouped, labeledPairs, measurePairs } from "../../tests/support/similar-pairs.ts";
import { startPostgres } from "../setup/postgres.mjs";
import { exitOnSignal } from "../setup/processes.mjs";
import { watchLoop } from "./blocked.mjs";
import { freshDatabase, SETTINGS, vacuum } from "./postgres.mjs";
import { fill } from "./store-data.mjs";
import { table } from "./table.mjs";

// Run with `npm run bench -- groups [items]`. Measures how well near-duplicates are found, on the labeled pairs,
// and how long the groups of many items take.

/** About 100,000 of them have comments or code. */
const ITEMS = 155_000;

const items = Number(process.argv[2] ?? ITEMS);
exitOnSignal(() => 130);
const pairs = labeledPairs();
const { precision, recall } = measurePairs(pairs);
for (const { kind, one, other } of pairs) {
  if (areGrouped(one, other) !== (kind === "variant")) console.log(`${kind}: ${one} / ${other}`);
}
const percent = { unit: "%", digits: 1 };
console.log(
  `\n${pairs.length} labeled pairs (at least 95 % precision and 90 % recall)\n${table([
    { ...percent, name: "Grouped pairs that mean the same", value: precision * 100 },
    { ...percent, name: "Pairs with the same meaning that are grouped", value: recall * 100 },
  ])}`,
);
const folder = mkdtempSync(join(tmpdir(), "errata-bench-groups-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
await measure("SQLite", { databaseUrl: null, file: join(folder, "errata.sqlite") });
const postgres = await startPostgres(SETTINGS);
try {
  await measure("PostgreSQL", { databaseUrl: await freshDatabase(postgres.url), file: "" });
} finally {
  await postgres.stop();
}
process.exit(precision >= 0.95 && recall >= 0.9 ? 0 : 1);

/**
 * @param {string} engine
 * @param {import("./store-data.mjs").Location} location
 */
async function measure(engine, location) {
  await fill(location, items);
  if (location.databaseUrl !== null) await vacuum(location.databaseUrl);
  /** @type {import("../../lib/database/open.ts").Database<any>} */
  const database = openDatabase(location);
  // As in the server, while the tables grow.
  const statistics = createTableStatistics(database, processLog());
  statistics.start();
  const findSomeGroups = createGroupingSteps(database);
  const stop = watchLoop();
  const began = performance.now();
  const cpu = process.cpuUsage();
  let [indexed, longest] = [0, 0];
  for (;;) {
    const step = await findSomeGroups();
    if (!step) break;
    indexed += step.items;
    longest = Math.max(longest, step.lockedFor);
  }
  const seconds = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  const { longest: blocked, own } = stop();
  const groups = await database.query
    .selectFrom("feedback_group_size")
    .select(({ fn }) => fn.countAll().as("count"))
    .executeTakeFirst();
  await statistics.stop();
  await database.close();
  const milliseconds = { unit: "ms", digits: 0 };
  console.log(
    `\n${engine}: ${indexed.toLocaleString("en")} comments of ${items.toLocaleString("en")} items\n${table(
      [
        { name: "Groups found", value: Number(groups?.count), unit: "" },
        { name: "All groups, from nothing", value: seconds, unit: "s", digits: 1, target: 15 },
        { name: "CPU of all threads", value: (user + system) / 1e6, unit: "s", digits: 1 },
        { ...milliseconds, name: "Longest transaction", value: longest },
        { ...milliseconds, name: "Event loop blocked at most", value: blocked, target: 50 },
        { ...milliseconds, name: "CPU without a pause at most", value: own, target: 50 },
      ],
    )}`,
  );
}
