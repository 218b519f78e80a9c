"use client";

import { DayPicker } from "react-day-picker";
import "react-day-picker/style.css";
import { parseInstant } from "../../../lib/contract/platform/dates.ts";
import { DAY } from "../../../lib/contract/platform/vocabulary.ts";
import { type DateRange, lastDays, utcDay } from "./date-range.ts";

const PRESETS = [
  { name: "Today", days: 1 },
  { name: "Last 7 days", days: 7 },
  { name: "Last 30 days", days: 30 },
  { name: "Last 90 days", days: 90 },
] as const;

/** Presets beside a calendar. The last day that is picked is included. */
export function DateChoices(props: {
  range: DateRange;
  onChoose: (range: DateRange, done: boolean) => void;
}) {
  const { range, onChoose } = props;
  const from = asDate(range.dateFrom, 0);
  const to = asDate(range.dateTo, -1);
  return (
    <div className="flex max-sm:flex-col">
      <div className="flex flex-col border-line p-1 max-sm:border-b sm:w-32 sm:border-r">
        {PRESETS.map(({ name, days }) => (
          <Preset
            key={name}
            name={name}
            onClick={() => onChoose(lastDays(days, Date.now()), true)}
          />
        ))}
        <Preset name="Any date" onClick={() => onChoose({ dateFrom: null, dateTo: null }, true)} />
      </div>
      <div className="p-2">
        <DayPicker
          mode="range"
          timeZone="UTC"
          weekStartsOn={1}
          resetOnSelect
          disabled={{ after: new Date() }}
          labels={{ labelDayButton: dayLabel }}
          defaultMonth={to ?? from}
          selected={{ from, to }}
          onSelect={(picked) =>
            onChoose(
              {
                dateFrom: picked?.from ? utcDay(picked.from.getTime()) : null,
                dateTo: picked?.to ? utcDay(picked.to.getTime() + DAY) : null,
              },
              false,
            )
          }
          className="calendar"
        />
        <p className="text-muted text-xs">Days are UTC. The last day is included.</p>
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

const DAY_NAME = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", dateStyle: "full" });

/** The day in full, after the number that is seen, so that saying what one sees finds it. */
function dayLabel(day: Date): string {
  return `${day.getUTCDate()}, ${DAY_NAME.format(day)}`;
}

/** The day of a bound, `shift` milliseconds from it. */
function asDate(bound: string | null, shift: number): Date | undefined {
  const instant = bound === null ? null : parseInstant(bound);
  return instant === null ? undefined : new Date(instant + shift);
}
