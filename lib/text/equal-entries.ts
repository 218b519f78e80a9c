import { pairsOf } from "./word-changes.ts";

/** An entry of two lists, by its index in each; null where only the other one has it. */
export type Aligned = readonly [old: number | null, now: number | null];

/** Most products of the entries of two lists that are compared with each other. */
const MAX_PRODUCT = 200_000;
/** How often what is between unique entries is divided again. */
const MAX_DEPTH = 8;

interface Range {
  from: number;
  to: number;
}

/**
 * Aligns equal entries of two lists, in their order, and yields for others to run. Long lists are first divided at entries
 * that both have exactly once, so that the work grows with their length.
 * @param old without empty texts, as `now`
 */
export function* aligning(
  old: readonly string[],
  now: readonly string[],
  ranges: readonly [Range, Range] = [
    { from: 0, to: old.length },
    { from: 0, to: now.length },
  ],
  depth = 0,
): Generator<void, Aligned[]> {
  const [{ from: oldFrom, to: oldTo }, { from: nowFrom, to: nowTo }] = ranges;
  const most = Math.min(oldTo - oldFrom, nowTo - nowFrom);
  let start = 0;
  while (start < most && old[oldFrom + start] === now[nowFrom + start]) start += 1;
  let end = 0;
  while (end < most - start && old[oldTo - 1 - end] === now[nowTo - 1 - end]) end += 1;
  const middle = [
    { from: oldFrom + start, to: oldTo - end },
    { from: nowFrom + start, to: nowTo - end },
  ] as const;
  yield;
  return [
    ...pairs(oldFrom, nowFrom, start),
    ...(yield* aligningMiddle(old, now, middle, depth)),
    ...pairs(oldTo - end, nowTo - end, end),
  ];
}

/** Returns the indexes of equal entries, by those in `old`, for short work or where nothing else runs. */
export function commonEntries(old: readonly string[], now: readonly string[]): Map<number, number> {
  const steps = aligning(old, now);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return new Map(
    step.value.flatMap(([at, place]) => (at === null || place === null ? [] : [[at, place]])),
  );
}

function* aligningMiddle(
  old: readonly string[],
  now: readonly string[],
  ranges: readonly [Range, Range],
  depth: number,
): Generator<void, Aligned[]> {
  const [{ from: oldFrom, to: oldTo }, { from: nowFrom, to: nowTo }] = ranges;
  if ((oldTo - oldFrom) * (nowTo - nowFrom) <= MAX_PRODUCT) return compared(old, now, ranges);
  const anchors = depth < MAX_DEPTH ? anchorsOf(old, now, ranges) : [];
  if (anchors.length === 0) {
    return [...alone(oldFrom, oldTo, "old"), ...alone(nowFrom, nowTo, "now")];
  }
  const result: Aligned[] = [];
  let [at, place] = [oldFrom, nowFrom];
  for (const [one, other] of [...anchors, [oldTo, nowTo] as const]) {
    const between = [
      { from: at, to: one },
      { from: place, to: other },
    ] as const;
    for (const each of yield* aligning(old, now, between, depth + 1)) result.push(each);
    if (one < oldTo) result.push([one, other]);
    [at, place] = [one + 1, other + 1];
  }
  return result;
}

/** Compares each entry with each other one. */
function compared(
  old: readonly string[],
  now: readonly string[],
  [{ from: oldFrom, to: oldTo }, { from: nowFrom, to: nowTo }]: readonly [Range, Range],
): Aligned[] {
  let [at, place] = [oldFrom, nowFrom];
  return Array.from(
    pairsOf(old.slice(oldFrom, oldTo), now.slice(nowFrom, nowTo)),
    ([one, other]): Aligned => [one === "" ? null : at++, other === "" ? null : place++],
  );
}

/** Entries that are in both lists once, as many as have the same order in both. */
function anchorsOf(
  old: readonly string[],
  now: readonly string[],
  [oldRange, nowRange]: readonly [Range, Range],
): (readonly [number, number])[] {
  const places = uniquePlaces(now, nowRange);
  const both = [...uniquePlaces(old, oldRange)].flatMap(([text, at]) => {
    const place = places.get(text);
    return at === null || place === undefined || place === null ? [] : [[at, place] as const];
  });
  return longestRising(both);
}

/** The index of each text, or null for one that is there more than once. */
function uniquePlaces(
  list: readonly string[],
  { from, to }: Range,
): ReadonlyMap<string, number | null> {
  const places = new Map<string, number | null>();
  for (let at = from; at < to; at += 1) {
    const text = list[at] ?? "";
    places.set(text, places.has(text) ? null : at);
  }
  return places;
}

/** The most pairs whose second numbers rise as their first ones do. */
function longestRising(
  entries: readonly (readonly [number, number])[],
): (readonly [number, number])[] {
  /** For each length, the pair that ends such a series with the smallest number. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [index, [, place]] of entries.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((entries[ends[middle] ?? -1]?.[1] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    before.push(ends[low - 1]);
    ends[low] = index;
  }
  const rising: (readonly [number, number])[] = [];
  for (let at = ends.at(-1); at !== undefined; at = before[at]) {
    const entry = entries[at];
    if (entry) rising.push(entry);
  }
  return rising.reverse();
}

function pairs(old: number, now: number, count: number): Aligned[] {
  return Array.from({ length: count }, (_, index) => [old + index, now + index]);
}

function alone(from: number, to: number, side: "old" | "now"): Aligned[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) =>
    side === "old" ? [from + index, null] : [null, from + index],
  );
}
