"use client";

import { GROUP_SIZES } from "../../../lib/filters/feedback-filters.ts";
import type { InboxUrl } from "../use-inbox-url.ts";
import { ChoiceFilter } from "./choice-filter.tsx";
import { RemovableFilter, YesNoFilter } from "./toggle-filters.tsx";

/** Lists near-duplicates as one row, and filters by how many there are. */
export function GroupFilters({ url }: { url: InboxUrl }) {
  const { filters, setFilters, prefetch } = url;
  const { grouped, groupSize, similarTo } = filters;
  const sizeOf = (values: readonly (typeof GROUP_SIZES)[number][] | null) => ({
    groupSize: values?.[0] ?? null,
  });
  return (
    <div className="flex flex-wrap gap-2">
      <YesNoFilter
        names={["Group similar", "Not grouped"]}
        testId="group-similar"
        value={grouped}
        onChange={(value) => setFilters({ grouped: value })}
        onPrefetch={(value) => prefetch({ grouped: value })}
      />
      <ChoiceFilter
        name="Similar items"
        testId="filter-group-size"
        values={GROUP_SIZES}
        selected={groupSize === null ? null : [groupSize]}
        counts={undefined}
        single
        nameOf={(size) => `${size} or more`}
        onChange={(values) => setFilters(sizeOf(values))}
        onPrefetch={(values) => prefetch(sizeOf(values))}
      />
      {similarTo !== null && (
        <RemovableFilter
          name="Similar to one item"
          onRemove={() => setFilters({ similarTo: null })}
        />
      )}
    </div>
  );
}
