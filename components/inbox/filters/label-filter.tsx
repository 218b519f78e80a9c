"use client";

import { useLabelName, useLabels } from "../../app/use-labels.ts";
import { LabelChip } from "../../feedback/label-chip.tsx";
import type { InboxUrl } from "../use-inbox-url.ts";
import { ChoiceFilter } from "./choice-filter.tsx";

/** Shows the items that have one of some labels. */
export function LabelFilter({ url }: { url: InboxUrl }) {
  const { filters, setFilters, prefetch } = url;
  const nameOf = useLabelName();
  const all = (useLabels() ?? []).filter(({ removed }) => !removed);
  const values = [...new Set([...all.map(({ id }) => id), ...(filters.label ?? [])])];
  return (
    <ChoiceFilter
      name="Label"
      testId="filter-label"
      values={values}
      selected={filters.label}
      counts={undefined}
      nameOf={nameOf}
      render={(id) => {
        const label = all.find((one) => one.id === id);
        return label ? <LabelChip label={label} /> : nameOf(id);
      }}
      onChange={(label) => setFilters({ label })}
      onPrefetch={(label) => prefetch({ label })}
    />
  );
}
