import "./setup/require-node.mjs";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBrowser } from "./setup/browser.mjs";
import { tryToInstallBubblewrap } from "./setup/bubblewrap.mjs";
import { install, isInstalled } from "./setup/install.mjs";
import { withLock } from "./setup/lock.mjs";
import { createMemoryFolder } from "./setup/memory-folder.mjs";
import { startPostgres, TEST_SETTINGS } from "./setup/postgres.mjs";
import { exitOnSignal, run } from "./setup/processes.mjs";
import { next, node, root, UserError } from "./setup/project.mjs";
import { playwrightResult, summary, vitestResult } from "./setup/results.mjs";
import { runScript } from "./setup/run-script.mjs";

/** @typedef {import("./setup/results.mjs").Result} Result */

const reports = mkdtempSync(join(tmpdir(), "errata-reports-"));
process.on("exit", () => rmSync(reports, { recursive: true, force: true }));

/**
 * Each suite with the seconds it takes on two cores.
 * @type {Record<string, { title: string, seconds: number, run: () => Promise<Result> }>}
 */
const suites = {
  types: { title: "The type check", seconds: 10, run: types },
  build: { title: "The build", seconds: 75, run: build },
  lint: { title: "The linter", seconds: 5, run: lint },
  unused: { title: "The check for unused code", seconds: 10, run: unused },
  unit: { title: "The unit tests", seconds: 20, run: () => vitest("unit") },
  server: { title: "The server tests", seconds: 440, run: server },
  http: { title: "The HTTP tests", seconds: 100, run: () => playwright("http") },
  browser: { title: "The browser tests", seconds: 280, run: () => playwright("browser") },
};

/** The lanes run at the same time, the suites of a lane one after another. */
const allLanes = [
  ["build", "http", "browser", "types"],
  ["lint", "unused", "unit", "server"],
];

const wanted = process.argv.slice(2);

/** @type {ReturnType<typeof run> | undefined} */
let buildRun;

/** @type {Promise<{ report: string, ok: boolean }> | undefined} */
let playwrightRun;

/** @param {string} name */
function isWanted(name) {
  return wanted.length === 0 || wanted.includes(name);
}

async function main() {
  exitOnSignal(() => 130);
  const unknown = wanted.find((name) => !Object.hasOwn(suites, name));
  if (unknown !== undefined) {
    throw new UserError(
      `The suite "${unknown}" doesn't exist. Choose from: ${Object.keys(suites).join(", ")}.`,
    );
  }
  if (!isInstalled()) await withLock(async () => isInstalled() || (await install()));
  // Every process of this run and of the next ones finds its code compiled.
  process.env.NODE_COMPILE_CACHE ??= join(root, "node_modules/.cache/compiled");
  process.env.TMPDIR ??= createMemoryFolder() ?? tmpdir();

  const began = Date.now();
  /** @type {Record<string, Result>} */
  const results = {};
  const lanes = allLanes.map((names) => names.filter(isWanted));
  const extent = process.env.THOROUGH === "1" ? "with the long tests" : estimate(lanes);
  console.log(`Running ${lanes.flat().join(", ")} (${extent})…`);
  await Promise.all(
    lanes.map(async (names) => {
      for (const name of names) {
        const { title, run: runSuite } = suites[name];
        results[title] = await timed(title, runSuite);
      }
    }),
  );
  const { ok, text } = summary(results);
  console.log(`\nFinished in ${duration(began)}.\n${text}`);
  process.exitCode = ok ? 0 : 1;
}

/**
 * How long the lanes take on two cores, such as "about 3 minutes".
 * @param {string[][]} lanes
 */
function estimate(lanes) {
  const secondsOf = (/** @type {string[]} */ names) =>
    names.reduce((sum, name) => sum + suites[name].seconds, 0);
  const seconds = Math.max(...lanes.map(secondsOf));
  const minutes = Math.round(seconds / 60);
  if (minutes > 1) return `about ${minutes} minutes`;
  return seconds < 40 ? `about ${seconds} seconds` : "about a minute";
}

/**
 * Runs a suite and prints its result. A setup that fails is the suite's result.
 * @param {string} title
 * @param {() => Promise<Result>} runSuite
 */
async function timed(title, runSuite) {
  const began = Date.now();
  const result = await runSuite().catch((error) => {
    if (!(error instanceof UserError)) throw error;
    return { passed: 0, failed: 0, problem: error.message.trim().replace(/\.$/, "") };
  });
  const { passed, failed, problem } = result;
  const numbers =
    problem && passed + failed === 0 ? "not run" : `${passed} passed, ${failed} failed`;
  console.log(`  ${title}: ${numbers} (${duration(began)})`);
  return result;
}

async function types() {
  // Next rewrites files that the type check reads, such as its route types.
  await buildRun;
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  const generated = await run(node, [next, "typegen"], { env });
  const checked = await run(node, [bin("typescript/bin/tsc"), "--noEmit"]);
  const ok = generated.ok && checked.ok;
  if (!ok) console.log(`${generated.ok ? "" : generated.output}${checked.output}`);
  return single(ok);
}

async function lint() {
  const { ok, output } = await run(node, [bin("@biomejs/biome/bin/biome"), "check"]);
  if (!ok) console.log(output);
  return single(ok);
}

/** Finds files, exports, and dependencies that nothing uses; knip.json names the entry points. */
async function unused() {
  const { ok, output } = await run(node, [bin("knip/bin/knip.js"), "--no-progress"]);
  if (!ok) console.log(output);
  return single(ok);
}

/** Builds what the HTTP and browser tests run; those build for themselves when run alone. */
async function build() {
  buildRun = run(node, [join(root, "tests/support/build.ts")]);
  const { ok, output } = await buildRun;
  if (!ok) console.log(output);
  return single(ok);
}

/** The tests against SQLite and PostgreSQL. */
async function server() {
  await tryToInstallBubblewrap();
  if (process.env.TEST_DATABASE_URL) return vitest("server");
  const postgres = await startPostgres(TEST_SETTINGS);
  try {
    return await vitest("server", { TEST_DATABASE_URL: postgres.url });
  } finally {
    await postgres.stop();
  }
}

/**
 * @param {string} project a project of vitest.config.ts
 * @param {Record<string, string>} [environment]
 */
async function vitest(project, environment = {}) {
  const report = join(reports, `${project}.json`);
  const args = ["run", "--project", project, "--reporter=dot", "--reporter=json"];
  const { ok, output } = await run(
    node,
    [bin("vitest/vitest.mjs"), ...args, `--outputFile.json=${report}`],
    { env: { ...process.env, ...environment } },
  );
  const result = vitestResult(report, ok);
  if (result.failed > 0 || result.problem) console.log(output);
  return result;
}

/**
 * The tests of the real build, over HTTP or in a browser. All projects that are wanted share one run, so
 * that no core waits for the end of one of them.
 * @param {string} project a project of playwright.config.ts
 */
async function playwright(project) {
  playwrightRun ??= runPlaywright(["http", "browser"].filter(isWanted));
  const { report, ok } = await playwrightRun;
  return playwrightResult(report, project, ok);
}

/** @param {string[]} projects of playwright.config.ts */
async function runPlaywright(projects) {
  if (projects.includes("browser")) await ensureBrowser();
  const report = join(reports, "playwright.json");
  const command = [
    bin("@playwright/test/cli.js"),
    "test",
    ...projects.map((p) => `--project=${p}`),
  ];
  const { ok, output } = await run(node, [...command, "--reporter=dot,json"], {
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  if (!ok) console.log(output);
  return { report, ok };
}

/** @param {string} path */
function bin(path) {
  return join(root, "node_modules", path);
}

/**
 * @param {boolean} ok
 * @returns {Result}
 */
function single(ok) {
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** @param {number} began in milliseconds */
function duration(began) {
  const seconds = Math.round((Date.now() - began) / 1_000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

await runScript(main);
