import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../setup/free-port.mjs";
import { startPostgres } from "../setup/postgres.mjs";
import { exitOnSignal } from "../setup/processes.mjs";
import { root, UserError } from "../setup/project.mjs";
import { startProject } from "./clone.mjs";
import { waitForSync } from "./platform.mjs";
import { SETTINGS } from "./postgres.mjs";
import { table } from "./table.mjs";

// Run with `npm run bench -- collect [posts] [postgres]`. Readers vote and then comment, each from an address of their
// own, so that the limits don't count. The server stores every post on disk before it answers, and syncs the
// feedback into the inbox meanwhile.

const POSTS = 10_000;
const CONNECTIONS = 64;
/** Posts of the second part, in which they arrive evenly. */
const PACED = 1_500;
const PER_SECOND = 100;
/** Posts before the measures, for which the server compiles its code. */
const WARM_UP = 1_000;
const FLUSHES = 300;
/** Milliseconds. */
const TARGET = { p99: 50, block: 50, post: 2 };

const SITE = "https://docs.example.com";
const api = "/api/projects/docs";
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

/** @param {number} number of the post: the reader's vote, then the comment that completes it */
function postOf(number) {
  const reader = number >> 1;
  const vote = { id: `reader-${reader}`, url: `${SITE}/page-${reader % 500}`, helpful: false };
  const comment = `Sentence ${reader} of the page doesn't say what happens without a token.`;
  const address = `10.${(reader >> 16) & 255}.${(reader >> 8) & 255}.${reader & 255}`;
  return { address, body: JSON.stringify(number % 2 === 0 ? vote : { ...vote, comment }) };
}

/**
 * @param {string} address of the collector
 * @param {number} number of the post
 * @returns {Promise<number>} milliseconds until it is acknowledged
 */
function send(address, number) {
  const post = postOf(number);
  const before = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "x-forwarded-for": post.address };
    const options = { method: "POST", agent, headers: { ...headers, origin: SITE } };
    const sent = request(address, options, (response) => {
      response.resume();
      response.once("end", () => {
        if (response.statusCode === 202) resolve(performance.now() - before);
        else reject(new Error(`A post got ${response.statusCode}.`));
      });
    });
    sent.once("error", reject);
    sent.end(post.body);
  });
}

/**
 * Sends as many posts as the server takes, a reader's vote before the comment.
 * @param {string} address
 * @param {number} first
 * @param {number} count
 */
async function flood(address, first, count) {
  let next = first;
  const work = async () => {
    while (next < first + count) {
      const vote = next;
      next += 2;
      await send(address, vote);
      await send(address, vote + 1);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
}

/**
 * Sends posts at a fixed pace, whether or not earlier ones are answered.
 * @param {string} address
 * @param {number} first
 * @returns {Promise<number[]>} milliseconds of each post, sorted
 */
async function pace(address, first) {
  const began = performance.now();
  const sent = [];
  for (let number = 0; number < PACED; number++) {
    await delay(Math.max(0, began + (number * 1_000) / PER_SECOND - performance.now()));
    sent.push(send(address, first + number));
  }
  return (await Promise.all(sent)).toSorted((one, other) => one - other);
}

/**
 * Returns what a commit takes at least: how long writing two pages and flushing them takes on this disk.
 * @param {string} folder
 * @returns {number[]} milliseconds, sorted
 */
function flushes(folder) {
  const file = openSync(join(folder, "flushes"), "w");
  const durations = Array.from({ length: FLUSHES }, () => {
    const before = performance.now();
    writeSync(file, Buffer.alloc(8_192, 1));
    fdatasyncSync(file);
    return performance.now() - before;
  });
  closeSync(file);
  return durations.toSorted((one, other) => one - other);
}

/** @param {number[]} sorted @param {number} share */
function percentile(sorted, share) {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}

/** @param {string} url @returns {Promise<any>} */
async function read(url) {
  return (await fetch(url)).json();
}

exitOnSignal(() => 130);
const parameters = process.argv.slice(2);
const isPostgres = parameters.includes("postgres");
const wanted = parameters.find((parameter) => /^\d+$/.test(parameter));
const posts = 2 * Math.ceil(Number(wanted ?? POSTS) / 2);
const folder = mkdtempSync(join(tmpdir(), "errata-bench-collect-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const watched = new URL("./watched-server.mjs", import.meta.url).href;
const port = await freePort();
const postgres = isPostgres ? await startPostgres(SETTINGS) : null;
const server = await startProject(root, folder, {
  NODE_OPTIONS: `--import=${watched}`,
  BENCH_PORT: String(port),
  DATABASE_URL: postgres?.url ?? "",
});
try {
  const { url } = server;
  await waitForSync(url);
  /** @returns {Promise<import("./watched-server.mjs").Used>} */
  const used = () => read(`http://127.0.0.1:${port}`);
  const created = await fetch(`${url}${api}/collect/keys`, {
    method: "POST",
    headers: { origin: url, "content-type": "application/json" },
    body: JSON.stringify({ name: "Bench", origins: [SITE], paths: [] }),
  });
  const [{ key }] = (await created.json()).keys;
  const collector = `${url}/v1/collect/${key}`;
  await flood(collector, 0, WARM_UP);

  await used();
  const before = performance.now();
  await flood(collector, WARM_UP, posts);
  const seconds = (performance.now() - before) / 1_000;
  const busy = await used();
  const durations = await pace(collector, WARM_UP + posts);
  const paced = await used();

  await waitForSync(url);
  const { keys } = await read(`${url}${api}/collect/keys`);
  const received = keys.find((/** @type {{ key: string }} */ each) => each.key === key)?.received;
  if (received !== (WARM_UP + posts + PACED) / 2)
    throw new UserError(`${received} items were stored.`);
  console.log(
    table([
      { name: "Posts a second", value: posts / seconds, unit: "" },
      {
        name: "CPU time of a post, with its way to the inbox",
        value: busy.cpu / posts,
        unit: "ms",
        digits: 2,
        target: TARGET.post,
      },
      { name: "  posts a second of a core", value: (1_000 * posts) / busy.cpu, unit: "" },
      { name: "Longest event loop block", value: busy.longest, unit: "ms", target: TARGET.block },
      {
        name: "  of which this thread's own work",
        value: busy.own,
        unit: "ms",
        target: TARGET.block,
      },
      {
        name: `p99 at ${PER_SECOND} posts a second`,
        value: percentile(durations, 0.99),
        unit: "ms",
        target: TARGET.p99,
      },
      { name: "  median", value: percentile(durations, 0.5), unit: "ms" },
      {
        name: "  p99 of a flush to this disk alone",
        value: percentile(flushes(folder), 0.99),
        unit: "ms",
      },
      { name: "  longest event loop block", value: paced.longest, unit: "ms" },
      { name: "  of which this thread's own work", value: paced.own, unit: "ms" },
    ]),
  );
} finally {
  agent.destroy();
  await server.stop();
  await postgres?.stop();
}
