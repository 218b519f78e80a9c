"use client";

import { useQuery } from "@tanstack/react-query";
import type { InsightSums, Insights, Share, WaitTime } from "../../lib/contract/api/insights.ts";
import { parseInstant } from "../../lib/contract/platform/dates.ts";
import { type DateFilters, utcDay } from "../../lib/filters/relative-dates.ts";
import { insights } from "../../lib/queries/insights.ts";
import { counted } from "../../lib/text/counted.ts";
import { formatDuration } from "../app/format-duration.ts";

/** The change since the period before, and whether it is certainly better or worse. */
interface Difference {
  text: string;
  tone: "better" | "worse" | null;
}

interface Tile {
  name: string;
  value: string;
  /** The total of a share, or how certain the value is. */
  detail: string;
  difference: Difference | null;
}

/** The most important numbers, compared with the same number of days before. */
export function Tiles(props: { projectId: string; data: Insights; dates: DateFilters }) {
  const { date, dateFrom } = props.dates;
  const before = useBefore(props.projectId, props.data, props.dates);
  return (
    <dl className="grid grid-cols-2 gap-4 md:col-span-2 lg:grid-cols-4">
      {tilesOf(props.data.total, before?.total ?? null).map(
        ({ name, value, detail, difference }) => (
          <div key={name} className="@container flex flex-col rounded-md border border-line p-3">
            <dt className="text-muted">{name}</dt>
            <dd className="whitespace-nowrap font-semibold text-xl tabular-nums leading-9 @min-[10rem]:text-[1.75rem]">
              {value}
            </dd>
            <dd className="text-muted text-xs tabular-nums">{detail}</dd>
            {(date ?? dateFrom) !== null && (
              <dd
                // Arrives late, and has two lines on a phone.
                className={`mt-auto min-h-4 max-sm:min-h-8 text-xs tabular-nums ${TONES[difference?.tone ?? "none"]}`}
              >
                {difference?.text}
              </dd>
            )}
          </div>
        ),
      )}
    </dl>
  );
}

const TONES = { better: "text-good", worse: "text-bad", none: "text-muted" };

/** Loads as many days before those that are shown; nothing without a first day. */
function useBefore(
  projectId: string,
  { periods }: Insights,
  { date, dateFrom }: DateFilters,
): Insights | undefined {
  const first = parseInstant(periods[0]?.from ?? "");
  const end = parseInstant(periods.at(-1)?.to ?? "");
  const isBounded = (date ?? dateFrom) !== null && first !== null && end !== null;
  const range = isBounded ? { dateFrom: utcDay(2 * first - end), dateTo: utcDay(first) } : null;
  const { data, isPlaceholderData } = useQuery({
    ...insights(projectId, { date: null, dateFrom: null, dateTo: null, ...range }),
    enabled: isBounded,
  });
  return isBounded && !isPlaceholderData ? data : undefined;
}

function tilesOf(now: InsightSums, before: InsightSums | null): Tile[] {
  const pending = now.status.pending ?? 0;
  return [
    {
      name: "Feedback",
      value: now.total.toLocaleString("en"),
      detail: now.total === 1 ? "item" : "items",
      difference: before && countDifference(now.total, before.total),
    },
    {
      name: "Still pending",
      value: pending.toLocaleString("en"),
      detail: now.total === 0 ? "" : `${Math.round((100 * pending) / now.total)}% of the feedback`,
      difference: null,
    },
    {
      name: "Helpful votes",
      value: percentOf(now.helpful),
      detail: intervalOf(now.helpful),
      difference: before && shareDifference(now.helpful, before.helpful),
    },
    {
      name: "Time to first decision",
      value: now.decision.median === null ? "–" : formatDuration(now.decision.median),
      detail: waitDetail(now.decision),
      difference:
        before?.decision.median == null || now.decision.median === null
          ? null
          : { text: `${formatDuration(before.decision.median)} before`, tone: null },
    },
  ];
}

function percentOf({ part, whole }: Share): string {
  return whole === 0 ? "–" : `${Math.round((100 * part) / whole)}%`;
}

function intervalOf({ low, high, whole }: Share): string {
  if (low === null || high === null) return "No votes";
  const [from, to] = [low, high].map((share) => Math.round(share * 100));
  return `${from}–${to}%, of ${whole.toLocaleString("en")} votes`;
}

/** With fewer items, the 90th percentile says no more than the median. */
const ENOUGH_ITEMS = 10;

function waitDetail({ items, p90 }: WaitTime): string {
  if (p90 === null) return "No decisions yet";
  if (items < ENOUGH_ITEMS) return `of ${counted(items, "item")}`;
  return `9 in 10 within ${formatDuration(p90)}`;
}

function countDifference(now: number, before: number): Difference | null {
  if (before === 0) return null;
  const change = Math.round((100 * (now - before)) / before);
  return { text: `${signed(change)}% from ${before.toLocaleString("en")} before`, tone: null };
}

/** Better or worse only if the intervals don't overlap: with few votes, a share changes by chance. */
function shareDifference(now: Share, before: Share): Difference | null {
  if (now.whole === 0 || before.whole === 0) return null;
  const points = Math.round(100 * (now.part / now.whole - before.part / before.whole));
  const isBetter = (now.low ?? 0) > (before.high ?? 1);
  const isWorse = (now.high ?? 1) < (before.low ?? 0);
  return {
    text: `${signed(points)} points from ${percentOf(before)} before`,
    tone: isBetter ? "better" : isWorse ? "worse" : null,
  };
}

function signed(number: number): string {
  return `${number > 0 ? "+" : number < 0 ? "−" : "±"}${Math.abs(number).toLocaleString("en")}`;
}
