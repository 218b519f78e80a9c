import { commonLines } from "./common-lines.ts";

/** What two people made of one text: merged, and the lines of `theirs` that had to give way. */
export interface MergedLines {
  text: string;
  /** Lines of `theirs` that are left out, as `mine` changed the same place. */
  gaveWay: string[];
}

/**
 * Merges two versions of a text by lines. Where only one changed a place, its change counts; where
 * both did, mine stays and theirs gives way.
 */
export function mergeLines(base: string, mine: string, theirs: string): MergedLines {
  if (mine === base) return { text: theirs, gaveWay: [] };
  if (theirs === base) return { text: mine, gaveWay: [] };
  const [common, own, other] = [base, mine, theirs].map((text) => text.split(/(?<=\n)/));
  if (!common || !own || !other) return { text: mine, gaveWay: [] };
  const inMine = commonLines(common, own);
  const inTheirs = commonLines(common, other);
  const merged: string[] = [];
  const gaveWay: string[] = [];
  let at = { base: 0, mine: 0, theirs: 0 };
  const take = (to: { base: number; mine: number; theirs: number }) => {
    const before = common.slice(at.base, to.base).join("");
    const left = own.slice(at.mine, to.mine);
    const right = other.slice(at.theirs, to.theirs);
    const [mineText, theirsText] = [left.join(""), right.join("")];
    if (mineText === before) merged.push(theirsText);
    else {
      merged.push(mineText);
      const isLost = theirsText !== before && theirsText !== mineText;
      if (isLost) for (const line of right) gaveWay.push(line);
    }
    at = to;
  };
  for (let line = 0; line < common.length; line += 1) {
    const [left, right] = [inMine.get(line), inTheirs.get(line)];
    if (left === undefined || right === undefined) continue;
    take({ base: line, mine: left, theirs: right });
    merged.push(common[line] ?? "");
    at = { base: line + 1, mine: left + 1, theirs: right + 1 };
  }
  take({ base: common.length, mine: own.length, theirs: other.length });
  return { text: merged.join(""), gaveWay };
}
