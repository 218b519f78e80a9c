import "./setup/require-node.mjs";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBrowser } from "./setup/browser.mjs";
import { install, isInstalled } from "./setup/install.mjs";
import { alone } from "./setup/lock.mjs";
import { exitOnSignal, run } from "./setup/processes.mjs";
import { next, node, root, Stop } from "./setup/project.mjs";
import { countPlaywright, countVitest } from "./setup/results.mjs";

/** @typedef {import("./setup/results.mjs").Count} Count */

const reports = mkdtempSync(join(tmpdir(), "errata-reports-"));
process.on("exit", () => rmSync(reports, { recursive: true, force: true }));

/** In this order; `npm test -- unit server` runs some of them. @type {Record<string, () => Promise<Count>>} */
const steps = { types, lint, unit: () => vitest("unit"), server: () => vitest("server"), browser };

async function main() {
  exitOnSignal(() => 130);
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !Object.hasOwn(steps, name));
  if (unknown.length > 0) {
    throw new Stop(
      `There is no "${unknown[0]}" among the tests: ${Object.keys(steps).join(", ")}.`,
    );
  }
  if (!isInstalled()) await alone(async () => isInstalled() || (await install()));

  const total = { passed: 0, failed: 0 };
  for (const [name, step] of Object.entries(steps)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const { passed, failed } = await step();
    total.passed += passed;
    total.failed += failed;
  }
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}

async function types() {
  console.log("Type check…");
  // Next's route types first: the check reads them.
  const generated = await run(node, [next, "typegen"], { env: quietNext });
  if (!generated.ok) console.log(generated.output);
  const checked = await run(node, [bin("typescript/bin/tsc"), "--noEmit"], { show: true });
  return one(generated.ok && checked.ok);
}

async function lint() {
  console.log("Lint…");
  const { ok } = await run(node, [bin("@biomejs/biome/bin/biome"), "check"], { show: true });
  return one(ok);
}

/** @param {string} project a project of vitest.config.ts */
async function vitest(project) {
  console.log(project === "unit" ? "Unit tests…" : "Server tests, on SQLite and PostgreSQL…");
  const report = join(reports, `${project}.json`);
  const args = ["run", "--project", project, "--reporter=dot", "--reporter=json"];
  const { ok } = await run(
    node,
    [bin("vitest/vitest.mjs"), ...args, `--outputFile.json=${report}`],
    { show: true },
  );
  return countVitest(report, ok);
}

async function browser() {
  try {
    await ensureBrowser();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.error(error.message);
    return one(false);
  }
  console.log("Browser tests, against the real build…");
  const report = join(reports, "browser.json");
  const { ok } = await run(node, [bin("@playwright/test/cli.js"), "test", "--reporter=line,json"], {
    show: true,
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  return countPlaywright(report, ok);
}

const quietNext = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };

/** @param {string} path */
function bin(path) {
  return join(root, "node_modules", path);
}

/**
 * @param {boolean} ok
 * @returns {Count}
 */
function one(ok) {
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

try {
  await main();
} catch (error) {
  if (!(error instanceof Stop)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
