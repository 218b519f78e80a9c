import { expect, test } from "vitest";
import { decodeText, longestLine } from "../../lib/platform/jobs/long-text.ts";

/** Takes all steps of a generator. */
function run<Result>(steps: Generator<void, Result>): { value: Result; count: number } {
  for (let count = 0; ; count += 1) {
    const { done, value } = steps.next();
    if (done) return { value, count };
  }
}

const UNITS = ["\n", "a", "a\n", "日🙂", "\ufeffx"];

test.each(UNITS)("20 MB of %j are decoded in 200 steps", (unit) => {
  const text = unit.repeat(20_000_000 / Buffer.byteLength(unit));
  const { value, count } = run(decodeText(Buffer.from(text)));
  expect(value === text).toBe(true);
  expect(count).toBe(200);
});

test("what isn't UTF-8 is decoded as a whole", () => {
  const bytes = Buffer.alloc(300_001, Buffer.from([0xf0, 0x9f, 0x99, 0x61, 0xff, 0xe6, 0x97]));
  expect(run(decodeText(bytes)).value === bytes.toString()).toBe(true);
});

test.each(["\n", "a\n", "é日🙂\n"])("the longest line of many %j is found in steps", (unit) => {
  const lines = unit.repeat(20_000_000 / unit.length);
  const { value, count } = run(longestLine(`${lines}${"b".repeat(70)}\n${lines}`));
  expect(value).toBe(70);
  expect(count).toBe(400);
});

test("the longest line is the last one, or none of a binary file", () => {
  expect(run(longestLine("a\nbcd")).value).toBe(3);
  expect(run(longestLine("")).value).toBe(0);
  expect(run(longestLine("a\nbcd\0")).value).toBe(0);
});
