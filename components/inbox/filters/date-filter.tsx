"use client";

import type { DateFilters } from "../../../lib/filters/relative-dates.ts";
import { useLocale, useNow } from "../../app/time.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { PopoverButton } from "../../ui/popover-button.tsx";
import { chipClass } from "./chip.ts";
import { dateLabel, dateTitle } from "./date-range.ts";

const DateChoices = lazyPart({
  name: "the calendar",
  load: () => import("./date-choices.tsx").then((module) => module.DateChoices),
  pending: <p className="p-4 text-muted">Loading calendar…</p>,
});

/** The date filter. Days are in UTC, as in the platform interface; hovering shows which they are. */
export function DateFilter(props: { dates: DateFilters; onChange: (dates: DateFilters) => void }) {
  const { dates } = props;
  const locale = useLocale();
  const hint = dateTitle(dates, locale, useNow());
  return (
    <PopoverButton
      title="Filter by date"
      hint={hint}
      testId="filter-date"
      isActive={hint !== undefined}
      className={chipClass(hint !== undefined)}
      onPrefetch={DateChoices.preload}
      label={<span className="truncate">{dateLabel(dates, locale)}</span>}
    >
      {(close) => (
        <DateChoices
          dates={dates}
          onChange={(next, done) => {
            props.onChange(next);
            if (done) close();
          }}
        />
      )}
    </PopoverButton>
  );
}
