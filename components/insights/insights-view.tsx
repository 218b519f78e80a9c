"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import type { InsightPeriod, Insights } from "../../lib/contract/api/insights.ts";
import { parseInstant } from "../../lib/contract/platform/dates.ts";
import { loadDates, serializeDates } from "../../lib/filters/dates-address.ts";
import type { DateFilters } from "../../lib/filters/relative-dates.ts";
import { insights } from "../../lib/queries/insights.ts";
import { syncStatus } from "../../lib/queries/sync.ts";
import { counted } from "../../lib/text/counted.ts";
import { formatDate, useLocale } from "../app/time.tsx";
import { usePersonName } from "../app/use-person-name.ts";
import { DateFilter } from "../inbox/filters/date-filter.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { IntentLink } from "../ui/intent-link.tsx";
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
      {data && isEmpty(data) && (
        <NoFigures
          projectId={projectId}
          onShowAll={() => change({ date: null, dateFrom: null, dateTo: null })}
        />
      )}
      {data && !isEmpty(data) && (
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

/** Whether no figure has anything to show. */
function isEmpty({ total, themes, merged, workload }: Insights): boolean {
  const { decision, resolution } = total;
  const work = themes.length + merged.length + workload.length;
  return total.total + decision.items + resolution.items + work === 0;
}

/** Says what will be here; before the first item, also how it gets here. */
function NoFigures({ projectId, onShowAll }: { projectId: string; onShowAll: () => void }) {
  if (useQuery(syncStatus(projectId)).data?.items !== 0) {
    return (
      <EmptyState title="No feedback in this period">
        Charts of your feedback and your team's work will be here.
        <Button onClick={onShowAll} className="mx-auto mt-3">
          Show all dates
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No feedback yet">
      How much feedback arrives, what readers report, and how fast your team responds will be here.
      <IntentLink href={`/${projectId}/start`} className="link mt-3 text-accent">
        Set up Errata
      </IntentLink>
    </EmptyState>
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
