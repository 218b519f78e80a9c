import "server-only";
import type { PullLine } from "../contract/api/pull-request.ts";
import { pairsOf } from "../text/word-changes.ts";
import type { PreparedItem } from "./prepare.ts";
import { type Found, type Statement, statementsOf } from "./statements.ts";

/** Most steps of a hunk that are compared. */
const MAX_STEPS = 200;
/** Steps on each side of one that moved, which are shown with it. */
const NEIGHBORS = 1;

const FENCE = /^\s*(?:`{3,}|~{3,})\s*([\w-]*)/;
const NUMBERED = /^[\s>]*\d{1,4}[.)]\s/;
/** Code in which lines have no order. */
const UNORDERED = /^(?:jsonc?|json5|ya?ml|toml|ini|env|properties|text|output)$/i;
const ASKS_TO_MOVE =
  /\b(?:order|before|after|first|last|earlier|swap|move|reihenfolge|zuerst|ordre|avant|orden|antes|ordine|prima|ordem)\b/u;

/** Finds the first step, or line of code, that a hunk moved before or after others although no item asked for it. */
export function reorderedSteps(
  lines: readonly PullLine[],
  items: readonly PreparedItem[],
): Found[] {
  if (items.some(({ comment }) => ASKS_TO_MOVE.test(comment))) return [];
  const before = stepsOf(lines, "added");
  const after = stepsOf(lines, "removed");
  if (before.length * after.length === 0) return [];
  const [names, others] = [before, after].map((steps) => steps.map(({ plain }) => plain));
  const moved = firstMoved(names ?? [], others ?? []);
  if (moved === null) return [];
  const around = (steps: readonly Statement[], at: number) =>
    steps.slice(Math.max(at - NEIGHBORS, 0), at + NEIGHBORS + 1);
  const shown = (steps: readonly Statement[]) =>
    around(
      steps,
      steps.findIndex(({ plain }) => plain === moved),
    )
      .map(({ text }) => text)
      .join(" ");
  return [{ kind: "fact", old: shown(before), now: shown(after) }];
}

/** Returns a step that both sides have once, in another order. */
function firstMoved(before: readonly string[], after: readonly string[]): string | null {
  const [gone, come] = [new Set<string>(), new Set<string>()];
  for (const [old, now] of pairsOf(before, after)) {
    if (old === now) continue;
    if (old) gone.add(old);
    if (now) come.add(now);
  }
  const isOnce = (step: string, steps: readonly string[]) =>
    steps.indexOf(step) === steps.lastIndexOf(step);
  return (
    [...gone].find((step) => come.has(step) && isOnce(step, before) && isOnce(step, after)) ?? null
  );
}

/** Returns the numbered lines, and the lines of code between fences, on one side of a hunk. */
function stepsOf(lines: readonly PullLine[], without: PullLine["kind"]): Statement[] {
  const side = lines.filter(({ kind }) => kind !== without).map(({ text }) => text);
  const fences = side.flatMap((line) => FENCE.exec(line)?.[1] ?? []);
  // A single fence without a language ends code that began before the hunk.
  let isCode = fences.length % 2 === 1 && fences[0] === "";
  let isOrdered = isCode;
  const steps = side.filter((line) => {
    const language = FENCE.exec(line)?.[1];
    if (language === undefined) return isCode ? isOrdered : NUMBERED.test(line);
    isCode = !isCode;
    isOrdered = !UNORDERED.test(language);
    return false;
  });
  return steps.flatMap((line) => statementsOf([line]).slice(0, 1)).slice(0, MAX_STEPS);
}
