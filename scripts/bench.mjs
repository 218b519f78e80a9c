import "./setup/require-node.mjs";
import { MAX_JAVASCRIPT_KIB } from "./bench/budget.mjs";
import { freshClone } from "./bench/clone.mjs";
import { pollingCost } from "./bench/jobs.mjs";
import { serverMemory } from "./bench/memory.mjs";
import { sessionCheck } from "./bench/session.mjs";
import { median, table } from "./bench/table.mjs";
import { ensureBrowser } from "./setup/browser.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { exitOnSignal, launch } from "./setup/processes.mjs";
import { node, UserError } from "./setup/project.mjs";
import { runScript } from "./setup/run-script.mjs";

const KIBIBYTE = 1_024;

/**
 * Parts that run as processes of their own, most of them because they import the server's code.
 * @type {Record<string, { file: string, parameters: string, says: string, failure: string }>}
 */
const PARTS = {
  inbox: {
    file: "page.mjs",
    parameters: "[items]",
    says: "Measuring the inbox in a browser…",
    failure: "Couldn't measure the inbox.",
  },
  import: {
    file: "import.mjs",
    parameters: "[items]",
    says: "Importing feedback while the server syncs it…",
    failure: "Couldn't measure an import.",
  },
  crash: {
    file: "crash.mjs",
    parameters: "[rounds]",
    says: "Killing a syncing process on both engines (a hundred times takes a few minutes)…",
    failure: "A crash caused the problems listed above.",
  },
  store: {
    file: "store.mjs",
    parameters: "[items…] [sqlite] [postgres]",
    says: "Measuring the store…",
    failure: "Couldn't measure the store.",
  },
  migration: {
    file: "migration.mjs",
    parameters: "[rounds]",
    says: "Killing migrations on both engines (fifty times takes a few minutes)…",
    failure: "A killed migration caused the problems listed above.",
  },
  memory: {
    file: "requests.mjs",
    parameters: "[requests]",
    says: "Sending requests to a server with sign-in (a few minutes)…",
    failure: "Couldn't measure the memory.",
  },
  collect: {
    file: "collect.mjs",
    parameters: "[posts] [postgres]",
    says: "Sending feedback to the collector (about a minute)…",
    failure: "Couldn't measure the collector.",
  },
  groups: {
    file: "groups.mjs",
    parameters: "[items]",
    says: "Grouping near-duplicates (a minute or two)…",
    failure: "Near-duplicates aren't found well enough.",
  },
  hostile: {
    file: "hostile.mjs",
    parameters: "[words of kinds…]",
    says: "Sending comments that could keep the server busy, and reading them everywhere (about fifteen minutes)…",
    failure: "A comment takes more than 5 ms of the event loop.",
  },
  review: {
    file: "review.mjs",
    parameters: "",
    says: "Reviewing a pull request of 500 files and one of a page of 5,000 lines…",
    failure: "Reviewing a pull request takes too long.",
  },
  start: {
    file: "start.mjs",
    parameters: "",
    says: "Installing and building an empty app and Errata (a few minutes)…",
    failure: "Couldn't measure the first start.",
  },
  servers: {
    file: "servers.mjs",
    parameters: "[minutes]",
    says: "Fifty people triage while servers are killed and rolled…",
    failure: "Requests or decisions were lost, as listed above.",
  },
};

async function main() {
  exitOnSignal(() => 130);
  await ensureInstalled({ dev: true });
  const [part, ...parameters] = process.argv.slice(2);
  if (part !== undefined) return measure(part, parameters);
  await measureWhole();
  for (const each of ["inbox", "import", "crash", "store"]) await measure(each);
}

/**
 * @param {string} part
 * @param {string[]} [given]
 */
async function measure(part, given = []) {
  const found = PARTS[part];
  if (!found) {
    const known = Object.entries(PARTS).map(([name, { parameters }]) =>
      `${name} ${parameters}`.trim(),
    );
    throw new UserError(`Usage: npm run bench [-- ${known.join(" | ")}]`);
  }
  console.log(found.says);
  const script = ["--conditions=react-server", `scripts/bench/${found.file}`, ...given];
  const { code } = await launch(node, script, { stdio: "inherit" }).ended;
  if (code !== 0) throw new UserError(found.failure);
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
      target: MAX_JAVASCRIPT_KIB,
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
