import { expect, test } from "vitest";
import {
  isSourceName,
  SOURCE_NAME_LENGTH,
  sourceNameOf,
  sourceNameOfFile,
} from "../../lib/contract/api/source-names.ts";
import { entryIdOf } from "../../lib/platform/imports/compare.ts";

test.each([
  ["Zendesk Guide", "zendesk-guide"],
  ["  GA4.v2:x ", "ga4-v2-x"],
  ["Ünïcode ＆ 日本語", "ünïcode-日本語"],
  ["\u0301--", ""],
  ["a".repeat(90), "a".repeat(SOURCE_NAME_LENGTH)],
])("%j as a name is %j", (text, name) => {
  expect(sourceNameOf(text)).toBe(name);
  expect(isSourceName(name)).toBe(name !== "");
  expect(isSourceName(text)).toBe(text === name);
});

test("exports of the same tool on two days have the same source", () => {
  const names = [
    "hotjar-export-2026-11-25.csv",
    "Hotjar_Export_2026-12-01 (3).csv",
    "hotjar.ndjson",
  ];
  expect(names.map(sourceNameOfFile)).toEqual(Array(3).fill("hotjar"));
  expect(["export.csv", "2026.csv", "….csv"].map(sourceNameOfFile)).toEqual(["export", "2026", ""]);
});

test("IDs of two sources never meet, nor those of one source", () => {
  const long = "x".repeat(490);
  const ids = ["1", ":1", "::1", `${long}a`.repeat(2), `${long}b`.repeat(2), long];
  const stored = ["a", "b", "zendesk-guide"].flatMap((source) =>
    ids.map((id) => String(entryIdOf(source, id))),
  );
  expect(stored[0]).toBe("a:1");
  expect(new Set(stored).size).toBe(stored.length);
  expect(stored.every((id) => id.length <= 500)).toBe(true);
  expect(entryIdOf(null, "1")).toBe("1");
  for (const wrong of [undefined, 7, "", "a\0", "\ud800"])
    expect(entryIdOf("a", wrong)).toBe(wrong);
});
