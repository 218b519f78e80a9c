import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  HOSTILE_KINDS,
  hostileComment,
  plainComment,
} from "../../tests/support/hostile-comments.ts";
import { freePort } from "../setup/free-port.mjs";
import { exitOnSignal } from "../setup/processes.mjs";
import { root } from "../setup/project.mjs";
import { startProject } from "./clone.mjs";
import { connect } from "./hostile-client.mjs";
import { IN_BROWSERS, jobFigures, READINGS } from "./hostile-readings.mjs";
import { IMPORT, importFigure, WAYS } from "./hostile-ways.mjs";
import { waitForSync } from "./platform.mjs";
import { table } from "./table.mjs";

// Run with `npm run bench -- hostile [words of kinds…]`. Sends comments of strangers in every way, reads them everywhere,
// and compares each with plain comments of the same length: how much longer one comment keeps the event loop. Exits with 1
// above the limit, and says which function it was.

/** Milliseconds for one comment, on a machine that takes REFERENCE milliseconds for what `referenceTime` does. */
const LIMIT = 5;
const REFERENCE = 10;
/** Bytes of a comment: what a submission may have, less what is around it. */
const BYTES = 31_000;
/** Rounds with plain comments, the first of them for the server to compile its code, and readings of which the least counts. */
const PLAIN_ROUNDS = 5;
const READS = 4;
/** Readings after one that took too long, which may have been the machine. */
const CONFIRMING_READS = 12;

/** @typedef {import("./hostile-client.mjs").Client} Client */
/** @typedef {{ path: string, comment: string, ids: string[] }} Sent */
/** @typedef {Map<string, number>} Figures milliseconds by way or reading */

/** Returns how long fixed work on texts takes in this run, so that the limit is the same on every machine. */
function referenceTime() {
  const text = plainComment(200_000);
  return leastTime(20, () => {
    const words = text.normalize("NFKC").toLowerCase().split(" ");
    words.map((word) => word.replace(/[^a-z]/g, "")).sort();
  });
}

/** @param {number} times @param {() => unknown} work @returns {number} milliseconds of this thread */
function leastTime(times, work) {
  const once = () => {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  };
  return Math.min(...Array.from({ length: times }, once));
}

/** @param {Client} client @param {number} times @param {() => Promise<unknown>} read @returns {Promise<number>} milliseconds */
async function leastOwnTime(client, times, read) {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < times; time += 1) least = Math.min(least, await client.ownTime(read));
  return least;
}

/**
 * Sends a comment in every way, and reads it everywhere.
 * @param {Client} client
 * @param {string} path of a page that no other comment is about
 * @param {string} comment
 * @returns {Promise<{ sent: Sent, figures: Figures }>}
 */
async function measure(client, path, comment) {
  /** @type {Figures} */
  const figures = new Map();
  /** @type {string[]} */
  const ids = [];
  await client.quiet();
  for (const [way, submission] of Object.entries(WAYS)) {
    /** @type {number[]} */
    const times = [];
    for (const variant of ["1", "2"]) {
      ids.push(await client.post(submission(`${variant} ${comment}`, path)));
      times.push(await client.quiet());
    }
    figures.set(way, Math.min(...times));
  }
  figures.set(IMPORT, await importFigure(client, path, comment));
  const sent = { path, comment, ids };
  for (const [reading, read] of Object.entries(READINGS)) {
    figures.set(reading, await leastOwnTime(client, READS, () => read(client, sent)));
  }
  for (const [reading, read] of Object.entries(IN_BROWSERS))
    figures.set(
      reading,
      leastTime(READS, () => read(sent)),
    );
  for (const [reading, time] of await jobFigures(client, sent)) figures.set(reading, time);
  return { sent, figures };
}

/** Returns the least that plain comments took. @param {Client} client @returns {Promise<Figures>} */
async function measurePlain(client) {
  /** @type {Figures} */
  const least = new Map();
  for (let round = 0; round < PLAIN_ROUNDS; round += 1) {
    const { figures } = await measure(client, `/plain/${round}`, plainComment(BYTES));
    if (round === 0) continue;
    for (const [name, time] of figures) least.set(name, Math.min(time, least.get(name) ?? time));
  }
  return least;
}

/**
 * Returns how much longer each kind took than plain comments at most, and which kind it was.
 * @param {Client} client
 * @param {Figures} plain
 * @param {readonly string[]} kinds
 * @param {number} limit in milliseconds of this machine
 */
async function measureKinds(client, plain, kinds, limit) {
  /** @type {Map<string, { more: number, kind: string }>} */
  const worst = new Map();
  for (const [at, kind] of kinds.entries()) {
    const { sent, figures } = await measure(client, `/hostile/${at}`, hostileComment(kind, BYTES));
    for (const [name, time] of figures) {
      const read = READINGS[name];
      const isSlow = time - (plain.get(name) ?? 0) > limit;
      const again =
        isSlow && read
          ? await leastOwnTime(client, CONFIRMING_READS, () => read(client, sent))
          : time;
      const more = Math.min(time, again) - (plain.get(name) ?? 0);
      if (more > (worst.get(name)?.more ?? 0)) worst.set(name, { more, kind });
      if (more <= limit) continue;
      const slowest = read ? await client.slowest(() => read(client, sent)) : "";
      console.log(`${kind}: ${name} took ${more.toFixed(1)} ms more. ${slowest}`);
    }
  }
  return worst;
}

exitOnSignal(() => 130);
const wanted = process.argv.slice(2);
const kinds = HOSTILE_KINDS.filter(
  (kind) => wanted.length === 0 || wanted.some((word) => kind.includes(word)),
);
const folder = mkdtempSync(join(tmpdir(), "errata-bench-hostile-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const port = await freePort();
const watched = new URL("./watched-server.mjs", import.meta.url).href;
const server = await startProject(root, folder, {
  NODE_OPTIONS: `--import=${watched}`,
  BENCH_PORT: String(port),
  PLATFORM_HOURLY_LIMIT: "1000000",
});
let isOver = false;
try {
  await waitForSync(server.url);
  const client = await connect(server.url, `http://127.0.0.1:${port}`);
  const plain = await measurePlain(client);
  const scale = referenceTime() / REFERENCE;
  const worst = await measureKinds(client, plain, kinds, LIMIT * scale);
  const measures = [...plain].map(([name, time]) => {
    const { more = 0, kind = "" } = worst.get(name) ?? {};
    isOver ||= more / scale > LIMIT;
    return {
      name: `${name} (${(time / scale).toFixed(1)} ms if plain), most for ${kind || "none"}`,
      ...{ value: more / scale, unit: "ms", digits: 1, target: LIMIT },
    };
  });
  console.log(
    `\n${kinds.length} kinds of comments, milliseconds of the event loop beyond plain ones, of a machine ${scale.toFixed(2)} times as slow as the reference`,
  );
  console.log(table(measures));
} finally {
  await server.stop();
}
process.exit(isOver ? 1 : 0);
