"use client";

import { ChevronDown } from "lucide-react";
import { lazy, Suspense } from "react";
import { LazyPopover } from "../../ui/lazy-popover.tsx";
import { chipClass } from "./chip.ts";
import { type DateRange, rangeName } from "./date-range.ts";

const DateChoices = lazy(() =>
  import("./date-choices.tsx").then((module) => ({ default: module.DateChoices })),
);

/** The date filter: presets and a calendar, in UTC days as the interface counts them. */
export function DateFilter(props: { range: DateRange; onChoose: (range: DateRange) => void }) {
  const { range } = props;
  return (
    <LazyPopover
      title="Filter by date"
      testId="filter-date"
      className={chipClass(range.dateFrom !== null || range.dateTo !== null)}
      label={
        <>
          {rangeName(range)}
          <ChevronDown aria-hidden size={12} />
        </>
      }
    >
      {(close) => (
        <Suspense fallback={<p className="p-4 text-muted">Loading the calendar…</p>}>
          <DateChoices
            range={range}
            onChoose={(chosen, done) => {
              props.onChoose(chosen);
              if (done) close();
            }}
          />
        </Suspense>
      )}
    </LazyPopover>
  );
}
