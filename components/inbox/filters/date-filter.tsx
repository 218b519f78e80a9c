"use client";

import { lazy, Suspense } from "react";
import { useLocale } from "../../app/time.tsx";
import { ChevronDown } from "../../ui/icons.tsx";
import { LazyPopover } from "../../ui/lazy-popover.tsx";
import { chipClass } from "./chip.ts";
import { type DateRange, rangeLabel } from "./date-range.ts";

const DateChoices = lazy(() =>
  import("./date-choices.tsx").then((module) => ({ default: module.DateChoices })),
);

/** The date filter. Days are in UTC, as in the platform interface. */
export function DateFilter(props: { range: DateRange; onChange: (range: DateRange) => void }) {
  const { range } = props;
  const locale = useLocale();
  const isActive = range.dateFrom !== null || range.dateTo !== null;
  return (
    <LazyPopover
      title="Filter by date"
      testId="filter-date"
      className={chipClass(isActive)}
      label={
        <>
          {rangeLabel(range, locale)}
          <ChevronDown size={12} />
        </>
      }
    >
      {(close) => (
        <Suspense fallback={<p className="p-4 text-muted">Loading calendar…</p>}>
          <DateChoices
            range={range}
            onChange={(next, done) => {
              props.onChange(next);
              if (done) close();
            }}
          />
        </Suspense>
      )}
    </LazyPopover>
  );
}
