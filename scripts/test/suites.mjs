import { join } from "node:path";
import { ensureBrowser } from "../setup/browser.mjs";
import { tryToInstallBubblewrap } from "../setup/bubblewrap.mjs";
import { startPostgres, TEST_SETTINGS } from "../setup/postgres.mjs";
import { launch, result, run } from "../setup/processes.mjs";
import { next, node, root } from "../setup/project.mjs";
import { playwrightResult, vitestResult } from "../setup/results.mjs";
import { processorSecondsOf } from "./processor-time.mjs";

/** @typedef {import("../setup/results.mjs").Result} Result */

/**
 * What a suite is given.
 * @typedef {object} Part
 * @property {string} reports a folder for its report
 * @property {string[]} files of it that run; without any, all
 * @property {string} [title] a part of the titles of the tests that run
 * @property {ReturnType<import("./processor-time.mjs").createProcessorCount>} processor
 * @property {(message: import("./messages.mjs").Message) => void} tell takes how far it is
 */

/**
 * Each suite in the order of the report, with the seconds it takes on two cores when it runs alone. The build and the
 * type check write the same file, `next-env.d.ts`.
 * @type {Record<string, { title: string, seconds: number, needs?: string[], run: (part: Part) => Promise<Result> }>}
 */
export const suites = {
  lint: { title: "The linter", seconds: 5, run: lint },
  types: { title: "The type check", seconds: 25, run: types },
  unused: { title: "The check for unused code", seconds: 8, run: unused },
  unit: { title: "The unit tests", seconds: 40, run: (part) => vitest("unit", part) },
  server: { title: "The server tests", seconds: 405, run: server },
  build: { title: "The build", seconds: 35, needs: ["types"], run: build },
  http: {
    title: "The HTTP tests",
    seconds: 80,
    needs: ["types", "build"],
    run: (part) => playwright("http", part),
  },
  browser: {
    title: "The browser tests",
    seconds: 590,
    needs: ["types", "build"],
    run: (part) => playwright("browser", part),
  },
};

/**
 * The suites in the order they start where some run beside each other. Short checks are first, so that what they find
 * shows early; the build lets the browser tests, which wait most, run beside the server tests.
 */
export const startOrder = ["lint", "types", "unused", "build", "unit", "browser", "server", "http"];

/** @param {Part} part */
async function types(part) {
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
  const generated = await runNode([next, "typegen"], part, env);
  // What hasn't changed since the last run isn't checked again.
  const known = [
    "--incremental",
    "--tsBuildInfoFile",
    join(root, "node_modules/.cache/types.info"),
  ];
  // Each checker of its own computes types that the others have as well: four took twice the processor time of one.
  const one = ["--checkers", "1"];
  const checked = await runNode([bin("typescript/bin/tsc"), "--noEmit", ...one, ...known], part);
  const output = `${generated.ok ? "" : generated.output}${checked.ok ? "" : checked.output}`;
  return single("types", { ok: generated.ok && checked.ok, output });
}

/** @param {Part} part */
async function lint(part) {
  return single("lint", await runNode([bin("@biomejs/biome/bin/biome"), "check"], part));
}

/**
 * Finds files, exports, and dependencies that nothing uses, or only tests do; knip.json names the entry points. What only
 * tests may use is marked with `@internal`.
 * @param {Part} part
 */
async function unused(part) {
  const knip = [bin("knip/bin/knip.js"), "--no-progress"];
  const all = await runNode(knip, part);
  return single(
    "unused",
    all.ok ? await runNode([...knip, "--production", "--exclude", "dependencies"], part) : all,
  );
}

/**
 * Builds what the HTTP and browser tests run; those build for themselves when run alone.
 * @param {Part} part
 */
async function build(part) {
  return single("build", await runNode([join(root, "tests/support/build.ts")], part));
}

/**
 * The tests against SQLite and PostgreSQL.
 * @param {Part} part
 */
async function server(part) {
  await tryToInstallBubblewrap();
  if (process.env.TEST_DATABASE_URL) return vitest("server", part);
  const postgres = await startPostgres(TEST_SETTINGS);
  try {
    return await vitest("server", part, { TEST_DATABASE_URL: postgres.url });
  } finally {
    part.processor.add(processorSecondsOf(postgres.pid));
    await postgres.stop();
  }
}

/**
 * @param {string} project a project of vitest.config.ts
 * @param {Part} part
 * @param {Record<string, string>} [environment]
 */
async function vitest(project, part, environment = {}) {
  const report = join(part.reports, `${project}.json`);
  const { ok, output } = await runTests(
    [
      ...[bin("vitest/vitest.mjs"), "run", "--project", project, ...part.files],
      ...(part.title ? ["--testNamePattern", escaped(part.title)] : []),
      ...["--reporter=dot", "--reporter=json", `--outputFile.json=${report}`],
      `--reporter=${join(root, "scripts/test/vitest-reporter.mjs")}`,
    ],
    part,
    { NO_COLOR: "1", ...environment },
  );
  const result = vitestResult(report, ok);
  if (result.failed > 0 || result.problem) console.log(withoutDots(output));
  return result;
}

/**
 * Tests of the real build, over HTTP or in a browser.
 * @param {string} project a project of playwright.config.ts
 * @param {Part} part
 */
async function playwright(project, part) {
  if (project === "browser") await ensureBrowser();
  const report = join(part.reports, `${project}.json`);
  const { ok, output } = await runTests(
    [
      ...[bin("@playwright/test/cli.js"), "test", `--project=${project}`],
      ...part.files.map((file) => `${escaped(file)}$`),
      ...(part.title ? ["--grep", escaped(part.title)] : []),
      `--reporter=dot,json,${join(root, "scripts/test/playwright-reporter.mjs")}`,
    ],
    part,
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
 * @param {Part} part
 * @param {Record<string, string>} environment
 */
function runTests(args, { processor, tell }, environment) {
  const env = { ...process.env, FORCE_COLOR: undefined, ...environment };
  const launched = launch(node, [...processor.options, ...args], {
    env,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  launched.child.on("message", tell);
  return result(launched);
}

/**
 * @param {string[]} args of Node
 * @param {Part} part
 * @param {NodeJS.ProcessEnv} [env]
 */
function runNode(args, { processor }, env = process.env) {
  return run(node, [...processor.options, ...args], { env });
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
