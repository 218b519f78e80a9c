"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import type { InsightPeriod, Insights } from "../../lib/contract/api/insights.ts";
import { parseInstant } from "../../lib/contract/platform/dates.ts";
import { loadDates, serializeDates } from "../../lib/filters/dates-address.ts";
import type { DateFilters } from "../../lib/filters/relative-dates.ts";
import { insights } from "../../lib/queries/insights.ts";
import { counted } from "../../lib/text/counted.ts";
import { formatDate, useLocale } from "../app/time.tsx";
import { usePersonName } from "../app/use-person-name.ts";
import { DateFilter } from "../inbox/filters/date-filter.tsx";
import { LoadError } from "../ui/load-error.tsx";
import { FigureCard } from "./figure-card.tsx";
import {
  actionableFigure,
  type FigureContext,
  helpfulFigure,
  sourceFigure,
  statusFigure,
  waitFigure,
} from "./figures.ts";
import { themesFigure } from "./themes-figure.ts";
import { Tiles } from "./tiles.tsx";
import { mergedFigure, workloadFigure } from "./work-figures.ts";

/**
 * How feedback and the team's work develop. The URL holds the dates.
 * @param props.spending what agents cost, in a sentence; empty if that isn't known
 */
export function InsightsView({ projectId, spending }: { projectId: string; spending: string }) {
  const params = useSearchParams();
  const dates = useMemo(() => loadDates(params), [params]);
  const { data, error, isPlaceholderData, refetch } = useQuery(insights(projectId, dates));
  const change = (next: DateFilters) =>
    window.history.pushState(null, "", `${location.pathname}${serializeDates(next)}`);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="mr-2 page-title">Insights</h1>
        <DateFilter dates={dates} onChange={change} />
        <p className="text-muted">
          {["Days are in UTC", undatedText(data?.undated ?? 0), spending]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
      <LoadError
        error={error}
        outdated={data ? "The charts" : null}
        onRetry={() => void refetch()}
      />
      {!data && !error && <p className="text-muted">Loading insights…</p>}
      {data && (
        <div
          aria-busy={isPlaceholderData}
          data-testid="insights"
          className={`grid gap-4 md:grid-cols-2 ${isPlaceholderData ? "opacity-60" : ""}`}
        >
          <Figures projectId={projectId} data={data} dates={dates} />
        </div>
      )}
    </>
  );
}

function Figures(props: { projectId: string; data: Insights; dates: DateFilters }) {
  const { projectId, data, dates } = props;
  const locale = useLocale();
  const personName = usePersonName();
  const context: FigureContext = {
    projectId,
    nameOf: ({ from }: InsightPeriod) => {
      const year = data.unit === "day" ? {} : { year: "numeric" as const };
      const day = data.unit === "month" ? {} : { day: "numeric" as const };
      return formatDate(parseInstant(from) ?? 0, locale, "UTC", {
        ...day,
        month: "short",
        ...year,
      });
    },
  };
  return (
    <>
      <Tiles projectId={projectId} data={data} dates={dates} />
      <FigureCard figure={sourceFigure(data, context)} kind="bars" isLarge />
      <FigureCard figure={themesFigure(data, projectId, dates)} isLarge />
      <FigureCard figure={helpfulFigure(data, context)} kind="rating" />
      <FigureCard figure={statusFigure(data, context)} kind="bars" />
      <FigureCard figure={actionableFigure(data, context)} kind="share" />
      <FigureCard figure={waitFigure(data, context, "decision")} kind="time" />
      <FigureCard figure={waitFigure(data, context, "resolution")} kind="time" />
      <FigureCard figure={mergedFigure(data, projectId)} />
      <FigureCard figure={workloadFigure(data, projectId, personName)} />
    </>
  );
}

function undatedText(count: number): string | null {
  if (count === 0) return null;
  return `${counted(count, "item without a date isn't", "items without a date aren't")} included`;
}
