"use client";

import { GROUP_SIZES } from "../../../lib/filters/feedback-filters.ts";
import type { InboxUrl } from "../use-inbox-url.ts";
import { ChoiceFilter } from "./choice-filter.tsx";

/** Filters by how many near-duplicates there are. */
export function GroupSizeFilter({ url }: { url: InboxUrl }) {
  const { filters, setFilters, prefetch } = url;
  const changeTo = (values: readonly (typeof GROUP_SIZES)[number][] | null) => ({
    groupSize: values?.[0] ?? null,
  });
  return (
    <ChoiceFilter
      name="Similar items"
      testId="filter-group-size"
      values={GROUP_SIZES}
      selected={filters.groupSize === null ? null : [filters.groupSize]}
      counts={undefined}
      single
      nameOf={(size) => `${size} or more`}
      onChange={(values) => setFilters(changeTo(values))}
      onPrefetch={(values) => prefetch(changeTo(values))}
    />
  );
}
