import { describe, expect, test } from "vitest";
import { parseInstant } from "../../lib/contract/platform/dates.ts";

describe("a date bound", () => {
  test.each([
    ["2026-10-01", Date.UTC(2026, 9, 1)],
    ["2026-10-01T08:30", Date.UTC(2026, 9, 1, 8, 30)],
    ["2026-10-01T08:30:15.250Z", Date.UTC(2026, 9, 1, 8, 30, 15, 250)],
    ["2026-10-01T08:30:00+02:00", Date.UTC(2026, 9, 1, 6, 30)],
    ["2026-10-01T08:30:00-0330", Date.UTC(2026, 9, 1, 12, 0)],
    ["2024-02-29", Date.UTC(2024, 1, 29)],
  ])("%s is parsed, as UTC if it has no time zone", (text, instant) => {
    expect(parseInstant(text)).toBe(instant);
  });

  test.each(["", "2026-02-30", "2026-13-01", "2026-1-1", "2026-10-01T24:00", "10/01/2026", "now"])(
    "%j is rejected",
    (text) => expect(parseInstant(text)).toBeNull(),
  );
});
