import { expect, test } from "vitest";
import { formatDuration } from "../../components/app/format-duration.ts";
import { preferredLocale } from "../../components/app/locale.ts";
import { rangeLabel } from "../../components/inbox/filters/date-range.ts";

test.each([
  ["en-GB,en;q=0.9,de;q=0.8", "en-GB"],
  ["en-US", "en-US"],
  ["de-AT;q=0.9", "de-AT"],
  ["*", "en-US"],
  ["not a language, fr", "fr"],
  ["tlh", "en-US"],
  ["", "en-US"],
  [null, "en-US"],
])("Accept-Language %j gives the locale %s", (header, locale) => {
  expect(preferredLocale(header)).toBe(locale);
});

test.each([
  ["en-US", "Oct 1, 2026 – Oct 9, 2026"],
  ["en-GB", "1 Oct 2026 – 9 Oct 2026"],
])("a date range in %s reads %s", (locale, label) => {
  expect(rangeLabel({ dateFrom: "2026-10-01", dateTo: "2026-10-10" }, locale)).toBe(label);
});

test.each([
  [1_000, "1 second"],
  [45_000, "45 seconds"],
  [112_000, "2 minutes"],
  [52 * 60_000, "52 minutes"],
  [12 * 3_600_000, "12 hours"],
  [3 * 86_400_000, "3 days"],
])("%i milliseconds are %s", (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text);
});
