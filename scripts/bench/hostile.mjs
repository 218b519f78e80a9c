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
import { IN_BROWSERS, JOB, READINGS, runJob, SCREENS } from "./hostile-readings.mjs";
import { IMPORT, importFigure, WAYS } from "./hostile-ways.mjs";
import { waitForSync } from "./platform.mjs";
import { table } from "./table.mjs";

// Run with `npm run bench -- hostile [words of kinds…]`. Sends comments of strangers in every way, reads them everywhere,
// and compares each with plain comments of the same length: how much longer one comment keeps the event loop. Exits with 1
// above the limit, and says which function it was.

/** Milliseconds for one comment, on a machine that takes REFERENCE milliseconds for what `referenceTime` does. */
const LIMIT = 5;
const REFERENCE = 10;
/** Bytes of a comment: the maximum of a submission, less its other parts. */
const BYTES = 31_000;
/** Rounds with plain comments, the first of them for the server to compile its code, and readings of which the least counts. */
const PLAIN_ROUNDS = 5;
const READS = 4;
/** Times that a comment is sent in each way, of which the least counts. */
const SENT = 2;
/** Rounds of readings after one that took too long, which may have been the machine. */
const CONFIRMING_ROUNDS = 5;

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

/** @typedef {(times: number) => Promise<number>} Measure returns the least milliseconds of so many times */
/** @typedef {{ before: Figures, figures: Figures, measures: Map<string, Measure>, slowest: (name: string) => Promise<string> }} Measured */

/** @param {() => Promise<number>} once @returns {Measure} */
function leastOf(once) {
  return async (times) => {
    let least = Number.POSITIVE_INFINITY;
    for (let time = 0; time < times; time += 1) least = Math.min(least, await once());
    return least;
  };
}

/**
 * Sends a comment in every way, and reads it everywhere.
 * @param {Client} client
 * @param {string} path of a page that no other comment is about
 * @param {string} comment
 * @param {number} reads of each place; one is enough where a long one is confirmed
 * @returns {Promise<Measured>}
 */
async function measure(client, path, comment, reads) {
  /** @type {Map<string, Measure>} */
  const measures = new Map();
  /** @type {Figures} */
  const figures = new Map();
  /** @param {string} name @param {number} times @param {() => Promise<number>} once */
  const add = async (name, times, once) => {
    measures.set(name, leastOf(once));
    figures.set(name, await leastOf(once)(times));
  };
  const reading = (/** @type {string} */ path) => () => client.ownTime(() => client.call(path));
  /** @type {Figures} */
  const before = new Map();
  await client.quiet();
  for (const [screen, path] of Object.entries(SCREENS)) {
    before.set(screen, await leastOf(reading(path))(reads));
  }
  /** @type {string[]} */
  const ids = [];
  for (const [way, submission] of Object.entries(WAYS)) {
    await add(way, SENT, async () => {
      ids.push(await client.post(submission(`${ids.length + 1} ${comment}`, path)));
      return client.quiet();
    });
  }
  await add(IMPORT, 1, () => importFigure(client, path, comment));
  const sent = { path, comment, ids };
  for (const [name, read] of Object.entries(READINGS)) {
    await add(name, reads, () => client.ownTime(() => read(client, sent)));
  }
  for (const [name, read] of Object.entries(IN_BROWSERS)) {
    await add(name, 1, async () => leastTime(reads, () => read(sent)));
  }
  const readings = new Map(Object.entries(SCREENS));
  await add(JOB, 1, async () => {
    const job = await runJob(client, sent);
    for (const [name, path] of Object.entries(job.readings)) readings.set(name, path);
    return job.longest;
  });
  for (const [name, path] of readings) await add(name, reads, reading(path));
  const slowest = async (/** @type {string} */ name) => {
    const again = measures.get(name);
    return again ? client.slowest(() => again(1)) : "";
  };
  return { before, figures, measures, slowest };
}

/** Returns the least that plain comments took. @param {Client} client @returns {Promise<Figures>} */
async function measurePlain(client) {
  /** @type {Figures} */
  const least = new Map();
  for (let round = 0; round < PLAIN_ROUNDS; round += 1) {
    const { figures } = await measure(client, `/plain/${round}`, plainComment(BYTES), READS);
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
    const measured = await measure(client, `/hostile/${at}`, hostileComment(kind, BYTES), 1);
    for (const [name, time] of measured.figures) {
      const least = measured.before.get(name) ?? plain.get(name) ?? 0;
      const more = await confirmed(measured, name, time, least, limit);
      if (more > (worst.get(name)?.more ?? 0)) worst.set(name, { more, kind });
      if (more <= limit) continue;
      console.log(
        `${kind}: ${name} took ${more.toFixed(1)} ms more. ${await measured.slowest(name)}`,
      );
    }
  }
  return worst;
}

/**
 * Returns how much longer than usual a kind took, after more times if that was too long.
 * @param {Measured} measured @param {string} name @param {number} time
 * @param {number} usual without the comment on screens of the whole project, otherwise with a plain one
 * @param {number} limit
 */
async function confirmed({ measures }, name, time, usual, limit) {
  let least = time;
  const again = measures.get(name);
  for (let round = 0; again && round < CONFIRMING_ROUNDS && least - usual > limit; round += 1) {
    least = Math.min(least, await again(READS));
  }
  return least - usual;
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
      value: more / scale,
      unit: "ms",
      digits: 1,
      target: LIMIT,
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
