import { existsSync, readFileSync } from "node:fs";

/**
 * @typedef {object} Count
 * @property {number} passed
 * @property {number} failed
 */

/**
 * Counts vitest's JSON report. A run that ended badly without a failed test (a file that does not
 * load, a set-up that throws, no test at all) counts as one failure.
 * @param {string} file
 * @param {boolean} ok whether the run ended with exit code 0
 * @returns {Count}
 */
export function countVitest(file, ok) {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const report = JSON.parse(readFileSync(file, "utf8"));
  return honest(report.numPassedTests, report.numFailedTests, ok);
}

/**
 * Counts Playwright's JSON report, by the same rule.
 * @param {string} file
 * @param {boolean} ok
 * @returns {Count}
 */
export function countPlaywright(file, ok) {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky } = JSON.parse(readFileSync(file, "utf8")).stats;
  return honest(expected, unexpected + flaky, ok);
}

/**
 * @param {number} passed
 * @param {number} failed
 * @param {boolean} ok
 * @returns {Count}
 */
function honest(passed, failed, ok) {
  return { passed, failed: failed === 0 && (!ok || passed === 0) ? 1 : failed };
}
