import { expect, test } from "vitest";
import { problemsOfPage, readingPage } from "../../lib/platform/jobs/page-problems.ts";

/** Takes the steps of some work. */
function steps<Result>(work: Generator<void, Result>): { count: number; result: Result } {
  for (let count = 0; ; count += 1) {
    const { done, value } = work.next();
    if (done) return { count, result: value };
  }
}

test("others may run after each line and each link of a page", () => {
  const page = steps(readingPage(`# A heading\n${"[a](%b.md)".repeat(400)}\n`.repeat(100)));
  expect(page.count).toBeGreaterThan(3 * 2 * 100);
  expect(page.result.links).toHaveLength(40_000);
  const nothing = { has: () => false, anchors: () => null };
  const found = steps(problemsOfPage("guide.md", page.result, nothing));
  expect(found.count).toBe(40_000);
  expect(found.result).toHaveLength(40_000);
});
