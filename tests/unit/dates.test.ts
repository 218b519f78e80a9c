import { describe, expect, test } from "vitest";
import { decision } from "../../lib/contract/api/decisions.ts";
import { feedbackSelection } from "../../lib/contract/api/feedback-query.ts";
import { visit } from "../../lib/contract/api/home.ts";
import { newApiKey } from "../../lib/contract/api/keys.ts";
import { INSTANT_RANGE, parseInstant } from "../../lib/contract/platform/dates.ts";

describe("a date bound", () => {
  test.each([
    ["2026-10-01", Date.UTC(2026, 9, 1)],
    ["2026-10-01T08:30", Date.UTC(2026, 9, 1, 8, 30)],
    ["2026-10-01T08:30:15.250Z", Date.UTC(2026, 9, 1, 8, 30, 15, 250)],
    ["2026-10-01T08:30:00+02:00", Date.UTC(2026, 9, 1, 6, 30)],
    ["2026-10-01T08:30:00-0330", Date.UTC(2026, 9, 1, 12, 0)],
    ["2024-02-29", Date.UTC(2024, 1, 29)],
    ["9999-12-31", Date.UTC(9999, 11, 31)],
    ["9999-12-31T23:59:59.999Z", INSTANT_RANGE.max],
  ])("%s is parsed, as UTC if it has no time zone", (text, instant) => {
    expect(parseInstant(text)).toBe(instant);
  });

  test.each(["", "2026-02-30", "2026-13-01", "2026-1-1", "2026-10-01T24:00", "10/01/2026", "now"])(
    "%j is rejected",
    (text) => expect(parseInstant(text)).toBeNull(),
  );
});

test.each(["9999-12-31T23:59:59-12:00", "0000-01-01T00:00+14:00"])(
  "%s is beyond the years 0000 to 9999 in UTC and is rejected",
  (text) => expect(parseInstant(text)).toBeNull(),
);

describe("an instant in a request", () => {
  const schemas = [
    ["the end of a key", (at: number) => newApiKey.safeParse({ name: "Script", expiresAt: at })],
    ["a selection", (at: number) => feedbackSelection.safeParse({ where: {}, asOf: at })],
    ["a visit", (at: number) => visit.safeParse({ at, caughtUp: true })],
  ] as const;

  test.each(schemas)("of %s can be shown as a date", (_, parse) => {
    for (const at of [INSTANT_RANGE.min, 0, INSTANT_RANGE.max])
      expect(parse(at).success).toBe(true);
    for (const at of [INSTANT_RANGE.min - 1, INSTANT_RANGE.max + 1, 8_640_000_000_000_001, 0.5])
      expect(parse(at).success).toBe(false);
  });

  test("isn't further from the moment of a decision than any two are apart", () => {
    const aged = (age: number) =>
      decision.safeParse({ kind: "undo", id: "decision-1", age, of: "decision-0" }).success;
    for (const age of [0, 0.5, INSTANT_RANGE.max - INSTANT_RANGE.min]) expect(aged(age)).toBe(true);
    for (const age of [
      -1,
      INSTANT_RANGE.max - INSTANT_RANGE.min + 1,
      1e308,
      Number.POSITIVE_INFINITY,
    ])
      expect(aged(age)).toBe(false);
  });
});
