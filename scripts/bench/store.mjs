import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { build, isBuilt, sourcesHash } from "../setup/build.mjs";
import { freePort } from "../setup/free-port.mjs";
import { startPostgres } from "../setup/postgres.mjs";
import { exitOnSignal } from "../setup/processes.mjs";
import { serve } from "../setup/serve.mjs";
import { residentMemory } from "./memory.mjs";
import { freshDatabase, SETTINGS, vacuum } from "./postgres.mjs";
import { reportOf } from "./report.mjs";
import { fill, findGroups } from "./store-data.mjs";
import { figuresTable, sideBySide, titleOf } from "./store-table.mjs";
import { addWork } from "./store-work.mjs";

// Run with `npm run bench -- store [items…] [sqlite] [postgres]`.

const SIZES = [10_000, 100_000, 1_000_000];

/** @typedef {"sqlite" | "postgres"} Engine */

const given = process.argv.slice(2);
const sizes = given.map(Number).filter((size) => size > 0);
const engines = /** @type {Engine[]} */ (["sqlite", "postgres"]).filter(
  (engine) => given.includes(engine) || !given.some((word) => Number.isNaN(Number(word))),
);

exitOnSignal(() => 130);
const hash = sourcesHash();
if (!isBuilt(".next", hash)) await build(".next", hash);
const postgres = engines.includes("postgres") ? await startPostgres(SETTINGS) : null;
if (postgres) console.log(`PostgreSQL settings: ${SETTINGS.join(", ")}.`);
/** @type {import("./store-table.mjs").Measured[]} */
const all = [];
try {
  for (const engine of engines) {
    for (const size of sizes.length > 0 ? sizes : SIZES) all.push(await measure(engine, size));
  }
} finally {
  await postgres?.stop();
}
console.log(
  `\nMilliseconds through the route handler (floor in parentheses):\n\n${sideBySide(all)}\n`,
);
process.exit(0);

/**
 * @param {Engine} engine
 * @param {number} size
 */
async function measure(engine, size) {
  const folder = mkdtempSync(join(tmpdir(), "errata-bench-store-"));
  const clear = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", clear);
  try {
    const databaseUrl =
      postgres && engine === "postgres" ? await freshDatabase(postgres.url) : null;
    const location = { databaseUrl, file: join(folder, "errata.sqlite") };
    const { seconds } = await fill(location, size);
    await findGroups(location);
    await addWork(location);
    if (databaseUrl) await vacuum(databaseUrl);
    const { figures, memory } = await timeQueries(engine, size, location, folder);
    // With more busy processes than cores, threads wait for each other, which adds to all figures.
    const busy = loadavg()[0]?.toFixed(1);
    const loop = await reportOf("store-loop.mjs", location);
    const measured = { engine, size, figures };
    console.log(`\n**${titleOf(measured)}**\n\n${figuresTable(measured)}\n`);
    console.log(
      `Filled in ${seconds.toFixed(0)} s. Server memory ${memory.toFixed(0)} MiB. ` +
        `Load: ${busy} on ${availableParallelism()} cores.`,
    );
    printLoop(loop);
    return measured;
  } finally {
    process.off("exit", clear);
    clear();
  }
}

/** @param {import("./store-loop.mjs").LoopReport} report */
function printLoop({ blocked, written, exported }) {
  const longest = Object.entries(blocked).map(
    ([name, { longest: most, own }]) => `${name} ${most.toFixed(0)} (${own.toFixed(0)})`,
  );
  console.log(
    `Writing 100 new items took ${written.added.toFixed(0)} ms, and 100 changed items ` +
      `${written.changed.toFixed(0)} ms, while others read. ` +
      `Event loop blocked at most (by its own work), in ms: ${longest.join(", ")}. ` +
      `Export of everything: ${exported.mebibytes.toFixed(0)} MiB in ${exported.seconds.toFixed(1)} s, ` +
      `memory +${exported.growth.toFixed(0)} MiB.\n`,
  );
}

/**
 * @param {Engine} engine
 * @param {number} size
 * @param {import("./store-data.mjs").Location} location
 * @param {string} folder
 * @returns {Promise<{ figures: import("./store-table.mjs").Figure[], memory: number }>}
 */
async function timeQueries(engine, size, location, folder) {
  const port = await freePort();
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: location.databaseUrl ?? "",
    PUBLIC_URL: "",
    // The whole limit is reserved, so that no sync runs.
    PLATFORM_URL: "http://127.0.0.1:9",
    PLATFORM_API_KEY: "unused",
    PLATFORM_PROJECTS: "docs=Docs",
    PLATFORM_HOURLY_LIMIT: "1",
    PLATFORM_RESERVE: "1",
    LOG_LEVEL: "error",
  };
  const server = await serve({ host: "127.0.0.1", port, env });
  try {
    const parameter = { location, engine, size, url: server.url };
    const timingEnv = { ...process.env, ...env, PORT: String(port), HOST: "127.0.0.1" };
    const figures = await reportOf("store-timings.mjs", parameter, timingEnv);
    return { figures, memory: await residentMemory(server.pid) };
  } finally {
    await server.stop();
  }
}
