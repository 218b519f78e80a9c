"use client";

import { DayPicker } from "react-day-picker";
import "react-day-picker/style.css";
import { parseInstant } from "../../../lib/contract/platform/dates.ts";
import { DAY } from "../../../lib/contract/platform/vocabulary.ts";
import {
  DATE_PERIODS,
  type DateFilters,
  type DatePeriod,
  resolveDates,
  utcDay,
} from "../../../lib/filters/relative-dates.ts";
import { formatDate, useLocale, useNow } from "../../app/time.tsx";
import { PERIOD_NAMES } from "./date-range.ts";

type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** Not in TypeScript's library yet. Days are 1 for Monday to 7 for Sunday. */
interface WeekInfoLocale {
  getWeekInfo: (this: Intl.Locale) => { firstDay: number };
}

/** Periods next to a calendar. A period stays relative to today; the last selected day is included. */
export function DateChoices(props: {
  dates: DateFilters;
  onChange: (dates: DateFilters, done: boolean) => void;
}) {
  const { dates, onChange } = props;
  const locale = useLocale();
  const now = useNow();
  const resolved = resolveDates(dates, now);
  const from = asDate(resolved.dateFrom, 0);
  const to = asDate(resolved.dateTo, -1);
  const choose = (date: DatePeriod | null) =>
    onChange({ date, dateFrom: null, dateTo: null }, true);
  return (
    <div className="flex max-sm:flex-col">
      <div className="flex flex-col border-line p-1 max-sm:flex-row max-sm:flex-wrap max-sm:border-b sm:w-32 sm:border-r">
        {DATE_PERIODS.map((period) => (
          <Preset
            key={period}
            name={PERIOD_NAMES[period]}
            isSelected={dates.date === period}
            onClick={() => choose(period)}
          />
        ))}
        <Preset name="Any date" isSelected={false} onClick={() => choose(null)} />
      </div>
      <div className="p-2">
        <DayPicker
          mode="range"
          timeZone="UTC"
          weekStartsOn={firstDayOfWeek(locale)}
          resetOnSelect
          disabled={{ after: new Date() }}
          labels={{ labelDayButton: (day) => dayLabel(day, locale) }}
          defaultMonth={to ?? from}
          selected={{ from, to }}
          onSelect={(picked) =>
            onChange(
              {
                date: null,
                dateFrom: picked?.from ? utcDay(picked.from.getTime()) : null,
                dateTo: picked?.to ? utcDay(picked.to.getTime() + DAY) : null,
              },
              false,
            )
          }
          className="calendar"
        />
        <p className="text-muted text-xs">Days are in UTC. The last day is included.</p>
      </div>
    </div>
  );
}

function Preset(props: { name: string; isSelected: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-current={props.isSelected || undefined}
      onClick={props.onClick}
      className="rounded px-2 py-1 text-left hover:bg-sunken aria-[current]:bg-accent-soft"
    >
      {props.name}
    </button>
  );
}

/** The accessible name of a day. It starts with the visible number, so that voice control finds it. */
function dayLabel(day: Date, locale: string): string {
  return `${day.getUTCDate()}, ${formatDate(day.getTime(), locale, "UTC", { dateStyle: "full" })}`;
}

/** Returns the first day of the week, 0 for Sunday. Browsers without week data get Sunday. */
function firstDayOfWeek(locale: string): Weekday {
  const { getWeekInfo } = Intl.Locale.prototype as Partial<WeekInfoLocale>;
  const firstDay = getWeekInfo?.call(new Intl.Locale(locale)).firstDay ?? 7;
  return (firstDay % 7) as Weekday;
}

/** Converts a bound of the range to a date, `shift` milliseconds later. */
function asDate(bound: string | null, shift: number): Date | undefined {
  const instant = bound === null ? null : parseInstant(bound);
  return instant === null ? undefined : new Date(instant + shift);
}
