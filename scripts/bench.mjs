import "./setup/require-node.mjs";
import { freshClone } from "./bench/clone.mjs";
import { pollingCost } from "./bench/jobs.mjs";
import { serverMemory } from "./bench/memory.mjs";
import { sessionCheck } from "./bench/session.mjs";
import { median, table } from "./bench/table.mjs";
import { ensureBrowser } from "./setup/browser.mjs";
import { install, isInstalled } from "./setup/install.mjs";
import { withLock } from "./setup/lock.mjs";
import { exitOnSignal, launch } from "./setup/processes.mjs";
import { node, UserError } from "./setup/project.mjs";
import { runScript } from "./setup/run-script.mjs";

const KIBIBYTE = 1_024;

async function main() {
  exitOnSignal(() => 130);
  if (!isInstalled()) await withLock(async () => isInstalled() || (await install()));
  const [part, ...rest] = process.argv.slice(2);
  if (part === "store") return measureStore(rest);
  if (part === "crash") return measureCrashes(rest);
  if (part === "migration") return measureMigrations(rest);
  if (part === "inbox") return measurePage(rest);
  if (part === "import") return measureImport(rest);
  if (part === "repository") return measureRepository(rest);
  if (part === "memory") return measureMemory(rest);
  if (part === "live") return measureLive(rest);
  if (part === "collect") return measureCollector(rest);
  if (part === "groups") return measureGroups(rest);
  if (part !== undefined) {
    throw new UserError(
      "Usage: npm run bench [-- inbox [items] | import [items] | store [items…] [sqlite] [postgres] | crash [rounds] | migration [rounds] | repository [jobs] | memory [requests] | live [inboxes] | collect [posts] [postgres] | groups [items]]",
    );
  }
  await measureWhole();
  await measurePage([]);
  await measureImport([]);
  await measureCrashes([]);
  await measureStore([]);
}

/**
 * Measures the inbox in a browser with many items, in its own process like the store.
 * @param {string[]} parameters the number of items
 */
async function measurePage(parameters) {
  console.log("Measuring the inbox in a browser…");
  const script = ["--conditions=react-server", "scripts/bench/page.mjs", ...parameters];
  const { code } = await launch(node, script, { stdio: "inherit" }).ended;
  if (code !== 0) throw new UserError("Couldn't measure the inbox.");
}

/**
 * Measures how long an import takes to reach the inbox.
 * @param {string[]} parameters the number of items
 */
async function measureImport(parameters) {
  console.log("Importing feedback while the server syncs it…");
  const script = ["--conditions=react-server", "scripts/bench/import.mjs", ...parameters];
  const { code } = await launch(node, script, { stdio: "inherit" }).ended;
  if (code !== 0) throw new UserError("Couldn't measure an import.");
}

/**
 * @param {string[]} parameters the number of rounds
 */
async function measureCrashes(parameters) {
  console.log("Killing a syncing process on both engines (a hundred times takes a few minutes)…");
  const script = ["--conditions=react-server", "scripts/bench/crash.mjs", ...parameters];
  const { code } = await launch(node, script, { stdio: "inherit" }).ended;
  if (code !== 0) throw new UserError("A crash caused the problems listed above.");
}

/**
 * @param {string[]} parameters the number of rounds
 */
async function measureMigrations(parameters) {
  console.log("Killing migrations on both engines (fifty times takes a few minutes)…");
  const script = ["--conditions=react-server", "scripts/bench/migration.mjs", ...parameters];
  const { code } = await launch(node, script, { stdio: "inherit" }).ended;
  if (code !== 0) throw new UserError("A killed migration caused the problems listed above.");
}

/**
 * @param {string[]} parameters the number of jobs
 */
async function measureRepository(parameters) {
  console.log("Running the git commands of agent jobs…");
  const script = ["--conditions=react-server", "scripts/bench/repository.mjs", ...parameters];
  const { code } = await launch(node, script, { stdio: "inherit" }).ended;
  if (code !== 0) throw new UserError("Couldn't measure the repository.");
}

/**
 * @param {string[]} parameters the number of requests
 */
async function measureMemory(parameters) {
  console.log("Sending requests to a server with sign-in (a few minutes)…");
  const { code } = await launch(node, ["scripts/bench/requests.mjs", ...parameters], {
    stdio: "inherit",
  }).ended;
  if (code !== 0) throw new UserError("Couldn't measure the memory.");
}

/**
 * Measures how long feedback takes to reach open inboxes.
 * @param {string[]} parameters the number of inboxes
 */
async function measureLive(parameters) {
  console.log("Sending feedback while inboxes are open (about a minute)…");
  const { code } = await launch(node, ["scripts/bench/live.mjs", ...parameters], {
    stdio: "inherit",
  }).ended;
  if (code !== 0) throw new UserError("Couldn't measure open inboxes.");
}

/**
 * Measures how many posts the collector takes.
 * @param {string[]} parameters the number of posts
 */
async function measureCollector(parameters) {
  console.log("Sending feedback to the collector (about a minute)…");
  const { code } = await launch(node, ["scripts/bench/collect.mjs", ...parameters], {
    stdio: "inherit",
  }).ended;
  if (code !== 0) throw new UserError("Couldn't measure the collector.");
}

/**
 * Measures how well and how fast near-duplicates are found.
 * @param {string[]} parameters the number of items
 */
async function measureGroups(parameters) {
  console.log("Grouping near-duplicates (a minute or two)…");
  const script = ["--conditions=react-server", "scripts/bench/groups.mjs", ...parameters];
  const { code } = await launch(node, script, { stdio: "inherit" }).ended;
  if (code !== 0) throw new UserError("Near-duplicates aren't found well enough.");
}

/**
 * Measures the store in its own process, because it imports the server's code.
 * @param {string[]} parameters numbers of items, names of engines
 */
async function measureStore(parameters) {
  console.log("Measuring the store…");
  const script = ["--conditions=react-server", "scripts/bench/store.mjs", ...parameters];
  const { code } = await launch(node, script, { stdio: "inherit" }).ended;
  if (code !== 0) throw new UserError("Couldn't measure the store.");
}

async function measureWhole() {
  await ensureBrowser();
  const clone = await freshClone();
  process.on("exit", clone.remove);

  console.log("Measuring a clone of the last commit, without uncommitted changes.");
  console.log("First start…");
  const first = await clone.start();
  await first.stop();
  console.log("Second start…");
  const second = await clone.start();
  console.log("The inbox in a browser…");
  // Playwright can only be imported after the installation.
  const { measureInbox } = await import("./bench/inbox.mjs");
  const inbox = await measureInbox(second.url);
  const memory = await serverMemory(second.pid);
  await second.stop();

  console.log("Session checks…");
  const session = await sessionCheck(clone.start);
  console.log("200 active jobs…");
  const polling = await pollingCost(clone.start);

  const { javascript, rows, filters, badges } = inbox;
  const measures = [
    { name: "Clone to ready", value: first.seconds, unit: "s", digits: 1 },
    { name: "Ready on second start", value: second.seconds, unit: "s", digits: 2, target: 3 },
    {
      name: "JavaScript of the inbox, gzipped",
      value: javascript.idle / KIBIBYTE,
      unit: "KiB",
      digits: 1,
      target: 195,
    },
    {
      name: "  before the page has loaded",
      value: javascript.first / KIBIBYTE,
      unit: "KiB",
      digits: 1,
    },
    { name: `First row, median of ${rows.length}`, value: median(rows), unit: "ms" },
    {
      name: `Filter to rows, median of ${filters.length}`,
      value: median(filters),
      unit: "ms",
      target: 60,
    },
    {
      name: `Create job to first status, median of ${badges.first.length}`,
      value: median(badges.first),
      unit: "ms",
      target: 150,
    },
    {
      name: "  to the platform's response on the job's page",
      value: median(badges.answered),
      unit: "ms",
    },
    { name: "  of which the platform takes", value: median(badges.platform), unit: "ms" },
    {
      name: `200 active jobs, ${polling.polls.toFixed(0)} polls per second`,
      value: polling.share,
      unit: "% of a core",
      digits: 1,
      target: 5,
    },
    {
      name: "Session check, added to a request",
      value: session.with - session.without,
      unit: "ms",
      digits: 2,
      target: 2,
    },
    { name: "Memory of the server", value: memory, unit: "MiB" },
  ];
  console.log(`\n${table(measures)}`);
}

await runScript(main);
