"use client";

import { parseDaySpan } from "../../../lib/filters/day-span.ts";
import { useLocale } from "../../app/time.tsx";
import type { InboxUrl } from "../use-inbox-url.ts";
import { rangeLabel } from "./date-range.ts";
import { RemovableFilter } from "./toggle-filters.tsx";

const NAMES = { decidedOn: "Decided", resolvedOn: "Resolved" } as const;

/** The days of a decision. Only the charts of Insights set them. */
export function DaysFilter({ name, url }: { name: keyof typeof NAMES; url: InboxUrl }) {
  const locale = useLocale();
  const { from = null, to = null } = parseDaySpan(url.filters[name] ?? "") ?? {};
  return (
    <RemovableFilter
      name={`${NAMES[name]}: ${rangeLabel({ dateFrom: from, dateTo: to }, locale)}`}
      onRemove={() => url.setFilters({ [name]: null })}
    />
  );
}
