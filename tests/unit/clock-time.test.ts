import { jsx } from "react/jsx-runtime";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ClockTime, TimeProvider } from "../../components/app/time.tsx";

const at = Date.UTC(2026, 10, 22, 9, 7);

test.each([
  ["the same day", "2026-11-22T23:00Z", "9:07 AM"],
  ["the next day, hours later", "2026-11-23T01:00Z", "Nov 22, 9:07 AM"],
  ["a day before", "2026-11-21T10:00Z", "Nov 22, 9:07 AM"],
])("a time of day names its date unless it's today: %s", (_, now, text) => {
  const settings = { locale: "en-US", zone: "UTC", now: Date.parse(now) };
  const markup = renderToStaticMarkup(
    jsx(TimeProvider, { ...settings, children: jsx(ClockTime, { at }) }),
  );
  expect(markup).toContain(`>${text}<`);
});
