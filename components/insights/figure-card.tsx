"use client";

import { useId, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { download } from "../ui/download.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { ROWS_PER_FRAME, useScheduledRows } from "../ui/use-scheduled-rows.ts";
import type { ChartKind } from "./charts.tsx";
import { type Figure, figureCsv, isEmpty } from "./figure.ts";
import { FigureTable } from "./figure-table.tsx";

const LOADING = <p className="text-muted">Loading chart…</p>;

const Chart = lazyPart({
  name: "the chart",
  load: () => import("./charts.tsx").then((module) => module.Chart),
  pending: LOADING,
});

/** A figure as a chart, a table, and a file. Without a kind of chart, there is only the table. */
export function FigureCard(props: { figure: Figure; kind?: ChartKind; isLarge?: boolean }) {
  const { figure, kind, isLarge = false } = props;
  const [isTable, setIsTable] = useState(kind === undefined);
  const id = useId();
  // A table can list zeros; a chart of only zeros would be empty.
  const empty = kind === undefined ? figure.rows.length === 0 : isEmpty(figure);
  return (
    <section
      aria-labelledby={id}
      className={`flex min-w-0 flex-col gap-2 rounded-md border border-line p-3 ${isLarge ? "md:col-span-2" : ""}`}
    >
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 id={id} className="font-semibold">
          {figure.title}
        </h2>
        <p className="tabular-nums">{figure.summary}</p>
      </div>
      <p className="text-muted text-xs">{figure.hint}</p>
      {empty && <p className="py-8 text-center text-muted">{figure.empty}</p>}
      {!empty && kind !== undefined && !isTable && <ChartInTurn {...{ figure, kind, isLarge }} />}
      {!empty && isTable && <FigureTable figure={figure} labelledBy={id} />}
      {!empty && (
        <div className="-ml-2.5 mt-auto flex gap-2">
          {kind !== undefined && (
            <Button variant="quiet" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
              Show as table
            </Button>
          )}
          <Button variant="quiet" onClick={() => download(fileName(figure), figureCsv(figure))}>
            Download CSV
          </Button>
        </div>
      )}
    </section>
  );
}

/** The chart, in a frame of its own, as drawing it takes long. Room for it before its code is loaded and its turn has come. */
function ChartInTurn(props: { figure: Figure; kind: ChartKind; isLarge: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  const { value: isShown } = useScheduledRows(true, ROWS_PER_FRAME, place);
  return (
    <div ref={place} className={props.isLarge ? "h-[300px]" : "h-[220px]"}>
      {isShown ? <Chart figure={props.figure} kind={props.kind} /> : LOADING}
    </div>
  );
}

function fileName({ title }: Figure): string {
  return `${title.toLowerCase().replaceAll(" ", "-")}.csv`;
}
