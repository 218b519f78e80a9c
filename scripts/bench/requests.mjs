import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exitOnSignal } from "../setup/processes.mjs";
import { root } from "../setup/project.mjs";
import { startProject } from "./clone.mjs";
import { serverMemory } from "./memory.mjs";
import { signIn } from "./session.mjs";
import { table } from "./table.mjs";

// Run with `npm run bench -- memory [requests]`. Sends mixed requests to a server with sign-in, a third
// of them without a session, and prints its memory on the way: it should reach a plateau.

const REQUESTS = 20_000;
const CONCURRENT = 8;
const STEPS = 10;
/** MiB. */
const TARGET = 300;

const PAGES = ["/docs", "/docs/jobs", "/settings", "/people", "/account", "/docs?status=pending"];
const ANONYMOUS = [
  "/sign-in",
  "/docs",
  "/healthz",
  "/readyz",
  "/api/health",
  "/api/projects",
  "/no",
];
const WORDS = ["error", "install", "the", "relay", "token", "webhook", "a", "zzz"];

const api = "/api/projects/docs/feedback";

/**
 * @param {number} number of the request
 * @param {string[]} items IDs
 * @returns {{ path: string, hasSession: boolean }}
 */
function requestOf(number, items) {
  /** @template T @param {T[]} list */
  const pick = (list) => list[Math.floor(number / 12) % list.length];
  const item = encodeURIComponent(pick(items) ?? "");
  const word = pick(WORDS);
  const signedIn = [
    ...[pick(PAGES), `/docs/feedback/${item}`, `/docs?q=${word}&rating=${number % 5}`],
    ...[api, `${api}?q=${word}`, `${api}/${item}`, `${api}?status=pending,resolved&limit=100`],
    number % 10 === 0 ? `${api}/facets?q=${word}` : "/api/projects/docs/jobs",
  ];
  const kind = number % 12;
  if (kind >= signedIn.length) {
    return {
      path: ANONYMOUS[(number + Math.floor(number / 12)) % ANONYMOUS.length] ?? "/",
      hasSession: false,
    };
  }
  return { path: signedIn[kind] ?? "/", hasSession: true };
}

/**
 * @param {string} url
 * @param {string} cookie
 * @param {number} count
 * @param {(sent: number) => Promise<void>} onStep
 * @returns {Promise<Map<number, number>>} responses by status
 */
async function send(url, cookie, count, onStep) {
  const headers = { cookie, accept: "text/html,application/json" };
  const first = await (await fetch(`${url}${api}?limit=100`, { headers })).json();
  /** @type {string[]} */
  const items = first.feedback.map((/** @type {{ id: string }} */ { id }) => id);
  const statuses = new Map();
  let sent = 0;
  const work = async () => {
    while (sent < count) {
      const number = sent++;
      const { path, hasSession } = requestOf(number, items);
      const options = {
        headers: hasSession ? headers : {},
        redirect: /** @type {const} */ ("manual"),
      };
      const response = await fetch(url + path, options);
      await response.arrayBuffer();
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      if ((number + 1) % Math.ceil(count / STEPS) === 0) await onStep(number + 1);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, work));
  return statuses;
}

exitOnSignal(() => 130);
const count = Number(process.argv[2] ?? REQUESTS);
const folder = mkdtempSync(join(tmpdir(), "errata-bench-memory-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const server = await startProject(root, folder, {
  AUTH_SECRET: "a-secret-for-the-benchmark-only-0",
});
try {
  const cookie = await signIn(server);
  const statuses = await send(server.url, cookie, count, async (sent) => {
    console.log(`${sent} requests: ${(await serverMemory(server.pid)).toFixed(0)} MiB`);
  });
  console.log([...statuses].map(([status, number]) => `${number} × ${status}`).join(", "));
  const name = `Memory of the server after ${count} requests`;
  console.log(
    table([{ name, value: await serverMemory(server.pid), unit: "MiB", target: TARGET }]),
  );
} finally {
  await server.stop();
}
