import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { countPlaywright, countVitest } from "../../scripts/setup/results.mjs";

let file: string;

beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), "errata-results-")), "report.json");
});

afterEach(() => rmSync(join(file, ".."), { recursive: true, force: true }));

function report(content: unknown): string {
  writeFileSync(file, JSON.stringify(content));
  return file;
}

test("passed and failed tests are counted as the runners report them", () => {
  const vitest = report({ numPassedTests: 7, numFailedTests: 2 });
  expect(countVitest(vitest, false)).toEqual({ passed: 7, failed: 2 });
  const playwright = report({ stats: { expected: 5, unexpected: 1, flaky: 1 } });
  expect(countPlaywright(playwright, false)).toEqual({ passed: 5, failed: 2 });
});

test("a run that crashed, did not finish or ran nothing is a failure", () => {
  expect(countVitest(join(file, "missing"), true)).toEqual({ passed: 0, failed: 1 });
  const passed = report({ numPassedTests: 7, numFailedTests: 0 });
  expect(countVitest(passed, false)).toEqual({ passed: 7, failed: 1 });
  const nothing = report({ stats: { expected: 0, unexpected: 0, flaky: 0 } });
  expect(countPlaywright(nothing, true)).toEqual({ passed: 0, failed: 1 });
});
