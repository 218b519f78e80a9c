import type { InsightPeriod, Insights, Share, WaitTime } from "../../lib/contract/api/insights.ts";
import { SOURCES, STATUSES } from "../../lib/contract/platform/vocabulary.ts";
import { formatDaySpan } from "../../lib/filters/day-span.ts";
import { NO_FILTERS, serializeInboxAddress } from "../../lib/filters/feedback-filters.ts";
import { counted } from "../../lib/text/counted.ts";
import { formatDuration } from "../app/format-duration.ts";
import { sourceName } from "../feedback/source-label.tsx";
import { statusName } from "../feedback/status-label.tsx";
import { countCell, type Figure, type FigureCell } from "./figure.ts";

/** Context for building figures. */
export interface FigureContext {
  projectId: string;
  /** Names the days of a period. */
  nameOf: (period: InsightPeriod) => string;
}

const HOUR = 3_600_000;
const UNIT_NAMES = { day: "Day", week: "Week", month: "Month" } as const;

type Filters = Parameters<typeof serializeInboxAddress>[0];

/** Counts per period, by the values that occur. */
function countsFigure(
  { unit, periods, total }: Insights,
  { projectId, nameOf }: FigureContext,
  of: {
    part: "source" | "status";
    known: readonly string[];
    nameOfValue: (value: string) => string;
  },
): Pick<Figure, "rowName" | "columns" | "rows"> {
  const { part, known, nameOfValue } = of;
  const others = Object.keys(total[part]).filter((value) => !known.includes(value));
  const values = [...known, ...others.sort()];
  return {
    rowName: UNIT_NAMES[unit],
    columns: values.map(nameOfValue),
    rows: periods.map((period) => ({
      id: period.from,
      name: nameOf(period),
      href: inboxLink(projectId, period, {}),
      cells: values.map((value) => {
        // The inbox can't filter by values that the interface doesn't define.
        const isLinked = known.includes(value);
        const href = isLinked ? inboxLink(projectId, period, { [part]: [value] }) : undefined;
        return countCell(period[part][value] ?? 0, href);
      }),
    })),
  };
}

/** Items per period by source. */
export function sourceFigure(data: Insights, context: FigureContext): Figure {
  const { total } = data.total;
  return {
    title: "Feedback by source",
    hint: "Items by the day they were submitted",
    summary: counted(total, "item"),
    empty: "No feedback in this period",
    ...countsFigure(data, context, { part: "source", known: SOURCES, nameOfValue: sourceName }),
  };
}

/** Items per period by the status that they have now. */
export function statusFigure(data: Insights, context: FigureContext): Figure {
  const { pending = 0 } = data.total.status;
  return {
    title: "Feedback by status",
    hint: "Items by the day they were submitted, with the status they have now",
    summary: `${pending.toLocaleString("en")} still pending`,
    empty: "No feedback in this period",
    ...countsFigure(data, context, { part: "status", known: STATUSES, nameOfValue: statusName }),
  };
}

/** The share of helpful votes per period. */
export function helpfulFigure(data: Insights, context: FigureContext): Figure {
  return {
    title: "Helpful votes",
    hint: "Share of votes that were helpful. The band is the 95% confidence interval, which is wider with fewer votes.",
    summary: shareText(data.total.helpful),
    empty: "No votes in this period",
    ...sharesFigure(data, context, {
      of: ({ helpful }) => helpful,
      share: "Helpful",
      columns: ["Helpful votes", "Votes"],
      filters: { part: { helpful: true }, whole: { rated: true } },
    }),
  };
}

/** The share of decided items that led to work. */
export function actionableFigure(data: Insights, context: FigureContext): Figure {
  return {
    title: "Actionable feedback",
    hint: "Share of triaged items that are in progress or resolved. The band is the 95% confidence interval.",
    summary: shareText(data.total.actionable),
    empty: "No triaged items in this period",
    ...sharesFigure(data, context, {
      of: ({ actionable }) => actionable,
      share: "Actionable",
      columns: ["Actionable items", "Triaged items"],
      filters: {
        part: { status: ["in_progress", "resolved"] },
        whole: { status: ["in_progress", "resolved", "dismissed"] },
      },
    }),
  };
}

function sharesFigure(
  { unit, periods }: Insights,
  { projectId, nameOf }: FigureContext,
  figure: {
    of: (period: InsightPeriod) => Share;
    /** Names the share. */
    share: string;
    columns: [string, string];
    /** Returns the links to the items that `part` and `whole` count. */
    filters: { part: Filters; whole: Filters };
  },
): Pick<Figure, "rowName" | "columns" | "units" | "rows"> {
  const { of, columns, filters } = figure;
  return {
    rowName: UNIT_NAMES[unit],
    columns: [figure.share, "At least", "At most", ...columns],
    units: ["%", "%", "%"],
    rows: periods.map((period) => {
      const { part, whole, low, high } = of(period);
      const link = (to: Filters) => inboxLink(projectId, period, to);
      return {
        id: period.from,
        name: nameOf(period),
        href: whole > 0 ? link(filters.part) : undefined,
        cells: [
          percent(whole === 0 ? null : part / whole),
          percent(low),
          percent(high),
          countCell(part, link(filters.part)),
          countCell(whole, link(filters.whole)),
        ],
      };
    }),
  };
}

/** How long items waited for their first decision, or to be resolved. */
export function waitFigure(
  { unit, periods, total }: Insights,
  { projectId, nameOf }: FigureContext,
  measure: "decision" | "resolution",
): Figure {
  const isDecision = measure === "decision";
  return {
    title: isDecision ? "Time to first decision" : "Time to resolution",
    hint: isDecision
      ? "From an item's arrival to its first status change, by the day of the change"
      : "From an item's arrival until it was resolved, by the day it was resolved",
    summary: waitText(total[measure]),
    empty: isDecision ? "No decisions in this period" : "No items resolved in this period",
    rowName: UNIT_NAMES[unit],
    columns: ["Median", "9 in 10 within", "Items"],
    units: ["hours", "hours"],
    rows: periods.map((period) => {
      const { median, p90, items } = period[measure];
      const days = formatDaySpan(period);
      const address = serializeInboxAddress(
        isDecision ? { decidedOn: days } : { resolvedOn: days },
      );
      const href = items > 0 ? `/${projectId}/feedback${address}` : undefined;
      return {
        id: period.from,
        name: nameOf(period),
        href,
        cells: [duration(median), duration(p90), countCell(items, href)],
      };
    }),
  };
}

/** Returns the inbox with items of a period. */
function inboxLink(
  projectId: string,
  { from: dateFrom, to: dateTo }: InsightPeriod,
  filters: Filters,
): string {
  const { sort: _, ...none } = NO_FILTERS;
  return `/${projectId}/feedback${serializeInboxAddress({ ...none, ...filters, dateFrom, dateTo })}`;
}

function percent(share: number | null): FigureCell {
  if (share === null) return { value: null, text: "–" };
  return { value: Math.round(share * 1_000) / 10, text: `${Math.round(share * 100)}%` };
}

function duration(milliseconds: number | null): FigureCell {
  if (milliseconds === null) return { value: null, text: "–" };
  const hours = Math.round((milliseconds / HOUR) * 100) / 100;
  return { value: hours, text: formatDuration(milliseconds) };
}

function shareText({ part, whole, low, high }: Share): string {
  if (low === null || high === null) return "–";
  const rounded = [part / whole, low, high].map((share) => Math.round(share * 100));
  return `${rounded[0]}% (${rounded[1]}–${rounded[2]}%)`;
}

function waitText({ median, p90 }: WaitTime): string {
  if (median === null || p90 === null) return "–";
  return `${formatDuration(median)} (median), 9 in 10 within ${formatDuration(p90)}`;
}
