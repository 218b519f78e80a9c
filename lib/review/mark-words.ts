import "server-only";
import type { PullFile, PullLine } from "../contract/api/pull-request.ts";
import { type WordChange, wordChanges, wordsOf } from "../text/word-changes.ts";
import { type Run, runsOf, textOf } from "./runs.ts";

/** Most products of the words of a run before and after, and of all runs together. */
const MAX_RUN = 200_000;
const MAX_TOTAL = 3_000_000;
/** A run that keeps less than this share of words counts as rewritten. */
const MIN_KEPT = 0.3;

type Range = [number, number];

/** Marks the words that differ in replaced lines. Very long runs, and those that were rewritten, have no marks. */
export function* markingWords(files: readonly PullFile[]): Generator<void, PullFile[]> {
  let left = MAX_TOTAL;
  const marks = new Map<PullLine, Range[]>();
  for (const run of files.flatMap(({ hunks }) => hunks.flatMap(runsOf).flatMap(comparable))) {
    const cost = costOf(run);
    if (cost === 0 || cost > MAX_RUN || cost > left) continue;
    left -= cost;
    for (const [line, ranges] of marksOf(run)) marks.set(line, ranges);
    yield;
  }
  const marked = (line: PullLine) => {
    const ranges = marks.get(line);
    return ranges ? { ...line, marks: ranges } : line;
  };
  return files.map((file) => ({
    ...file,
    hunks: file.hunks.map((hunk) => ({ ...hunk, lines: hunk.lines.map(marked) })),
  }));
}

/** Divides a run that is too long to compare as a whole into pairs of lines, if it has as many before as after. */
function comparable(run: Run): Run[] {
  const { removed, added } = run;
  if (removed.length !== added.length || costOf(run) <= MAX_RUN) return [run];
  return removed.map((line, index) => ({ removed: [line], added: added.slice(index, index + 1) }));
}

function costOf({ removed, added }: Run): number {
  return wordsOf(textOf(removed)).length * wordsOf(textOf(added)).length;
}

function marksOf({ removed, added }: Run): [PullLine, Range[]][] {
  // Wrapping lines anew changes no words.
  const [before = "", after = ""] = [removed, added].map((lines) =>
    textOf(lines).replaceAll("\n", " "),
  );
  const changes = joined(before, wordChanges(before, after));
  const changed = changes.reduce((sum, { from, to }) => sum + to - from, 0);
  if (before.length - changed < before.length * MIN_KEPT) return [];
  return [
    ...byLine(
      removed,
      changes.map(({ from, to }) => [from, to]),
    ),
    ...byLine(
      added,
      changes.map(({ at, text }) => [at, at + text.length]),
    ),
  ];
}

/** Joins changes between which there is only a space or a character, so that they read as one. */
function joined(before: string, changes: readonly WordChange[]): WordChange[] {
  const result: WordChange[] = [];
  for (const change of changes) {
    const last = result.at(-1);
    const between = last && before.slice(last.to, change.from);
    if (!last || between === undefined || between.length > 1) {
      result.push({ ...change });
      continue;
    }
    last.text += between + change.text;
    last.to = change.to;
  }
  return result;
}

/** Divides ranges of a text among its lines. */
function byLine(lines: readonly PullLine[], ranges: readonly Range[]): [PullLine, Range[]][] {
  let start = 0;
  return lines.map((line) => {
    const begin = start;
    const end = begin + line.text.length;
    start = end + 1;
    const own = ranges
      .map(([from, to]): Range => [Math.max(from, begin) - begin, Math.min(to, end) - begin])
      .filter(([from, to]) => from < to);
    return [line, own];
  });
}
