import "server-only";
import type { CheckProblem } from "../../contract/api/checks.ts";
import { createPause } from "../../pause.ts";
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
  const added = await addedProblems(before, after);
  if (added.length === 0) return [];
  const paths = added.map(({ file }) => file);
  return addedProblems(before, after, await addedLines(place, from, to, paths));
}

/**
 * Returns the problems that weren't there before. Lines shift, so that a problem is known by its file and its message; one
 * that is there more often than before is new. There may be any number of them, so others run in between.
 * @param isChanged whether the change added the line
 */
export async function addedProblems(
  before: readonly CheckProblem[],
  after: readonly CheckProblem[],
  isChanged: (problem: CheckProblem) => boolean = () => false,
): Promise<CheckProblem[]> {
  const pause = createPause();
  const known = new Map<string, number>();
  const key = ({ file, message }: CheckProblem) => `${file}\0${message}`;
  for (const problem of before) {
    known.set(key(problem), (known.get(key(problem)) ?? 0) + 1);
    await pause();
  }
  const added = new Set<CheckProblem>();
  const changed: CheckProblem[] = [];
  const takeUnlessOld = (problem: CheckProblem) => {
    const left = known.get(key(problem)) ?? 0;
    if (left > 0) known.set(key(problem), left - 1);
    else added.add(problem);
  };
  for (const problem of after) {
    if (isChanged(problem)) changed.push(problem);
    else takeUnlessOld(problem);
    await pause();
  }
  for (const problem of changed) {
    takeUnlessOld(problem);
    await pause();
  }
  return after.filter((problem) => added.has(problem));
}
