import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { playwrightResult, summary, vitestResult } from "../../scripts/setup/results.mjs";

let file: string;

beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), "errata-results-")), "report.json");
});

afterEach(() => rmSync(join(file, ".."), { recursive: true, force: true }));

function report(content: unknown): string {
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

const failedTry = { error: { message: "\u001b[2mError: \u001b[22mexpected 2\n\nReceived: 1" } };

/** Two HTTP tests that passed, and browser tests in a nested suite. */
function playwrightReport(browser: string[]) {
  const spec = (projectName: string) => (status: string) => ({
    title: `a test that is ${status}`,
    tests: [{ projectName, status, results: status === "flaky" ? [failedTry, {}] : [{}] }],
  });
  const count = (status: string) => browser.filter((each) => each === status).length;
  return {
    suites: [
      { specs: ["expected", "expected"].map(spec("http")) },
      { suites: [{ specs: browser.map(spec("browser")) }] },
    ],
    stats: { unexpected: count("unexpected") },
  };
}

test("passed and failed tests are counted as the runners report them", () => {
  const vitest = report({ numPassedTests: 7, numFailedTests: 2 });
  expect(vitestResult(vitest, false)).toEqual({ passed: 7, failed: 2 });
  const playwright = report(playwrightReport(["expected", "unexpected", "skipped"]));
  expect(playwrightResult(playwright, "browser", false)).toEqual({ passed: 1, failed: 1 });
  // Another project of the same run.
  expect(playwrightResult(playwright, "http", false)).toEqual({ passed: 2, failed: 0 });
});

test("a test that passed on the second try is named", () => {
  const result = playwrightResult(report(playwrightReport(["expected", "flaky"])), "browser", true);
  expect(result).toEqual({
    passed: 2,
    failed: 0,
    flaky: ["a test that is flaky (Error: expected 2)"],
  });
  expect(summary({ "The browser tests": result })).toEqual({
    ok: true,
    text: "Passed on the second try: a test that is flaky (Error: expected 2)\n2 passed, 0 failed",
  });
});

test("a runner that dies, or finds no test, is a problem and not a failed test", () => {
  const died = { passed: 0, failed: 0, problem: "the test runner ended without a report" };
  expect(vitestResult(join(file, "missing"), true)).toEqual(died);
  expect(playwrightResult(report('{"stats": {'), "http", false)).toEqual(died);
  const passed = report({ numPassedTests: 7, numFailedTests: 0 });
  expect(vitestResult(passed, false).problem).toMatch(/outside the tests/);
  const onlyHttp = report(playwrightReport([]));
  expect(playwrightResult(onlyHttp, "http", false).problem).toMatch(/outside the tests/);
  expect(playwrightResult(onlyHttp, "browser", true).problem).toBe("no tests were found");
});

test("a setup that throws, or a file that does not load, says why", () => {
  const setup = report({
    stats: { unexpected: 0 },
    errors: [{ message: "\u001b[31mError: The build failed.\u001b[39m\n    at build" }],
  });
  expect(playwrightResult(setup, "browser", false).problem).toBe("Error: The build failed");
  const unloaded = report({
    numPassedTests: 7,
    numFailedTests: 0,
    testResults: [{ status: "failed", assertionResults: [], message: "Cannot find module x" }],
  });
  expect(vitestResult(unloaded, false).problem).toMatch(
    /^1 test file .* \(Cannot find module x\)$/,
  );
});

test("the closing lines say why tests were skipped", () => {
  const skipped = (name: string) => ({ fullName: `a sandbox (skipped: it can't run.) ${name}` });
  const vitest = report({
    numPassedTests: 7,
    numFailedTests: 0,
    testResults: [
      { status: "passed", assertionResults: ["starts", "ends"].map(skipped) },
      { status: "passed", assertionResults: [{ fullName: "another test" }] },
    ],
  });
  expect(summary({ "The server tests": vitestResult(vitest, true) })).toEqual({
    ok: true,
    text: "2 skipped: it can't run.\n7 passed, 0 failed, 2 skipped",
  });
});

test("the closing line names the suites that couldn't run", () => {
  const fine = { passed: 7, failed: 0 };
  expect(summary({ "The unit tests": fine })).toEqual({ ok: true, text: "7 passed, 0 failed" });
  const { ok, text } = summary({
    "The unit tests": fine,
    "The server tests": { passed: 0, failed: 0, problem: "PostgreSQL can't run" },
    "The browser tests": { passed: 2, failed: 1 },
  });
  expect(ok).toBe(false);
  expect(text).toBe(
    "The server tests couldn't run: PostgreSQL can't run.\n9 passed, 1 failed, 1 incomplete (see above)",
  );
});
