import { describe, expect, test } from "vitest";
import { rowHunks } from "../../components/jobs/changes/row-hunks.ts";
import { placeProblems } from "../../components/jobs/checks/problem-places.ts";
import type { PullDiff, PullHunk } from "../../lib/contract/api/pull-request.ts";
import type { RenderedRow } from "../../lib/contract/api/rendered-page.ts";

/** A hunk in which one line is replaced, with a line before and after it. */
function hunkAt(line: number): PullHunk {
  const context = (at: number) => ({
    kind: "context" as const,
    text: "same",
    oldNumber: at,
    newNumber: at,
  });
  return {
    id: `a.md @@ ${line}`,
    header: `@@ ${line}`,
    lines: [
      context(line - 1),
      { kind: "removed", text: "old", oldNumber: line, newNumber: null },
      { kind: "added", text: "new", oldNumber: null, newNumber: line },
      context(line + 1),
    ],
  };
}

const hunks = [hunkAt(10), hunkAt(40)];

describe("new problems", () => {
  const counts = { additions: 1, deletions: 1 };
  const file = { path: "a.md", status: "modified", kind: "file", version: "1..2" } as const;
  const diff: PullDiff = {
    files: [{ ...file, ...counts, hunks, binary: false, cut: false }],
    fileList: [
      { path: "a.md", ...counts, page: 1 },
      { path: "b.md", ...counts, page: 2 },
    ],
    fileCount: 2,
    page: 1,
    pages: 2,
  };
  const place = (path: string, line: number, shown: PullDiff | null = diff) =>
    placeProblems([{ file: path, line, message: "Wrong." }], shown)[0];

  test("are at their line, also one that only the new text has", () => {
    expect(place("a.md", 40)).toMatchObject({ hunk: "a.md @@ 40", at: 2, page: 1 });
    expect(place("a.md", 41)).toMatchObject({ hunk: "a.md @@ 40", at: 3 });
  });

  test("are at the head of their file where the diff doesn't have the line", () => {
    for (const line of [0, 12, 1_000]) {
      const problem = place("a.md", line);
      expect(problem).toMatchObject({ page: 1, index: 0 });
      expect(problem).not.toHaveProperty("hunk");
    }
  });

  test("are on another page of the diff, or nowhere", () => {
    expect(place("b.md", 40)).toMatchObject({ page: 2 });
    expect(place("c.md", 40)?.page).toBeUndefined();
    expect(place("a.md", 40, null)?.page).toBeUndefined();
  });
});

describe("rows of a rendered page", () => {
  const row = (first: number, last: number): RenderedRow => ({
    kind: "changed",
    before: "a",
    after: "b",
    oldLines: [first, last],
    newLines: [first, last],
  });

  test("show the hunk that changes their lines, and each hunk has a row that leads there", () => {
    const same: RenderedRow = { kind: "same", html: "a" };
    expect(rowHunks([same, row(9, 10), row(38, 41)], hunks)).toEqual([
      ...[undefined, "a.md @@ 10", "a.md @@ 40"],
    ]);
    // A long list is divided, but has the lines of the whole.
    expect(rowHunks([row(1, 50), row(1, 50)], hunks)).toEqual(["a.md @@ 10", "a.md @@ 40"]);
    expect(rowHunks([row(11, 39)], hunks)).toEqual([undefined]);
  });
});
