/** A part of both texts: lines from `start` up to, without, `end`. */
interface Part {
  base: { start: number; end: number };
  version: { start: number; end: number };
}

/** Pairs of lines that are compared with each other in one table: its memory, and its time. */
const MOST_PAIRS = 250_000;

/**
 * Lines of `base` that are in `version` as well, in one order, as index by index. Up to 250,000
 * pairs of lines these are as many as there can be. Longer texts are taken apart at lines that are
 * in each once; what is then still longer counts as changed, but for its equal ends.
 */
export function commonLines(
  base: readonly string[],
  version: readonly string[],
): Map<number, number> {
  const found = new Map<number, number>();
  const whole = { start: 0, end: base.length };
  const parts: Part[] = [{ base: whole, version: { start: 0, end: version.length } }];
  for (let part = parts.pop(); part; part = parts.pop()) {
    if (pairsOf(part) <= MOST_PAIRS) addLongest(found, base, version, part);
    else for (const rest of takenApart(found, base, version, part)) parts.push(rest);
  }
  return found;
}

function pairsOf({ base, version }: Part): number {
  return (base.end - base.start) * (version.end - version.start);
}

/** The longest common subsequence of a part. */
function addLongest(
  found: Map<number, number>,
  base: readonly string[],
  version: readonly string[],
  part: Part,
): void {
  const rows = part.base.end - part.base.start;
  const columns = part.version.end - part.version.start;
  const width = columns + 1;
  const lengths = new Uint32Array((rows + 1) * width);
  const isSame = (row: number, column: number) =>
    base[part.base.start + row] === version[part.version.start + column];
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
      found.set(part.base.start + row, part.version.start + column);
      row += 1;
      column += 1;
    } else if (length(row + 1, column) >= length(row, column + 1)) row += 1;
    else column += 1;
  }
}

/** What is left between a long part's equal ends and the lines that are in both texts once. */
function takenApart(
  found: Map<number, number>,
  base: readonly string[],
  version: readonly string[],
  part: Part,
): Part[] {
  const inner = { base: { ...part.base }, version: { ...part.version } };
  const isOpen = () => inner.base.start < inner.base.end && inner.version.start < inner.version.end;
  while (isOpen() && base[inner.base.start] === version[inner.version.start]) {
    found.set(inner.base.start++, inner.version.start++);
  }
  while (isOpen() && base[inner.base.end - 1] === version[inner.version.end - 1]) {
    found.set(--inner.base.end, --inner.version.end);
  }
  if (pairsOf(inner) <= MOST_PAIRS) return [inner];
  const parts: Part[] = [];
  let at = { base: inner.base.start, version: inner.version.start };
  const anchors = inOrder(linesInBothOnce(base, version, inner));
  for (const [line, place] of anchors) {
    found.set(line, place);
    const rest = between(at, { base: line, version: place });
    if (pairsOf(rest) > 0) parts.push(rest);
    at = { base: line + 1, version: place + 1 };
  }
  // Without such a line there is nothing to hold on to.
  if (anchors.length === 0) return [];
  return [...parts, between(at, { base: inner.base.end, version: inner.version.end })];
}

function between(from: { base: number; version: number }, to: typeof from): Part {
  return {
    base: { start: from.base, end: to.base },
    version: { start: from.version, end: to.version },
  };
}

/** Pairs of equal lines that are unique in the part of either text, in the order of `base`. */
function linesInBothOnce(
  base: readonly string[],
  version: readonly string[],
  part: Part,
): [line: number, place: number][] {
  const inVersion = placesOf(version, part.version);
  return [...placesOf(base, part.base)].flatMap(([text, line]) => {
    const place = inVersion.get(text);
    return line === null || place === null || place === undefined ? [] : [[line, place]];
  });
}

/** Where each line is; null for one that is there more than once. */
function placesOf(
  lines: readonly string[],
  { start, end }: Part["base"],
): Map<string, number | null> {
  const places = new Map<string, number | null>();
  for (let line = start; line < end; line += 1) {
    const text = lines[line] ?? "";
    places.set(text, places.has(text) ? null : line);
  }
  return places;
}

/** As many of the pairs as stand in one order in both texts: a longest increasing subsequence. */
function inOrder(pairs: readonly [number, number][]): [number, number][] {
  interface Link {
    pair: [number, number];
    before: Link | undefined;
  }
  // The best end of a sequence of each length.
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
