"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import {
  Area,
  Bar,
  BarChart,
  CartesianGrid,
  ComposedChart,
  Legend,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import type { Figure, FigureRow } from "./figure.ts";
import "./charts.css";

/** A `rating` is a share of what readers think; other shares are about the team's work. */
export type ChartKind = "bars" | "rating" | "share" | "time";

const INTERVAL = "95% confidence interval";
const COLORS = ["var(--chart-1)", "var(--chart-2)", "var(--chart-3)", "var(--chart-4)"];
const colorOf = (index: number) => COLORS[index % COLORS.length];

const cellOf = (index: number) => (row: FigureRow) => row.cells[index]?.value ?? null;

/** The chart of a figure. The figure's table says the same to people who can't see it. */
export function Chart({ figure, kind }: { figure: Figure; kind: ChartKind }) {
  const isShare = kind === "share" || kind === "rating";
  const color = kind === "rating" ? "var(--chart-rating)" : "var(--chart-1)";
  const router = useRouter();
  const open = (href: string | undefined) => href !== undefined && router.push(href);
  const { rows, columns } = figure;
  /** Opens the items of the period that was clicked. */
  const onPeriod = ({ activeTooltipIndex: at }: { activeTooltipIndex?: unknown }) =>
    open(at == null ? undefined : rows[Number(at)]?.href);
  const shared = { data: rows, accessibilityLayer: false, margin: { top: 8, right: 8, left: 0 } };
  return (
    <div className="chart h-full" role="img" aria-label={`${figure.title}: ${figure.summary}`}>
      <ResponsiveContainer width="100%" height="100%">
        {kind === "bars" ? (
          <BarChart {...shared}>
            {axes(figure)}
            {columns.map((name, index) => (
              <Bar
                key={name}
                name={name}
                dataKey={cellOf(index)}
                stackId="all"
                fill={colorOf(index)}
                stroke="var(--surface)"
                isAnimationActive={false}
                onClick={(_, at) => open(rows[at]?.cells[index]?.href)}
              />
            ))}
          </BarChart>
        ) : (
          // Where the pointer is must be known before the click that follows, such as by a tap.
          <ComposedChart {...shared} throttledEvents={[]} onClick={onPeriod}>
            {axes(figure, isShare ? "%" : " h")}
            {isShare && (
              <Area
                name={INTERVAL}
                dataKey={({ cells }: FigureRow) =>
                  cells[1]?.value == null ? null : [cells[1].value, cells[2]?.value]
                }
                stroke="none"
                legendType="square"
                fill={`color-mix(in srgb, ${color} 20%, var(--surface))`}
                isAnimationActive={false}
                connectNulls
              />
            )}
            <Line {...lineOf(columns[0], 0)} stroke={color} />
            {kind === "time" && (
              <Line {...lineOf(columns[1], 1)} stroke="var(--chart-2)" strokeDasharray="5 3" />
            )}
          </ComposedChart>
        )}
      </ResponsiveContainer>
    </div>
  );
}

function lineOf(name: string | undefined, index: number) {
  const drawn = { strokeWidth: 2, dot: { r: 2 }, isAnimationActive: false, connectNulls: true };
  return { name, dataKey: cellOf(index), ...drawn };
}

/** @param unit of the numbers beside the chart */
function axes({ columns }: Figure, unit?: string): ReactNode {
  /** Formats a number as the table does. */
  const textOf = (
    _: unknown,
    name: string | number | undefined,
    { payload }: { payload?: FigureRow },
  ) => {
    const cells = payload?.cells ?? [];
    if (name === INTERVAL) return `${cells[1]?.text} – ${cells[2]?.text}`;
    return cells[columns.indexOf(String(name))]?.text;
  };
  return (
    <>
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="name"
        stroke="var(--muted)"
        fontSize={11}
        tickLine={false}
        minTickGap={24}
        interval="preserveStartEnd"
      />
      <YAxis
        stroke="var(--muted)"
        fontSize={11}
        width={44}
        tickLine={false}
        axisLine={false}
        allowDecimals={false}
        unit={unit}
      />
      <Tooltip
        formatter={textOf}
        separator=": "
        // In the order of the legend. The interval isn't a column, and comes first in both.
        itemSorter={({ name }) => columns.indexOf(String(name))}
        isAnimationActive={false}
        cursor={{ fill: "var(--sunken)" }}
        contentStyle={{ background: "var(--surface)", borderColor: "var(--line-strong)" }}
        labelStyle={{ color: "var(--ink)" }}
      />
      <Legend
        iconSize={10}
        itemSorter={null}
        formatter={(name) => <span className="text-ink">{name}</span>}
      />
    </>
  );
}
