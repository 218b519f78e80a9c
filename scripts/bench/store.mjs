import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import SQLite from "better-sqlite3";
import pg from "pg";
import { build, isBuilt, sourcesHash } from "../setup/build.mjs";
import { freePort } from "../setup/free-port.mjs";
import { run as command, leaveWhenAsked } from "../setup/processes.mjs";
import { serve } from "../setup/serve.mjs";
import { startPostgres } from "./postgres.mjs";
import { fill } from "./store-data.mjs";
import { questions } from "./store-questions.mjs";
import { median } from "./table.mjs";

// Run with the pinned Node and --conditions=react-server: `npm run bench -- store [entries…]
// [sqlite] [postgres]`.

const SIZES = [10_000, 100_000, 1_000_000];
const ROUNDS = 15;
const LOOP = fileURLToPath(new URL("./store-loop.mjs", import.meta.url));

/** @typedef {"sqlite" | "postgres"} Engine */
/** @typedef {{ name: string, taken: number, floor: number, reach: number | undefined }} Figure */

const given = process.argv.slice(2);
const sizes = given.map(Number).filter((size) => size > 0);
const engines = /** @type {Engine[]} */ (["sqlite", "postgres"]).filter(
  (engine) => given.includes(engine) || !given.some((word) => Number.isNaN(Number(word))),
);

leaveWhenAsked(() => 130);
const hash = sourcesHash();
if (!isBuilt(".next", hash)) await build(".next", hash);
const postgres = engines.includes("postgres") ? await startPostgres() : null;
try {
  for (const size of sizes.length > 0 ? sizes : SIZES) {
    for (const engine of engines) await measure(engine, size);
  }
} finally {
  await postgres?.stop();
}
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
    const direct = openDirect(location);
    // What autovacuum does within minutes.
    if (engine === "postgres") await direct.run("vacuum analyze");
    const { figures, memory } = await askServer(engine, size, location, folder, direct.run);
    await direct.close();
    const loop = await askLoop(location);
    const { written } = loop;
    print(engine, size, figures);
    const longest = Object.entries(loop.blocked).map(([name, ms]) => `${name} ${ms.toFixed(0)}`);
    console.log(
      `\nFilled in ${seconds.toFixed(0)} s; a page of 100 new entries in ${written.added.toFixed(0)} ms, ` +
        `100 changed ones in ${written.changed.toFixed(0)} ms. Server memory ${memory.toFixed(0)} MiB. ` +
        `Event loop still for at most (ms): ${longest.join(", ")}. ` +
        `Export of all: ${loop.export.mebibytes.toFixed(0)} MiB in ${loop.export.seconds.toFixed(1)} s, ` +
        `memory +${loop.export.growth.toFixed(0)} MiB.\n`,
    );
  } finally {
    clear();
  }
}

/**
 * @param {Engine} engine
 * @param {number} size
 * @param {Figure[]} figures
 */
function print(engine, size, figures) {
  console.log(
    `\n**${engine === "sqlite" ? "SQLite" : "PostgreSQL"}, ${size.toLocaleString("en")} entries**\n`,
  );
  console.log("| | ms | floor | × | reach | |\n|---|--:|--:|--:|--:|---|");
  const alone = figures[0]?.taken ?? 0;
  for (const { name, taken, floor, reach } of figures) {
    // The floor of a request is that of its queries and of HTTP itself.
    const near = taken <= 1.5 * (floor + alone) + 2;
    const marks = `${reach === undefined ? "" : taken <= reach ? "✓" : "✗"}${near ? "" : " above 1.5 × (floor + HTTP) + 2"}`;
    console.log(
      `| ${name} | ${taken.toFixed(1)} | ${floor.toFixed(1)} | ${(taken / floor).toFixed(1)} | ${reach ?? ""} | ${marks} |`,
    );
  }
}

/**
 * @param {Engine} engine
 * @param {number} size
 * @param {import("./store-data.mjs").Location} location
 * @param {string} folder
 * @param {(sql: string) => Promise<unknown>} run
 */
async function askServer(engine, size, location, folder, run) {
  const server = await serve({
    host: "127.0.0.1",
    port: await freePort(),
    env: {
      DATA_DIR: folder,
      DATABASE_URL: location.databaseUrl ?? "",
      PUBLIC_URL: "",
      // A platform that is never asked: the limit is all reserve, so that the mirror rests.
      PLATFORM_URL: "http://127.0.0.1:9",
      PLATFORM_API_KEY: "unused",
      PLATFORM_PROJECTS: "docs=Docs",
      PLATFORM_HOURLY_LIMIT: "1",
      PLATFORM_RESERVE: "1",
    },
  });
  try {
    const figures = [];
    for (const { name, paths, floor, reach } of await withDeepPage(server.url)) {
      const asked = () =>
        Promise.all(paths.map((path) => get(`${server.url}/api/projects/docs/${path}`)));
      const direct = async () => {
        for (const statement of floor(engine)) await run(statement);
      };
      // In turns, so that a busy moment of the machine meets both.
      /** @type {[number[], number[]]} */
      const [taken, floors] = [[], []];
      for (let round = 0; round < ROUNDS + 2; round++) {
        const [a, b] = [await timed(asked), await timed(direct)];
        if (round >= 2) {
          taken.push(a);
          floors.push(b);
        }
      }
      figures.push({ name, taken: median(taken), floor: median(floors), reach: reach[size] });
    }
    return { figures, memory: await memoryOf(server.pid) };
  } finally {
    await server.stop();
  }
}

/**
 * The questions, and a page far down the list beside the first one.
 * @param {string} url
 */
async function withDeepPage(url) {
  const [alone, first, ...others] = questions;
  if (!alone || !first) return questions;
  let cursor = "";
  for (let page = 0; page < 40; page++) {
    const body = await get(`${url}/api/projects/docs/feedback?limit=200${cursor}`);
    cursor = `&cursor=${body.nextCursor}`;
  }
  const deep = {
    ...first,
    name: "page, 8,000 entries down",
    paths: [`feedback?limit=100${cursor}`],
  };
  return [alone, first, deep, ...others];
}

/**
 * Resident memory of a process in MiB.
 * @param {number} pid
 */
async function memoryOf(pid) {
  const { output } = await command("ps", ["-o", "rss=", "-p", String(pid)]);
  return Number(output) / 1_024;
}

/** @param {string} address */
async function get(address) {
  const response = await fetch(address);
  if (!response.ok)
    throw new Error(`${address} answers ${response.status}: ${await response.text()}`);
  return response.json();
}

/** @param {() => Promise<unknown>} work */
async function timed(work) {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

/** @param {import("./store-data.mjs").Location} location */
function openDirect({ databaseUrl, file }) {
  if (databaseUrl) {
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
    return { run: (/** @type {string} */ sql) => pool.query(sql), close: () => pool.end() };
  }
  const sqlite = new SQLite(file);
  sqlite.pragma("cache_size = -32000");
  sqlite.pragma("temp_store = memory");
  return {
    run: async (/** @type {string} */ sql) => {
      const statement = sqlite.prepare(sql);
      return statement.reader ? statement.all() : statement.run();
    },
    close: async () => void sqlite.close(),
  };
}

/** @param {string} server */
async function freshDatabase(server) {
  const name = `bench_${Date.now()}`;
  const pool = new pg.Pool({ connectionString: server, max: 1 });
  await pool.query(`create database ${name} template template0`);
  await pool.end();
  const address = new URL(server);
  address.pathname = `/${name}`;
  return address.href;
}

/**
 * @param {import("./store-data.mjs").Location} location
 * @returns {Promise<{ blocked: Record<string, number>, written: { added: number, changed: number }, export: { seconds: number, mebibytes: number, growth: number } }>}
 */
function askLoop(location) {
  const child = spawn(
    process.execPath,
    ["--conditions=react-server", LOOP, JSON.stringify(location)],
    { stdio: ["ignore", "inherit", "inherit", "ipc"] },
  );
  return new Promise((resolve, reject) => {
    child.once("message", (report) => resolve(/** @type {any} */ (report)));
    child.once("exit", (code) => reject(new Error(`the event loop's process ended with ${code}`)));
  });
}
