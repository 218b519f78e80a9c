import { afterEach, describe, expect, test } from "vitest";
import { type DateFilters, resolveDates } from "../../lib/filters/relative-dates.ts";

const NONE: DateFilters = { date: null, dateFrom: null, dateTo: null };
const resolve = (filters: Partial<DateFilters>, now: string) =>
  resolveDates({ ...NONE, ...filters }, Date.parse(now));

describe("a date period", () => {
  const zone = process.env.TZ;
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  test.each([
    ["today", "2026-11-20T12:00:00Z", "2026-11-20", "2026-11-21"],
    ["last-7-days", "2026-11-20T12:00:00Z", "2026-11-14", "2026-11-21"],
    ["last-7-days", "2026-11-30T23:59:59.999Z", "2026-11-24", "2026-12-01"],
    ["last-7-days", "2026-12-01T00:00:00Z", "2026-11-25", "2026-12-02"],
    ["last-30-days", "2027-01-01T00:00:00Z", "2026-12-03", "2027-01-02"],
    ["last-30-days", "2024-02-29T05:00:00Z", "2024-01-31", "2024-03-01"],
    ["last-90-days", "2026-03-01T05:00:00Z", "2025-12-02", "2026-03-02"],
  ] as const)("%s at %s is from %s until %s", (date, now, dateFrom, dateTo) => {
    expect(resolve({ date }, now)).toEqual({ date: null, dateFrom, dateTo });
  });

  test.each(["Pacific/Auckland", "America/Los_Angeles", "UTC"])(
    "means the same UTC days on a machine in %s",
    (timeZone) => {
      process.env.TZ = timeZone;
      // In Auckland it is already the 21st, in Los Angeles still the 20th.
      expect(resolve({ date: "today" }, "2026-11-21T03:00:00Z").dateFrom).toBe("2026-11-21");
      expect(resolve({ date: "today" }, "2026-11-20T23:00:00Z").dateFrom).toBe("2026-11-20");
    },
  );

  test("moves with time, unlike dates", () => {
    const [first, second] = ["2026-11-20T12:00:00Z", "2026-11-22T12:00:00Z"];
    expect(resolve({ date: "last-7-days" }, first).dateFrom).toBe("2026-11-14");
    expect(resolve({ date: "last-7-days" }, second).dateFrom).toBe("2026-11-16");
    const dates = { dateFrom: "2026-10-01", dateTo: "2026-10-08" };
    expect(resolve(dates, first)).toEqual(resolve(dates, second));
  });

  test("is narrowed by other bounds, never widened", () => {
    const now = "2026-11-20T12:00:00Z";
    const bounds = { dateFrom: "2026-11-18T08:00:00+02:00", dateTo: "2030-01-01" };
    expect(resolve({ date: "last-7-days", ...bounds }, now)).toMatchObject({
      dateFrom: bounds.dateFrom,
      dateTo: "2026-11-21",
    });
    expect(resolve({ date: "last-7-days", dateFrom: "2020-01-01" }, now).dateFrom).toBe(
      "2026-11-14",
    );
    expect(resolve({ date: "today", dateTo: "2026-11-01" }, now)).toMatchObject({
      dateFrom: "2026-11-20",
      dateTo: "2026-11-01",
    });
  });
});
