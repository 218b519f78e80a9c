import "./setup/require-node.mjs";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { format } from "node:util";
import { ensureBrowser } from "./setup/browser.mjs";
import { tryToInstallBubblewrap } from "./setup/bubblewrap.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { createMemoryFolder } from "./setup/memory-folder.mjs";
import { startPostgres, TEST_SETTINGS } from "./setup/postgres.mjs";
import { exitOnSignal, launch, result, run } from "./setup/processes.mjs";
import { next, node, root, UserError } from "./setup/project.mjs";
import { playwrightResult, summary, vitestResult } from "./setup/results.mjs";
import { runScript } from "./setup/run-script.mjs";
import { processorSeconds } from "./test/processor-time.mjs";
import { showProgress } from "./test/progress.mjs";
import { selectTests } from "./test/selection.mjs";
import { keepTimes, readTimes } from "./test/times.mjs";

/** @typedef {import("./setup/results.mjs").Result} Result */

const isThorough = process.env.THOROUGH === "1";
const reports = mkdtempSync(join(tmpdir(), "errata-reports-"));
process.on("exit", () => rmSync(reports, { recursive: true, force: true }));

/**
 * Each suite in the order they run, with the seconds it takes on two cores. One runs after the other, with as many
 * workers as the machine has cores: suites that ran at the same time would take them from each other.
 * @type {Record<string, { title: string, seconds: number, run: () => Promise<Result> }>}
 */
const suites = {
  lint: { title: "The linter", seconds: 5, run: lint },
  types: { title: "The type check", seconds: 15, run: types },
  unused: { title: "The check for unused code", seconds: 8, run: unused },
  unit: { title: "The unit tests", seconds: 25, run: () => vitest("unit") },
  server: { title: "The server tests", seconds: 250, run: server },
  build: { title: "The build", seconds: 50, run: build },
  http: { title: "The HTTP tests", seconds: 60, run: () => playwright("http") },
  browser: { title: "The browser tests", seconds: 250, run: () => playwright("browser") },
};

/** @type {import("./test/selection.mjs").Selection} */
let selection;

/** @type {ReturnType<typeof showProgress>} */
let progress;

async function main() {
  exitOnSignal(() => 130);
  selection = selectTests(process.argv.slice(2), Object.keys(suites));
  await ensureInstalled({ dev: true });
  // Every process of this run and of the next ones finds its code compiled.
  process.env.NODE_COMPILE_CACHE ??= join(root, "node_modules/.cache/compiled");
  process.env.TMPDIR ??= createMemoryFolder() ?? tmpdir();

  const began = Date.now();
  const known = isThorough ? {} : readTimes();
  const parts = selection.suites.map((name) => ({
    name,
    seconds: known[name] ?? suites[name].seconds,
  }));
  const extent = isThorough ? " with the long tests" : "";
  console.log(`Running ${selection.suites.join(", ")}${extent}…`);
  progress = showProgress(parts, {
    write: (text) => process.stdout.write(text),
    isTerminal: process.stdout.isTTY === true && process.env.CI === undefined,
    columns: () => process.stdout.columns,
  });
  // Parts of the set-up print as well, which would end in the line that shows the progress.
  console.log = (...values) => progress.print(format(...values));

  /** @type {Record<string, Result>} */
  const results = {};
  for (const name of selection.suites) {
    const { title, run: runSuite } = suites[name];
    progress.next();
    results[title] = await timed(name, title, runSuite);
  }
  progress.end();
  const { ok, text } = summary(results);
  const processor = processorSeconds();
  const used = processor === null ? "" : ` with ${duration(processor)} of processor time`;
  console.log(`\nFinished in ${duration((Date.now() - began) / 1_000)}${used}.\n${text}`);
  process.exitCode = ok ? 0 : 1;
}

/**
 * Runs a suite and prints its result. A setup that fails is the suite's result.
 * @param {string} name
 * @param {string} title
 * @param {() => Promise<Result>} runSuite
 */
async function timed(name, title, runSuite) {
  const began = Date.now();
  const before = processorSeconds();
  const result = await runSuite().catch((error) => {
    if (!(error instanceof UserError)) throw error;
    return { passed: 0, failed: 0, problem: error.message.trim().replace(/\.$/, "") };
  });
  const { passed, failed, problem } = result;
  const seconds = (Date.now() - began) / 1_000;
  const isWhole = selection.files[name] === undefined && selection.title === undefined;
  if (isWhole && !isThorough && !problem && failed === 0) keepTimes({ [name]: seconds });
  const numbers =
    problem && passed + failed === 0 ? "not run" : `${passed} passed, ${failed} failed`;
  const after = processorSeconds();
  const used = before === null || after === null ? "" : `, processor ${duration(after - before)}`;
  console.log(`  ${title}: ${numbers} (${duration(seconds)}${used})`);
  return result;
}

async function types() {
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  const generated = await run(node, [next, "typegen"], { env });
  const checked = await run(node, [bin("typescript/bin/tsc"), "--noEmit"]);
  const output = `${generated.ok ? "" : generated.output}${checked.ok ? "" : checked.output}`;
  return single("types", { ok: generated.ok && checked.ok, output });
}

async function lint() {
  return single("lint", await run(node, [bin("@biomejs/biome/bin/biome"), "check"]));
}

/**
 * Finds files, exports, and dependencies that nothing uses, or only tests do; knip.json names the entry points. What only
 * tests may use is marked with `@internal`.
 */
async function unused() {
  const knip = [bin("knip/bin/knip.js"), "--no-progress"];
  const all = await run(node, knip);
  return single(
    "unused",
    all.ok ? await run(node, [...knip, "--production", "--exclude", "dependencies"]) : all,
  );
}

/** Builds what the HTTP and browser tests run; those build for themselves when run alone. */
async function build() {
  return single("build", await run(node, [join(root, "tests/support/build.ts")]));
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
  const { files, title } = selection;
  const { ok, output } = await runTests(
    [
      ...[bin("vitest/vitest.mjs"), "run", "--project", project, ...(files[project] ?? [])],
      ...(title ? ["--testNamePattern", escaped(title)] : []),
      ...["--reporter=dot", "--reporter=json", `--outputFile.json=${report}`],
      `--reporter=${join(root, "scripts/test/vitest-reporter.mjs")}`,
    ],
    { NO_COLOR: "1", ...environment },
  );
  const result = vitestResult(report, ok);
  if (result.failed > 0 || result.problem) console.log(withoutDots(output));
  return result;
}

/**
 * Tests of the real build, over HTTP or in a browser.
 * @param {string} project a project of playwright.config.ts
 */
async function playwright(project) {
  if (project === "browser") await ensureBrowser();
  const report = join(reports, `${project}.json`);
  const { files, title } = selection;
  const { ok, output } = await runTests(
    [
      ...[bin("@playwright/test/cli.js"), "test", `--project=${project}`],
      ...(files[project] ?? []).map((file) => `${escaped(file)}$`),
      ...(title ? ["--grep", escaped(title)] : []),
      `--reporter=dot,json,${join(root, "scripts/test/playwright-reporter.mjs")}`,
    ],
    // With NO_COLOR, Node warns in each worker, for which Playwright sets FORCE_COLOR.
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report, FORCE_COLOR: "0" },
  );
  if (!ok) console.log(withoutDots(output));
  return playwrightResult(report, project, ok);
}

/**
 * Leaves out the dots of thousands of tests that passed, which push failures off the screen.
 * @param {string} output without colors
 */
function withoutDots(output) {
  return output.replace(/[·.]{20,}/g, "");
}

/**
 * Runs a test runner, which tells how far it is.
 * @param {string[]} args of Node
 * @param {Record<string, string>} environment
 */
function runTests(args, environment) {
  const env = { ...process.env, FORCE_COLOR: undefined, ...environment };
  const launched = launch(node, args, { env, stdio: ["ignore", "pipe", "pipe", "ipc"] });
  launched.child.on("message", (/** @type {import("./test/messages.mjs").Message} */ message) =>
    progress.receive(message),
  );
  return result(launched);
}

/**
 * `RegExp.escape`, which the Node that starts this may lack.
 * @param {string} text
 */
function escaped(text) {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** @param {string} path */
function bin(path) {
  return join(root, "node_modules", path);
}

/**
 * The result of a suite that is one check.
 * @param {string} name
 * @param {{ ok: boolean, output: string }} run
 * @returns {Result}
 */
function single(name, { ok, output }) {
  if (ok) return { passed: 1, failed: 0 };
  console.log(`${output}\n  Repeat: npm test -- ${name}`);
  return { passed: 0, failed: 1 };
}

/** @param {number} exact in seconds */
function duration(exact) {
  const seconds = Math.round(exact);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

await runScript(main);
