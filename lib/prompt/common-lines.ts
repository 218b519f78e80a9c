/** A range of lines in both texts, `end` exclusive. */
interface Range {
  base: { start: number; end: number };
  version: { start: number; end: number };
}

/** Cells of the comparison table, which bounds its memory and time. */
const MAX_CELLS = 250_000;

/**
 * Returns a longest common subsequence of lines, as indexes in `base` to indexes in `version`. Texts
 * with more than 250,000 pairs of lines are first split at lines that are unique in both. A range that
 * is still too long counts as changed, except for its equal ends.
 */
export function commonLines(
  base: readonly string[],
  version: readonly string[],
): Map<number, number> {
  const found = new Map<number, number>();
  const all = { start: 0, end: base.length };
  const ranges: Range[] = [{ base: all, version: { start: 0, end: version.length } }];
  for (let range = ranges.pop(); range; range = ranges.pop()) {
    if (cellsOf(range) <= MAX_CELLS) addLongest(found, base, version, range);
    else for (const rest of splitRange(found, base, version, range)) ranges.push(rest);
  }
  return found;
}

function cellsOf({ base, version }: Range): number {
  return (base.end - base.start) * (version.end - version.start);
}

/** Adds the longest common subsequence of a range. */
function addLongest(
  found: Map<number, number>,
  base: readonly string[],
  version: readonly string[],
  range: Range,
): void {
  const rows = range.base.end - range.base.start;
  const columns = range.version.end - range.version.start;
  const width = columns + 1;
  const lengths = new Uint32Array((rows + 1) * width);
  const isSame = (row: number, column: number) =>
    base[range.base.start + row] === version[range.version.start + column];
  const length = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      lengths[row * width + column] = isSame(row, column)
        ? length(row + 1, column + 1) + 1
        : Math.max(length(row + 1, column), length(row, column + 1));
    }
  }
  let [row, column] = [0, 0];
  while (row < rows && column < columns) {
    if (isSame(row, column)) {
      found.set(range.base.start + row, range.version.start + column);
      row += 1;
      column += 1;
    } else if (length(row + 1, column) >= length(row, column + 1)) row += 1;
    else column += 1;
  }
}

/** Matches a range's equal ends and unique lines, and returns the ranges between them. */
function splitRange(
  found: Map<number, number>,
  base: readonly string[],
  version: readonly string[],
  range: Range,
): Range[] {
  const inner = { base: { ...range.base }, version: { ...range.version } };
  const isOpen = () => inner.base.start < inner.base.end && inner.version.start < inner.version.end;
  while (isOpen() && base[inner.base.start] === version[inner.version.start]) {
    found.set(inner.base.start++, inner.version.start++);
  }
  while (isOpen() && base[inner.base.end - 1] === version[inner.version.end - 1]) {
    found.set(--inner.base.end, --inner.version.end);
  }
  if (cellsOf(inner) <= MAX_CELLS) return [inner];
  const ranges: Range[] = [];
  let at = { base: inner.base.start, version: inner.version.start };
  const anchors = longestIncreasing(uniqueLines(base, version, inner));
  for (const [line, place] of anchors) {
    found.set(line, place);
    const rest = between(at, { base: line, version: place });
    if (cellsOf(rest) > 0) ranges.push(rest);
    at = { base: line + 1, version: place + 1 };
  }
  // Without unique lines, the range can't be split.
  if (anchors.length === 0) return [];
  return [...ranges, between(at, { base: inner.base.end, version: inner.version.end })];
}

function between(from: { base: number; version: number }, to: typeof from): Range {
  return {
    base: { start: from.base, end: to.base },
    version: { start: from.version, end: to.version },
  };
}

/** Returns pairs of equal lines that are unique in the range of both texts, in `base` order. */
function uniqueLines(
  base: readonly string[],
  version: readonly string[],
  range: Range,
): [line: number, place: number][] {
  const inVersion = indexesOf(version, range.version);
  return [...indexesOf(base, range.base)].flatMap(([text, line]) => {
    const place = inVersion.get(text);
    return line === null || place === null || place === undefined ? [] : [[line, place]];
  });
}

/** Returns the index of each line; null for repeated lines. */
function indexesOf(
  lines: readonly string[],
  { start, end }: Range["base"],
): Map<string, number | null> {
  const indexes = new Map<string, number | null>();
  for (let line = start; line < end; line += 1) {
    const text = lines[line] ?? "";
    indexes.set(text, indexes.has(text) ? null : line);
  }
  return indexes;
}

/** Returns the most pairs that are in the same order in both texts. */
function longestIncreasing(pairs: readonly [number, number][]): [number, number][] {
  interface Link {
    pair: [number, number];
    before: Link | undefined;
  }
  // The last pair of the best sequence of each length.
  const ends: Link[] = [];
  for (const pair of pairs) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.pair[1] ?? 0) < pair[1]) low = middle + 1;
      else high = middle;
    }
    ends[low] = { pair, before: ends[low - 1] };
  }
  const ordered: [number, number][] = [];
  for (let link = ends.at(-1); link; link = link.before) ordered.push(link.pair);
  return ordered.reverse();
}
