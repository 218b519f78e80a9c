import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { build, isBuilt, sourcesHash } from "../setup/build.mjs";
import { freePort } from "../setup/free-port.mjs";
import { startPostgres } from "../setup/postgres.mjs";
import { exitOnSignal } from "../setup/processes.mjs";
import { serve } from "../setup/serve.mjs";
import { freshDatabase, SETTINGS } from "./postgres.mjs";
import { signIn } from "./session.mjs";
import { table } from "./table.mjs";

// Run with `npm run bench -- servers [minutes]`. Fifty people triage: with two servers on PostgreSQL, and with one on
// SQLite. One server is killed and one rolled meanwhile. Exits with 1 if a request fails on every try, or if a status
// that was acknowledged is lost.

const PEOPLE = 50;
const MINUTE = 60_000;
/** Milliseconds between the requests of a person. */
const PAUSE = 500;
/** A proxy that looks for another server tries again for this long. */
const PATIENCE = MINUTE;
const STATUSES = ["in_progress", "resolved", "dismissed", "pending"];
const api = "/api/projects/docs/feedback";

/**
 * @typedef {object} Totals
 * @property {number} requests answered
 * @property {number} retried tries that failed and were repeated
 * @property {string[]} failed requests that failed on every try
 * @property {string[]} lost statuses that were acknowledged and not found
 */

exitOnSignal(() => 130);
const duration = Number(process.argv[2] ?? 10) * MINUTE;
const folder = mkdtempSync(join(tmpdir(), "errata-bench-servers-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const hash = sourcesHash();
if (!isBuilt(".next", hash)) await build(".next", hash);
const postgres = await startPostgres(SETTINGS);
let problems = 0;
try {
  await measure("PostgreSQL", 2, { DATABASE_URL: await freshDatabase(postgres.url) });
  await measure("SQLite", 1, {});
} finally {
  await postgres.stop();
}
process.exit(problems > 0 ? 1 : 0);

/**
 * @param {string} engine
 * @param {number} count of servers
 * @param {Record<string, string>} environment
 */
async function measure(engine, count, environment) {
  const env = {
    ...environment,
    DATA_DIR: join(folder, engine),
    AUTH_SECRET: "a-secret-for-the-benchmark-only-0",
    PUBLIC_URL: "",
  };
  const first = await startServer(env);
  // The link that creates the first admin is of the server that started last.
  const cookie = await signIn(first);
  const servers = [first];
  while (servers.length < count) servers.push(await startServer(env));
  const last = servers.at(-1) ?? first;
  try {
    /** @type {Totals} */
    const totals = { requests: 0, retried: 0, failed: [], lost: [] };
    const proxy = createProxy(servers, cookie, totals);
    const ends = Date.now() + duration;
    const people = Array.from({ length: PEOPLE }, (_, person) =>
      triage(person, proxy, totals, ends),
    );
    await delay(duration / 4);
    await last.kill();
    await delay(5_000);
    await last.start();
    await delay(duration / 4);
    await first.roll();
    await Promise.all(people);
    report(engine, count, totals);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** @param {Record<string, string>} env */
async function startServer(env) {
  const port = await freePort();
  let written = "";
  const start = () =>
    serve({
      host: "127.0.0.1",
      port,
      env,
      onOutput: (text) => {
        written += text;
      },
    });
  let server = await start();
  return {
    url: server.url,
    output: () => written,
    kill: () => server.kill(),
    stop: () => server.stop(),
    start: async () => {
      server = await start();
    },
    roll: async () => {
      await server.stop();
      server = await start();
    },
  };
}

/**
 * Sends requests as a proxy in front of the servers does: to each in turn, and again to the next one if a server is
 * gone or isn't ready.
 * @param {{ url: string }[]} servers
 * @param {string} cookie
 * @param {Totals} totals
 */
function createProxy(servers, cookie, totals) {
  let turn = 0;
  /** @param {string} path @param {{ method?: string, body?: string }} [request] */
  return async (path, request = {}) => {
    const began = Date.now();
    let problem = "";
    while (Date.now() - began < PATIENCE) {
      const { url } = servers[turn++ % servers.length] ?? { url: "" };
      const headers = { cookie, origin: url, "content-type": "application/json" };
      try {
        const response = await fetch(url + path, { ...request, headers });
        const text = await response.text();
        if (response.ok) {
          totals.requests++;
          return text;
        }
        problem = `${response.status} ${text.slice(0, 200)}`;
      } catch (error) {
        problem = String(/** @type {Error} */ (error).cause ?? error);
      }
      totals.retried++;
      await delay(200);
    }
    totals.failed.push(`${request.method ?? "GET"} ${path}: ${problem}`);
    return null;
  };
}

/**
 * Changes the statuses of a few items of a person's own, and reads each one again from the next server.
 * @param {number} person
 * @param {ReturnType<typeof createProxy>} proxy
 * @param {Totals} totals
 * @param {number} ends
 */
async function triage(person, proxy, totals, ends) {
  const page = JSON.parse((await proxy(`${api}?limit=250`)) ?? '{"feedback":[]}');
  /** @type {string[]} */
  const own = page.feedback
    .map((/** @type {{ id: string }} */ { id }) => id)
    .filter((/** @type {string} */ _, /** @type {number} */ index) => index % PEOPLE === person);
  for (let round = 0; Date.now() < ends; round++) {
    const id = own[round % own.length] ?? "";
    const status = STATUSES[Math.floor(round / own.length) % STATUSES.length] ?? "";
    const decision = { kind: "set", id: randomUUID(), age: 0, ids: [id], status };
    const body = JSON.stringify({ decisions: [decision] });
    await proxy("/docs/feedback?status=pending");
    await delay(PAUSE);
    if (await proxy(`${api}/decisions`, { method: "POST", body })) {
      const item = await proxy(`${api}/${encodeURIComponent(id)}`);
      if (item && JSON.parse(item).status !== status) totals.lost.push(`${id}: ${status}`);
    }
    await delay(PAUSE);
  }
}

/**
 * @param {string} engine
 * @param {number} count of servers
 * @param {Totals} totals
 */
function report(engine, count, { requests, retried, failed, lost }) {
  const none = { unit: "", target: 0 };
  const measures = [
    { name: "Requests answered", value: requests, unit: "" },
    { name: "Tries that a proxy repeats", value: retried, unit: "" },
    { ...none, name: "Requests that failed on every try", value: failed.length },
    { ...none, name: "Acknowledged statuses that were lost", value: lost.length },
  ];
  problems += failed.length + lost.length;
  console.log(`\n${engine}: ${PEOPLE} people, servers: ${count}\n${table(measures)}`);
  for (const line of [...failed, ...lost].slice(0, 20)) console.log(`  ${line}`);
}
