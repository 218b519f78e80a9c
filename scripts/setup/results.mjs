import { existsSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

/**
 * The result of one suite.
 * @typedef {object} Result
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} [skipped] why each skipped test was skipped, from the names of its group
 * @property {string[]} [flaky] the passed tests that failed on their first try, and why they did
 * @property {string} [problem] why tests are missing from these numbers, without a trailing period
 */

/**
 * Reads vitest's JSON report. Files that don't load run no tests, which is a problem of its own.
 * @param {string} file
 * @param {boolean} ok whether the run ended with exit code 0
 * @returns {Result}
 */
export function vitestResult(file, ok) {
  const report = read(file);
  if (!report) return noReport;
  const { numPassedTests, numFailedTests, testResults = [] } = report;
  const unloaded = testResults.filter(
    (/** @type {any} */ { status, assertionResults }) =>
      status === "failed" && assertionResults.length === 0,
  );
  const [first] = unloaded;
  const problem =
    first &&
    `${unloaded.length} test ${unloaded.length === 1 ? "file" : "files"} didn't load (${firstLine(first.message)})`;
  const result = complete({ passed: numPassedTests, failed: numFailedTests, problem }, ok);
  const skipped = testResults.flatMap(skipReasons);
  return skipped.length > 0 ? { ...result, skipped } : result;
}

/**
 * Returns the reasons that groups of skipped tests have in their names: `a group (skipped: why)`.
 * @param {any} file of vitest's report
 * @returns {string[]}
 */
function skipReasons({ assertionResults }) {
  const names = assertionResults.map((/** @type {any} */ { fullName }) => fullName ?? "");
  return names.flatMap((/** @type {string} */ name) => /\(skipped: (.*)\)/.exec(name)?.[1] ?? []);
}

/**
 * Reads the results of one project from Playwright's JSON report.
 * @param {string} file
 * @param {string} project
 * @param {boolean} ok whether the run ended with exit code 0
 * @returns {Result}
 */
export function playwrightResult(file, project, ok) {
  const report = read(file);
  if (!report) return noReport;
  const { suites = [], errors = [], stats } = report;
  const results = suites.flatMap(testsIn).filter(({ projectName }) => projectName === project);
  const count = (/** @type {string[]} */ ...statuses) =>
    results.filter(({ status }) => statuses.includes(status)).length;
  const problem = errors.length > 0 ? firstLine(errors[0].message) : undefined;
  const failed = count("unexpected");
  const result = complete(
    { passed: count("expected", "flaky"), failed, problem },
    ok || stats.unexpected > failed,
  );
  const flaky = results
    .filter(({ status }) => status === "flaky")
    .map(({ title, results: tries }) => `${title} (${firstLine(tries?.[0]?.error?.message)})`);
  return flaky.length > 0 ? { ...result, flaky } : result;
}

/**
 * @param {any} suite of Playwright's report
 * @returns {{ projectName: string, status: string, title: string, results?: any[] }[]}
 */
function testsIn({ suites = [], specs = [] }) {
  const own = specs.flatMap((/** @type {any} */ { title, tests }) =>
    tests.map((/** @type {any} */ test) => ({ ...test, title })),
  );
  return [...suites.flatMap(testsIn), ...own];
}

/**
 * The line that closes a test run.
 * @param {Record<string, Result>} results by the name of the suite
 */
export function summary(results) {
  const all = Object.values(results);
  const passed = all.reduce((sum, result) => sum + result.passed, 0);
  const failed = all.reduce((sum, result) => sum + result.failed, 0);
  const broken = Object.entries(results).filter(([, { problem }]) => problem !== undefined);
  const lines = broken.map(([name, result]) => {
    const outcome = result.passed + result.failed === 0 ? "couldn't run" : "didn't finish";
    return `${name} ${outcome}: ${result.problem}.`;
  });
  const skipped = all.flatMap((result) => result.skipped ?? []);
  for (const reason of new Set(skipped)) {
    const tests = skipped.filter((other) => other === reason).length;
    lines.push(`${tests} skipped: ${reason}`);
  }
  for (const title of all.flatMap((result) => result.flaky ?? [])) {
    lines.push(`Passed on the second try: ${title}`);
  }
  const left = skipped.length > 0 ? `, ${skipped.length} skipped` : "";
  const incomplete = broken.length > 0 ? `, ${broken.length} incomplete (see above)` : "";
  return {
    ok: failed === 0 && broken.length === 0,
    text: [...lines, `${passed} passed, ${failed} failed${left}${incomplete}`].join("\n"),
  };
}

/** @type {Result} */
const noReport = { passed: 0, failed: 0, problem: "the test runner ended without a report" };

/** @param {string} file */
function read(file) {
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // A runner that is killed leaves half a report.
    return null;
  }
}

/**
 * @param {Result} result
 * @param {boolean} ok
 * @returns {Result}
 */
function complete({ passed, failed, problem }, ok) {
  if (problem) return { passed, failed, problem };
  if (passed + failed === 0) return { passed, failed, problem: "no tests were found" };
  if (!ok && failed === 0) {
    return { passed, failed, problem: "the test runner ended with an error outside the tests" };
  }
  return { passed, failed };
}

/** @param {string} [text] */
function firstLine(text = "") {
  // Runners color their messages.
  const plain = stripVTControlCharacters(text);
  return (plain.split("\n").find((line) => line.trim() !== "") ?? "").trim().replace(/\.$/, "");
}
