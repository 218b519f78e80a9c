"use client";

import { DayPicker } from "react-day-picker";
import "react-day-picker/style.css";
import { parseInstant } from "../../../lib/contract/platform/dates.ts";
import { DAY } from "../../../lib/contract/platform/vocabulary.ts";
import { formatDate, useLocale } from "../../app/time.tsx";
import { type DateRange, lastDays, utcDay } from "./date-range.ts";

type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** Not in TypeScript's library yet. Days are 1 for Monday to 7 for Sunday. */
interface WeekInfoLocale {
  getWeekInfo: (this: Intl.Locale) => { firstDay: number };
}

const PRESETS = [
  { name: "Today", days: 1 },
  { name: "Last 7 days", days: 7 },
  { name: "Last 30 days", days: 30 },
  { name: "Last 90 days", days: 90 },
] as const;

/** Presets next to a calendar. The last selected day is included. */
export function DateChoices(props: {
  range: DateRange;
  onChange: (range: DateRange, done: boolean) => void;
}) {
  const { range, onChange } = props;
  const locale = useLocale();
  const from = asDate(range.dateFrom, 0);
  const to = asDate(range.dateTo, -1);
  return (
    <div className="flex max-sm:flex-col">
      <div className="flex flex-col border-line p-1 max-sm:border-b sm:w-32 sm:border-r">
        {PRESETS.map(({ name, days }) => (
          <Preset
            key={name}
            name={name}
            onClick={() => onChange(lastDays(days, Date.now()), true)}
          />
        ))}
        <Preset name="Any date" onClick={() => onChange({ dateFrom: null, dateTo: null }, true)} />
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

function Preset({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <button type="button" onClick={onClick} className="rounded px-2 py-1 text-left hover:bg-sunken">
      {name}
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
