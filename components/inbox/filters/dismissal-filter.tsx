"use client";

import { useDismissalReasons, useReasonName } from "../../app/use-dismissal-reasons.ts";
import type { InboxUrl } from "../use-inbox-url.ts";
import { ChoiceFilter } from "./choice-filter.tsx";

/** Shows what is dismissed for some of the project's reasons. */
export function DismissalFilter({ url }: { url: InboxUrl }) {
  const { filters, setFilters, prefetch } = url;
  const { dismissedFor } = filters;
  const nameOf = useReasonName();
  const offered = (useDismissalReasons() ?? []).filter(({ removed }) => !removed);
  const values = [...new Set([...offered.map(({ id }) => id), ...(dismissedFor ?? [])])];
  return (
    <ChoiceFilter
      name="Dismissal reason"
      testId="filter-dismissed-for"
      values={values}
      selected={dismissedFor}
      counts={undefined}
      nameOf={nameOf}
      onChange={(reasons) => setFilters({ dismissedFor: reasons })}
      onPrefetch={(reasons) => prefetch({ dismissedFor: reasons })}
    />
  );
}
