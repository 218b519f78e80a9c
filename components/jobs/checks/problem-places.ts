import type { CheckProblem } from "../../../lib/contract/api/checks.ts";
import type { PullDiff } from "../../../lib/contract/api/pull-request.ts";

/** A problem with its place in the list of all problems, and in a page of the diff. */
export interface PlacedProblem extends CheckProblem {
  index: number;
  /** The hunk that has its line, and the line's index there. Without one, it is at the head of its file. */
  hunk?: string;
  at?: number;
  /** The page of the diff that has its file; left out for a file that isn't listed. */
  page?: number;
}

/** The IDs of a problem in the list of checks and in the diff, which lead to each other. */
export const problemListId = (index: number) => `check-${index + 1}`;
export const problemDiffId = (index: number) => `problem-${index + 1}`;

/** Finds the lines of problems in a page of a diff. */
export function placeProblems(
  problems: readonly CheckProblem[],
  diff: PullDiff | null,
): PlacedProblem[] {
  const files = new Map(diff?.files.map((file) => [file.path, file]));
  const pages = new Map(diff?.fileList.map(({ path, page }) => [path, page]));
  return problems.map((problem, index) => {
    const { file, line } = problem;
    for (const { id, lines } of files.get(file)?.hunks ?? []) {
      const at = lines.findIndex(({ newNumber }) => newNumber === line);
      if (at >= 0) return { ...problem, index, hunk: id, at, page: diff?.page };
    }
    return { ...problem, index, page: files.has(file) ? diff?.page : pages.get(file) };
  });
}
