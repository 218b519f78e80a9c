import "server-only";
import type { CheckProblem } from "../../contract/api/checks.ts";
import { addedLines } from "../host/added-lines.ts";
import type { GitOptions } from "../host/git.ts";

/**
 * Returns the problems that a change adds. Of equal problems, those at lines that it added count as the new ones.
 * @param place repository with the objects of both
 */
export async function problemsOfChange(
  place: GitOptions,
  { from, to }: { from: string; to: string },
  before: readonly CheckProblem[],
  after: readonly CheckProblem[],
): Promise<CheckProblem[]> {
  const added = addedProblems(before, after);
  if (added.length === 0) return [];
  const paths = added.map(({ file }) => file);
  return addedProblems(before, after, await addedLines(place, from, to, paths));
}

/**
 * Returns the problems that weren't there before. Lines shift, so that a problem is known by its file and its message; one
 * that is there more often than before is new.
 * @param isChanged whether the change added the line
 */
export function addedProblems(
  before: readonly CheckProblem[],
  after: readonly CheckProblem[],
  isChanged: (problem: CheckProblem) => boolean = () => false,
): CheckProblem[] {
  const known = new Map<string, number>();
  const key = ({ file, message }: CheckProblem) => `${file}\0${message}`;
  for (const problem of before) known.set(key(problem), (known.get(key(problem)) ?? 0) + 1);
  const isOld = (problem: CheckProblem) => {
    const left = known.get(key(problem)) ?? 0;
    if (left > 0) known.set(key(problem), left - 1);
    return left > 0;
  };
  const old = new Set(after.filter((problem) => !isChanged(problem) && isOld(problem)));
  for (const problem of after) if (isChanged(problem) && isOld(problem)) old.add(problem);
  return after.filter((problem) => !old.has(problem));
}
