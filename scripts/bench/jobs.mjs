import { createServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { serverCpuTime } from "./memory.mjs";

/** Simultaneously active jobs, and their projects: each project can create 100 jobs an hour. */
const JOBS = 200;
const PROJECTS = ["one", "two"];
/** How long to measure the cost of polling, in milliseconds. */
const MEASURED_TIME = 20_000;

/**
 * @typedef {object} Badges in milliseconds, one value for each round
 * @property {number[]} first from the click on "Create job" to the frame that shows a status
 * @property {number[]} answered from the click to the frame of the job's page that shows
 *   the platform's response
 * @property {number[]} platform the platform's part of it: from the request to its response, as
 *   recorded in the job's history
 */

/**
 * Measures how long people wait for a new job's status.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 * @param {number} times
 * @returns {Promise<Badges>}
 */
export async function createToBadge(browser, url, times) {
  /** @type {Badges} */
  const durations = { first: [], answered: [], platform: [] };
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  for (let round = 0; round < times; round++) {
    await page.goto(`${url}/docs/feedback?status=resolved`, { waitUntil: "networkidle" });
    await page.getByTestId("row-select").nth(round).click();
    await page.getByTestId("draft-prompt").click();
    await page.getByRole("button", { name: "Review" }).click();
    const measured = page.evaluate(watchBadges);
    await page.waitForFunction(() => Reflect.get(window, "measuring"));
    await page.getByTestId("create-job").click();
    const { first, answered } = await measured;
    durations.first.push(first);
    durations.answered.push(answered);
    durations.platform.push(await platformTime(page.url()));
  }
  await page.close();
  return durations;
}

/**
 * Runs in the page: measures the time from the next click to the first status, and to the status on
 * the job's own page.
 * @returns {Promise<{ first: number, answered: number }>}
 */
function watchBadges() {
  Object.assign(window, { measuring: true });
  const shown = (/** @type {number} */ since, /** @type {string} */ selector) =>
    new Promise((resolve) => {
      const check = () => {
        if (!document.querySelector(selector)) return requestAnimationFrame(check);
        setTimeout(() => resolve(performance.now() - since));
      };
      check();
    });
  return new Promise((resolve) => {
    const onClick = async (/** @type {Event} */ { timeStamp }) => {
      const badge = "[data-testid=job-status]";
      const [first, answered] = await Promise.all([
        shown(timeStamp, badge),
        shown(timeStamp, `main ${badge}`),
      ]);
      resolve({ first: Number(first), answered: Number(answered) });
    };
    addEventListener("click", onClick, { capture: true, once: true });
  });
}

/**
 * Returns the milliseconds between the request to the platform and its response.
 * @param {string} address of the job's page
 */
async function platformTime(address) {
  const { origin, pathname } = new URL(address);
  const [project, , jobId] = pathname.split("/").filter(Boolean);
  const response = await fetch(`${origin}/api/projects/${project}/jobs/${jobId}`);
  /** @type {{ job: { history: { kind: string, at: number }[] } }} */
  const { job } = await response.json();
  const at = (/** @type {string} */ kind) => job.history.find((event) => event.kind === kind)?.at;
  return (at("answered") ?? Number.NaN) - (at("sent") ?? Number.NaN);
}

/**
 * Measures the cost of polling 200 new jobs every second on a platform that responds immediately.
 * @param {(environment: Record<string, string>) => Promise<import("./clone.mjs").Started>} start
 * @returns {Promise<{ share: number, polls: number }>} `share` in percent of a core, without the
 *   idle server's share; `polls` per second
 */
export async function pollingCost(start) {
  const platform = await startFakePlatform();
  const server = await start({
    PLATFORM_URL: platform.url,
    PLATFORM_API_KEY: "errata_bench",
    PLATFORM_PROJECTS: PROJECTS.map((id) => `${id}=${id}`).join(","),
  });
  try {
    await Promise.all(PROJECTS.map((project) => waitForFirstSync(server.url, project)));
    await delay(3_000);
    const idle = await cpuShare(server.pid, MEASURED_TIME / 2);
    await createJobs(server.url);
    const before = platform.polls();
    const busy = await cpuShare(server.pid, MEASURED_TIME);
    return { share: busy - idle, polls: ((platform.polls() - before) / MEASURED_TIME) * 1_000 };
  } finally {
    await server.stop();
    platform.close();
  }
}

/**
 * @param {number} pid
 * @param {number} milliseconds
 */
async function cpuShare(pid, milliseconds) {
  const before = await serverCpuTime(pid);
  const since = performance.now();
  await delay(milliseconds);
  const spent = (await serverCpuTime(pid)) - before;
  return (spent / (performance.now() - since)) * 100;
}

/** @param {string} url */
async function createJobs(url) {
  for (let index = 0; index < JOBS; index++) {
    const project = PROJECTS[index % PROJECTS.length];
    const intent = {
      intentKey: `bench-${String(index).padStart(4, "0")}`,
      prompt: "Fix the page. ".repeat(300),
      feedbackIds: ["fb"],
    };
    const response = await fetch(`${url}/api/projects/${project}/jobs`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: url },
      body: JSON.stringify(intent),
    });
    if (!response.ok) throw new Error(`POST …/jobs responded with ${response.status}`);
  }
}

/**
 * @param {string} url
 * @param {string} project
 */
async function waitForFirstSync(url, project) {
  for (let tries = 0; tries < 300; tries++) {
    const response = await fetch(`${url}/api/projects/${project}/sync`);
    if (response.ok && (await response.json()).items > 0) return;
    await delay(100);
  }
  throw new Error("The first sync didn't finish within 30 seconds.");
}

/** Starts a platform with one feedback entry, whose jobs stay active. */
async function startFakePlatform() {
  let polls = 0;
  let created = 0;
  const entry = {
    id: "fb",
    path: "/page",
    comment: "Wrong.",
    createdAt: new Date().toISOString(),
    source: "agent",
    status: "pending",
  };
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const send = (/** @type {number} */ status, /** @type {object} */ body) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    request.resume();
    if (path.startsWith("/v1/")) {
      return send(200, { feedback: [entry], nextCursor: null, hasMore: false });
    }
    if (request.method === "GET") polls += 1;
    else created += 1;
    const id = request.method === "GET" ? path.split("/").at(-1) : `job-${created}`;
    return send(request.method === "GET" ? 200 : 201, { id, status: "active", prLink: null });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(true)));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, polls: () => polls, close };
}
