import { expect, test } from "vitest";
import { figureCsv } from "../../components/insights/figure.ts";
import { paceFigure, statusFigure } from "../../components/insights/figures.ts";
import { mergedFigure, workloadFigure } from "../../components/insights/work-figures.ts";
import type { InsightSums, Insights } from "../../lib/contract/api/insights.ts";

const share = { part: 0, whole: 0, low: null, high: null };
const sums: InsightSums = {
  ...{ total: 3, source: { agent: 3 }, status: { pending: 2, "=cmd": 1 } },
  ...{ helpful: share, actionable: share },
  decision: { items: 2, median: 5_400_000, p90: 90_000_000 },
  resolution: { items: 0, median: null, p90: null },
};
const data: Insights = {
  ...{ unit: "day", undated: 0, total: sums },
  periods: [{ from: "2026-11-20", to: "2026-11-21", ...sums }],
  merged: [
    {
      ...{ id: "j1", title: "=HYPERLINK(1)", mergedAt: 0, pages: ["/a"] },
      ...{ before: 4, after: 1, daysAfter: 9 },
    },
  ],
  workload: [
    { person: "p1", pending: 9, inProgress: 0 },
    { person: "p2", pending: 0, inProgress: 1 },
  ],
};
const context = { projectId: "docs", nameOf: ({ from }: { from: string }) => from };

test("a file has the numbers with their units, and nothing that a spreadsheet runs", () => {
  expect(figureCsv(mergedFigure(data, "docs")).split("\r\n")).toEqual([
    "\ufeffAgent job,Days compared,Before,After",
    "'=HYPERLINK(1),9,4,1",
    "",
  ]);
  expect(figureCsv(paceFigure(data, context, "decision"))).toBe(
    "\ufeffDay,Median (hours),90% within (hours),Items\r\n2026-11-20,1.5,25,2\r\n",
  );
  expect(figureCsv(paceFigure(data, context, "resolution"))).toContain("2026-11-20,,,0");
  expect(figureCsv(statusFigure(data, context))).toContain(",Dismissed,'=cmd\r\n");
});

test("numbers lead to their items, if the inbox can show these", () => {
  const [row] = statusFigure(data, context).rows;
  const links = row?.cells.map(({ href }) => href);
  expect(links?.[0]).toBe("/docs/feedback?dateFrom=2026-11-20&dateTo=2026-11-21&status=pending");
  expect(links?.slice(1)).toEqual([undefined, undefined, undefined, undefined]);
});

test("assigned work is in the order of names, whoever has more", () => {
  const names = new Map([
    ["p1", "Zoe"],
    ["p2", "Ada"],
  ]);
  const { rows, summary } = workloadFigure(data, "docs", (id) => names.get(id));
  expect(rows.map(({ name }) => name)).toEqual(["Ada", "Zoe"]);
  expect(summary).toBe("10 open");
});
