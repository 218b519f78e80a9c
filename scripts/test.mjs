import "./setup/require-node.mjs";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { format } from "node:util";
import { readRecord, testDistDir } from "./setup/build-record.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { createMemoryFolder } from "./setup/memory-folder.mjs";
import { exitOnSignal } from "./setup/processes.mjs";
import { root, UserError } from "./setup/project.mjs";
import { summary } from "./setup/results.mjs";
import { runScript } from "./setup/run-script.mjs";
import { createProcessorCount, processorSeconds } from "./test/processor-time.mjs";
import { showProgress } from "./test/progress.mjs";
import { inOrder, runJobs } from "./test/schedule.mjs";
import { selectTests } from "./test/selection.mjs";
import { startOrder, suites } from "./test/suites.mjs";
import { keepTimes, readTimes } from "./test/times.mjs";
import { suitesAtOnce } from "./test/workers.mjs";

/** @typedef {import("./setup/results.mjs").Result} Result */

const isThorough = process.env.THOROUGH === "1";
const reports = mkdtempSync(join(tmpdir(), "errata-reports-"));
process.on("exit", () => rmSync(reports, { recursive: true, force: true }));

async function main() {
  exitOnSignal(() => {
    // Suites that are ended now haven't failed.
    console.log = () => undefined;
    return 130;
  });
  const selection = selectTests(process.argv.slice(2), Object.keys(suites));
  await ensureInstalled({ dev: true });
  const atOnce = suitesAtOnce();
  // Every process of this run and of the next ones finds its code compiled.
  process.env.NODE_COMPILE_CACHE ??= join(root, "node_modules/.cache/compiled");
  // Playwright's translation of TypeScript, as well.
  process.env.PWTEST_CACHE_DIR ??= join(root, "node_modules/.cache/playwright");
  process.env.TMPDIR ??= createMemoryFolder() ?? tmpdir();

  // The HTTP and the browser tests share it (tests/support/setup.ts).
  process.env.ERRATA_TEST_SAMPLE_DATA = join(reports, "sample");

  const began = Date.now();
  const known = isThorough ? {} : readTimes();
  const parts = selection.suites.map((name) => ({
    name,
    seconds: known[name] ?? suites[name].seconds,
  }));
  const extent = isThorough ? " with the long tests" : "";
  console.log(`Running ${selection.suites.join(", ")}${extent}…`);
  const progress = showProgress(parts, {
    write: (text) => process.stdout.write(text),
    isTerminal: process.stdout.isTTY === true && process.env.CI === undefined,
    columns: () => process.stdout.columns,
    atOnce,
  });
  // Parts of the set-up print as well, which would end in the line that shows the progress.
  console.log = (...values) => progress.print(format(...values));

  /** @type {Record<string, Result>} */
  const results = {};
  const report = inOrder(selection.suites, (/** @type {string} */ line) => console.log(line));
  await runJobs(
    atOnce > 1 ? startOrder.filter((name) => selection.suites.includes(name)) : selection.suites,
    {
      atOnce,
      needs: (name) => suites[name].needs ?? [],
      run: async (name) => {
        progress.begin(name);
        const { result, line } = await timed(name, selection, progress);
        progress.finish(name);
        results[name] = result;
        report(name, line);
      },
    },
  );
  progress.end();
  const { ok, text } = summary(
    Object.fromEntries(selection.suites.map((name) => [suites[name].title, results[name]])),
  );
  const used = withProcessor(" with", processorSeconds(), " of processor time");
  const seconds = (Date.now() - began) / 1_000;
  const isWhole = selection.suites.length === Object.keys(suites).length;
  const compared = isWhole && Object.keys(selection.files).length === 0 ? inBuilds(seconds) : "";
  console.log(`\nFinished in ${duration(seconds)}${used}.${compared}\n${text}`);
  process.exitCode = ok ? 0 : 1;
}

/**
 * Runs a suite. A setup that fails is the suite's result.
 * @param {string} name
 * @param {import("./test/selection.mjs").Selection} selection
 * @param {ReturnType<typeof showProgress>} progress
 * @returns {Promise<{ result: Result, line: string }>} the line is for the report
 */
async function timed(name, { files, title }, progress) {
  const suite = suites[name];
  const began = Date.now();
  const processor = createProcessorCount(join(reports, `${name}-processor`));
  const result = await suite
    .run({
      reports,
      title,
      processor,
      files: files[name] ?? [],
      tell: (message) => progress.receive(name, message),
    })
    .catch((error) => {
      if (!(error instanceof UserError)) throw error;
      return { passed: 0, failed: 0, problem: error.message.trim().replace(/\.$/, "") };
    });
  const { passed, failed, problem } = result;
  const seconds = (Date.now() - began) / 1_000;
  const isWhole = files[name] === undefined && title === undefined;
  if (isWhole && !isThorough && !problem && failed === 0) keepTimes({ [name]: seconds });
  const numbers =
    problem && passed + failed === 0 ? "not run" : `${passed} passed, ${failed} failed`;
  const used = withProcessor(", processor", processor.seconds());
  return { result, line: `  ${suite.title}: ${numbers} (${duration(seconds)}${used})` };
}

/**
 * @param {string} before
 * @param {number | null} seconds
 */
function withProcessor(before, seconds, after = "") {
  return seconds === null ? "" : `${before} ${duration(seconds)}${after}`;
}

/**
 * How long a whole run took compared with the build that it tested: unlike minutes, that depends little on the machine.
 * @param {number} seconds
 */
function inBuilds(seconds) {
  const build = readRecord(testDistDir)?.seconds;
  if (!build) return "";
  const times = (seconds / build).toFixed(1);
  const more = isThorough ? "" : " THOROUGH=1 npm test has more (tests/README.md).";
  return ` That is ${times} times its build of ${duration(build)}.${more}`;
}

/** @param {number} exact in seconds */
function duration(exact) {
  const seconds = Math.round(exact);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

await runScript(main);
