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
  const inMine = matches(common, own);
  const inTheirs = matches(common, other);
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
      if (theirsText !== before && theirsText !== mineText) gaveWay.push(...right);
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

/** Lines of `base` that are in `version` as well, in one order: a longest common subsequence. */
function matches(base: readonly string[], version: readonly string[]): Map<number, number> {
  const lengths = Array.from({ length: base.length + 1 }, () =>
    new Array<number>(version.length + 1).fill(0),
  );
  const length = (row: number, column: number) => lengths[row]?.[column] ?? 0;
  for (let row = base.length - 1; row >= 0; row -= 1) {
    for (let column = version.length - 1; column >= 0; column -= 1) {
      const cells = lengths[row];
      if (!cells) continue;
      cells[column] =
        base[row] === version[column]
          ? length(row + 1, column + 1) + 1
          : Math.max(length(row + 1, column), length(row, column + 1));
    }
  }
  const found = new Map<number, number>();
  let [row, column] = [0, 0];
  while (row < base.length && column < version.length) {
    if (base[row] === version[column]) {
      found.set(row, column);
      row += 1;
      column += 1;
    } else if (length(row + 1, column) >= length(row, column + 1)) row += 1;
    else column += 1;
  }
  return found;
}
