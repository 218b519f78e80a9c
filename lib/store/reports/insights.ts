import "server-only";
import type { InsightPeriod, Insights } from "../../contract/api/insights.ts";
import { parseInstant } from "../../contract/platform/dates.ts";
import { DAY } from "../../contract/platform/vocabulary.ts";
import type { ResolvedFilters } from "../../filters/feedback-filters.ts";
import { countedDays } from "../counts/counted-days.ts";
import { UNDATED_DAY } from "../counts/rollup.ts";
import type { StoreDatabase } from "../schema/schema.ts";
import { dayName } from "./activity.ts";
import { assignedWork } from "./assigned-work.ts";
import { InsightTally } from "./insight-tally.ts";
import { mergedJobs } from "./merged-jobs.ts";
import {
  type DayRange,
  type Days,
  daysOf,
  type PeriodUnit,
  periodStart,
  periodStarts,
  unitFor,
} from "./periods.ts";
import { waitBucketsByDay } from "./wait-buckets.ts";

/** Empty months are left out of ranges with more months than these. */
const MAX_PERIODS = 400;

/**
 * Returns how feedback and the team's work developed in a range of days. Reads roll-ups only.
 * @param filters only the dates count
 * @param now epoch milliseconds
 */
export async function feedbackInsights(
  database: StoreDatabase,
  projectId: string,
  filters: ResolvedFilters,
  now: number,
): Promise<Omit<Insights, "themes">> {
  const range = rangeOf(filters);
  const [days, waits, merged, workload] = await Promise.all([
    countedDays(database, projectId, filters),
    waitBucketsByDay(database.read, projectId, range),
    mergedJobs(database, projectId, range, now),
    assignedWork(database, projectId),
  ]);
  const span = spanOf(range, [...days, ...waits]);
  const unit = unitFor(span);
  const tallies = new Map<number, InsightTally>();
  const tallyOf = (day: number) => {
    const start = periodStart(day, unit);
    const tally = tallies.get(start) ?? new InsightTally();
    tallies.set(start, tally);
    return tally;
  };
  let undated = 0;
  for (const { day, counts } of days) {
    for (const { group, entries } of counts) {
      if (day === UNDATED_DAY) undated += entries;
      else tallyOf(day).addItems(group, entries);
    }
  }
  for (const { day, waited } of waits) for (const wait of waited) tallyOf(day).addWait(wait);
  const total = new InsightTally();
  for (const tally of tallies.values()) total.add(tally);
  const periods = allPeriods(span, unit, tallies);
  return {
    unit,
    periods,
    total: total.sums(),
    undated,
    merged,
    workload,
  };
}

/** Returns the days to show: those of the range, or else from the first to the last with anything. */
function spanOf({ from, to }: DayRange, counted: readonly { day: number }[]): Days {
  const known = counted.map(({ day }) => day).filter((day) => day !== UNDATED_DAY);
  // Without anything, there are no periods.
  if (known.length === 0) return { from: 0, to: 0 };
  // Not as arguments: hostile dates make more days than a call can have.
  const first = known.reduce((one, other) => Math.min(one, other));
  const last = known.reduce((one, other) => Math.max(one, other));
  return { from: from ?? first, to: to ?? last + 1 };
}

function allPeriods(
  span: Days,
  unit: PeriodUnit,
  tallies: ReadonlyMap<number, InsightTally>,
): InsightPeriod[] {
  const isLong = span.to - span.from > MAX_PERIODS * 31;
  const starts = isLong ? [...tallies.keys()].sort((a, b) => a - b) : periodStarts(span, unit);
  const empty = new InsightTally();
  return starts.map((start) => {
    const { from, to } = daysOf(start, unit, span);
    return { from: dayName(from), to: dayName(to), ...(tallies.get(start) ?? empty).sums() };
  });
}

/** Returns the days that the dates touch. */
export function rangeOf({ dateFrom, dateTo }: ResolvedFilters): DayRange {
  const from = dateFrom === null ? null : parseInstant(dateFrom);
  const to = dateTo === null ? null : parseInstant(dateTo);
  return {
    from: from === null ? null : Math.floor(from / DAY),
    to: to === null ? null : Math.ceil(to / DAY),
  };
}
