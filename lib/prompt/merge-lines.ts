import { commonEntries } from "../text/equal-entries.ts";

/** The result of a three-way merge. */
export interface MergedLines {
  text: string;
  /** Lines of `theirs` that were dropped because `mine` changed the same place. */
  replacedLines: string[];
}

/**
 * Merges two versions of a text by lines. If both changed the same place, `mine` wins.
 *
 * Own code rather than a library: prompts repeat many lines (blank lines, fences), for which, at 5,000 lines, node-diff3
 * takes minutes and diff 5 to 15 seconds, and this runs on every keystroke.
 */
export function mergeLines(base: string, mine: string, theirs: string): MergedLines {
  if (mine === base) return { text: theirs, replacedLines: [] };
  if (theirs === base) return { text: mine, replacedLines: [] };
  const [baseLines, mineLines, theirLines] = [linesOf(base), linesOf(mine), linesOf(theirs)];
  const inMine = commonEntries(baseLines, mineLines);
  const inTheirs = commonEntries(baseLines, theirLines);
  const merged: string[] = [];
  const replacedLines: string[] = [];
  let at = { base: 0, mine: 0, theirs: 0 };
  const take = (to: { base: number; mine: number; theirs: number }) => {
    const before = baseLines.slice(at.base, to.base).join("");
    const left = mineLines.slice(at.mine, to.mine);
    const right = theirLines.slice(at.theirs, to.theirs);
    const [mineText, theirsText] = [left.join(""), right.join("")];
    if (mineText === before) merged.push(theirsText);
    else {
      merged.push(mineText);
      const isReplaced = theirsText !== before && theirsText !== mineText;
      if (isReplaced) for (const line of right) replacedLines.push(line);
    }
    at = to;
  };
  for (let line = 0; line < baseLines.length; line += 1) {
    const [left, right] = [inMine.get(line), inTheirs.get(line)];
    if (left === undefined || right === undefined) continue;
    take({ base: line, mine: left, theirs: right });
    merged.push(baseLines[line] ?? "");
    at = { base: line + 1, mine: left + 1, theirs: right + 1 };
  }
  take({ base: baseLines.length, mine: mineLines.length, theirs: theirLines.length });
  return { text: merged.join(""), replacedLines };
}

/** Splits a text into lines with their ends, none of which is empty. */
function linesOf(text: string): string[] {
  return text === "" ? [] : text.split(/(?<=\n)/);
}
