import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** What checks outside this repository find parts of the page by. */
const HOOKS = [
  "create-job",
  "detail-panel",
  "draft-prompt",
  "feedback-row",
  "feedback-table",
  "filter-date",
  "filter-source",
  "filter-status",
  "job-pr-link",
  "job-status",
  "prompt-editor",
  "result-count",
  "row-select",
  "search",
  "sync-status",
];

test.each(HOOKS)("outside checks still find %s", (hook) => {
  const sources = globSync("components/**/*.tsx").map((file) => readFileSync(file, "utf8"));
  const attribute = new RegExp(`(?:data-testid|testId)="${hook}"|testId: "${hook}"`);
  expect(sources.some((source) => attribute.test(source))).toBe(true);
});
