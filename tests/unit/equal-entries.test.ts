import fc from "fast-check";
import { expect, test } from "vitest";
import { runWithoutPauses } from "../../lib/pause.ts";
import { aligning } from "../../lib/text/equal-entries.ts";
import { cpuLimit, cpuTime } from "../support/cpu-time.ts";

const align = (old: readonly string[], now: readonly string[]) =>
  runWithoutPauses(aligning(old, now));

/** Both lists as the aligned entries have them, and how many are equal. */
function read(old: readonly string[], now: readonly string[]) {
  const aligned = align(old, now);
  const pick = (list: readonly string[], side: 0 | 1) =>
    aligned.flatMap((entry) => list[entry[side] ?? -1] ?? []);
  const equal = aligned.filter(([one, other]) => one !== null && other !== null);
  for (const [one, other] of equal) expect(old[one ?? -1]).toBe(now[other ?? -1]);
  return { old: pick(old, 0), now: pick(now, 1), equal: equal.length };
}

test.each([
  ["", "", 0],
  ["abc", "abc", 3],
  ["abc", "", 0],
  ["abc", "axc", 2],
  ["abcabba", "cbabac", 4],
])("aligns %j with %j", (old, now, equal) => {
  const lists = [old.split(""), now.split("")] as const;
  expect(read(...lists)).toEqual({ old: lists[0], now: lists[1], equal });
});

test("aligns long lists at what both have once, and repeated entries between", () => {
  const old = Array.from({ length: 5_000 }, (_, at) => (at % 3 === 0 ? "same" : `line ${at}`));
  const now = old.flatMap((text, at) => (at % 100 === 50 ? [`new ${at}`, text] : [text])).slice(7);
  expect(read(old, now)).toEqual({ old, now, equal: old.length - 7 });
});

test("aligns any lists, short and long, with few and many different entries", () => {
  const lists = fc.oneof(
    fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 40 }),
    fc.array(fc.constantFrom("a", "b"), { minLength: 600, maxLength: 700 }),
    fc.array(
      fc.nat(2_000).map((number) => `${number}`),
      { minLength: 600, maxLength: 700 },
    ),
  );
  fc.assert(
    fc.property(lists, lists, (old, now) => {
      expect(read(old, now)).toMatchObject({ old, now });
    }),
    { numRuns: 100 },
  );
});

test("takes time that grows with the lists, whatever they are", () => {
  const lists: [string[], string[]][] = [
    [Array(20_000).fill("a"), Array(19_000).fill("b")],
    [
      Array.from({ length: 20_000 }, (_, at) => `${at % 2}`),
      Array.from({ length: 20_000 }, (_, at) => `${at % 3}`),
    ],
    [
      Array.from({ length: 20_000 }, (_, at) => `${at}`),
      Array.from({ length: 20_000 }, (_, at) => `${20_000 - at}`),
    ],
  ];
  for (const [old, now] of lists) {
    const before = cpuTime();
    align(old, now);
    expect(cpuTime() - before).toBeLessThan(cpuLimit(2_000));
  }
});
