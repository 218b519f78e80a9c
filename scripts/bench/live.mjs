import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { throttle } from "../../lib/throttle.ts";
import { exitOnSignal } from "../setup/processes.mjs";
import { root } from "../setup/project.mjs";
import { startProject } from "./clone.mjs";
import { serverCpuTime } from "./memory.mjs";
import { signIn } from "./session.mjs";
import { median, table } from "./table.mjs";

// Run with `npm run bench -- live [inboxes]`. Readers send feedback while many inboxes are open; measures the
// time from a post to the row in each of them. An inbox is a client that does what an open page does.

const INBOXES = 100;
/** With more tabs, a person's reads would be limited. */
const TABS_PER_PERSON = 3;
const POSTS = 20;
/** Milliseconds from one post to the next. */
const PAUSE = 2_000;
/** Milliseconds between two refreshes of a page's rows, and of everything else. */
const ROWS_GAP = 1_000;
const OTHERS_GAP = 4_000;
/** Milliseconds. */
const TARGET = 2_000;

const SITE = "https://docs.example.com";
const api = "/api/projects/docs";
/** What an open page loads besides its rows when feedback changed. */
const OTHERS = ["/sync", "/feedback/facets", "/feedback/facets?status=pending"];

const closing = new AbortController();

/** @typedef {{ url: string, cookie: string }} Session */

/**
 * @param {Session} session
 * @param {string} path
 * @param {unknown} [body] sent with POST
 */
async function call({ url, cookie }, path, body) {
  const response = await fetch(url + path, {
    headers: { cookie, origin: url, "content-type": "application/json" },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} responded with ${response.status}.`);
  return response.json();
}

/**
 * Opens an inbox.
 * @param {Session} session
 * @param {(comment: string) => void} onRow called with each comment that the first page has
 */
async function openInbox(session, onRow) {
  const response = await fetch(`${session.url}${api}/changes`, {
    headers: { cookie: session.cookie },
    signal: closing.signal,
  });
  if (!response.ok) throw new Error(`The stream responded with ${response.status}.`);
  const isPaused = () => closing.signal.aborted;
  const others = throttle({
    gap: OTHERS_GAP,
    isPaused,
    work: async () => {
      await Promise.all(OTHERS.map((path) => call(session, api + path)));
    },
  });
  const rows = throttle({
    gap: ROWS_GAP,
    isPaused,
    work: async () => {
      const { feedback } = await call(session, `${api}/feedback?limit=50&status=pending`);
      for (const { comment } of feedback) onRow(comment);
      others.request();
    },
  });
  void (async () => {
    for await (const part of response.body ?? []) {
      if (Buffer.from(part).includes("data: ")) rows.request();
    }
  })().catch(() => undefined);
}

/**
 * Creates people with an account each.
 * @param {Session} admin
 * @param {number} count
 * @returns {Promise<Session[]>}
 */
async function invite(admin, count) {
  const { url } = admin;
  const people = [];
  for (let number = 0; number < count; number++) {
    const invited = { email: `person${number}@example.org`, role: "viewer" };
    const { link } = await call(admin, "/api/people/invitations", invited);
    const output = () => String(link).replace("/invitation/", "/set-up/");
    people.push({ url, cookie: await signIn({ url, output }) });
  }
  return people;
}

/**
 * @param {Session} admin
 * @param {Session[]} people
 * @param {number} inboxes
 * @returns {Promise<number[]>} milliseconds, for each post and inbox
 */
async function measure(admin, people, inboxes) {
  const wanted = { name: "Bench", origins: [SITE], paths: [] };
  const { keys } = await call(admin, `${api}/collect/keys`, wanted);
  const posted = new Map();
  /** @type {number[]} */
  const durations = [];
  for (let number = 0; number < inboxes; number++) {
    const seen = new Set();
    await openInbox(people[number % people.length] ?? admin, (comment) => {
      const at = posted.get(comment);
      if (at === undefined || seen.has(comment)) return;
      seen.add(comment);
      durations.push(performance.now() - at);
    });
  }
  for (let number = 0; number < POSTS; number++) {
    const comment = `Sentence ${number} is missing`;
    posted.set(comment, performance.now());
    const response = await fetch(`${admin.url}/v1/collect/${keys[0].key}`, {
      method: "POST",
      headers: { origin: SITE, "content-type": "application/json" },
      body: JSON.stringify({ url: `${SITE}/page`, helpful: false, comment }),
    });
    if (response.status !== 202) throw new Error(`A post got ${response.status}.`);
    await delay(PAUSE * (0.5 + Math.random()));
  }
  await delay(2 * TARGET);
  closing.abort();
  await delay(TARGET);
  return durations;
}

exitOnSignal(() => 130);
const inboxes = Number(process.argv[2] ?? INBOXES);
const folder = mkdtempSync(join(tmpdir(), "errata-bench-live-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const server = await startProject(root, folder, {
  AUTH_SECRET: "a-secret-for-the-benchmark-only-0",
});
try {
  const admin = { url: server.url, cookie: await signIn(server) };
  while ((await call(admin, `${api}/sync`)).phase !== "following") await delay(100);
  const people = await invite(admin, Math.ceil(inboxes / TABS_PER_PERSON));
  const [cpuBefore, before] = [await serverCpuTime(server.pid), performance.now()];
  const durations = (await measure(admin, people, inboxes)).toSorted((a, b) => a - b);
  const cpu = (await serverCpuTime(server.pid)) - cpuBefore;
  const p95 = durations[Math.ceil(durations.length * 0.95) - 1] ?? Number.NaN;
  const missing = inboxes * POSTS - durations.length;
  console.log(
    table([
      { name: "Post to row, median", value: median(durations), unit: "ms" },
      { name: "Post to row, p95", value: p95, unit: "ms", target: TARGET },
      { name: "Rows that never arrived", value: missing, unit: "", target: 0 },
      {
        name: `CPU of the server with ${inboxes} open inboxes`,
        value: (cpu / (performance.now() - before)) * 100,
        unit: "%",
      },
    ]),
  );
} finally {
  await server.stop();
}
