import { expect, test } from "vitest";
import { figureCsv } from "../../components/insights/figure.ts";
import { statusFigure, waitFigure } from "../../components/insights/figures.ts";
import { themesFigure } from "../../components/insights/themes-figure.ts";
import { mergedFigure, workloadFigure } from "../../components/insights/work-figures.ts";
import type { InsightSums, Insights } from "../../lib/contract/api/insights.ts";

const share = { part: 0, whole: 0, low: null, high: null };
const sums: InsightSums = {
  total: 3,
  source: { agent: 3 },
  status: { pending: 2, "=cmd": 1 },
  helpful: share,
  actionable: share,
  decision: { items: 2, median: 5_400_000, p90: 90_000_000 },
  resolution: { items: 0, median: null, p90: null },
};
const data: Insights = {
  unit: "day",
  undated: 0,
  total: sums,
  periods: [{ from: "2026-11-20", to: "2026-11-21", ...sums }],
  merged: [
    {
      id: "j1",
      title: "=HYPERLINK(1)",
      mergedAt: 0,
      pages: ["/a"],
      before: 4,
      after: 1,
      daysAfter: 9,
      recurrences: 2,
      recurrenceId: "f9",
    },
  ],
  themes: [
    {
      id: "f1",
      subject: "The \u202elink is broken",
      items: 3,
      pending: 0,
      name: null,
      pages: ["/a"],
      pageCount: 1,
      lastWeek: 2,
      owner: null,
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
    "\ufeffAgent job,Days compared,Before,After,Reported again",
    "'=HYPERLINK(1),9,4,1,2",
    "",
  ]);
  expect(figureCsv(waitFigure(data, context, "decision"))).toBe(
    "\ufeffDay,Median (hours),9 in 10 within (hours),Items\r\n2026-11-20,1.5,25,2\r\n",
  );
  expect(figureCsv(waitFigure(data, context, "resolution"))).toContain("2026-11-20,,,0");
  expect(figureCsv(statusFigure(data, context))).toContain(",Dismissed,'=cmd\r\n");
});

test("numbers lead to their items, if the inbox can show these", () => {
  const [row] = statusFigure(data, context).rows;
  const links = row?.cells.map(({ href }) => href);
  expect(links?.[0]).toBe("/docs/feedback?dateFrom=2026-11-20&dateTo=2026-11-21&status=pending");
  expect(links?.slice(1)).toEqual([undefined, undefined, undefined, undefined]);
});

test("a merge says nothing before a day has passed", () => {
  const summaryOf = (days: number[]) =>
    mergedFigure(
      {
        ...data,
        merged: data.merged.flatMap((job) => days.map((daysAfter) => ({ ...job, daysAfter }))),
      },
      "docs",
    ).summary;
  expect(summaryOf([])).toBe("–");
  expect(summaryOf([0])).toBe("Too early to tell");
  expect(summaryOf([0, 9])).toBe("1 of 1 merges were followed by fewer problems");
});

test("themes lead to their items in the days of the figures", () => {
  const dates = { date: "last-7-days", dateFrom: null, dateTo: null } as const;
  const [row] = themesFigure(data, "docs", dates).rows;
  expect(row?.name).toBe("The link is broken");
  expect(row?.cells.map(({ href }) => href)).toEqual([
    "/docs/feedback?date=last-7-days&similarTo=f1",
    undefined,
    undefined,
  ]);
});

test("times lead to what was decided then, whenever it was written", () => {
  const [decided] = waitFigure(data, context, "decision").rows;
  expect(decided?.href).toBe("/docs/feedback?decidedOn=2026-11-20..2026-11-21");
  const [resolved] = waitFigure(data, context, "resolution").rows;
  expect(resolved?.href).toBeUndefined();
});

test("assigned work is in the order of names, whoever has more", () => {
  const names = new Map([
    ["p1", "Zoe"],
    ["p2", "Ada"],
  ]);
  const { rows, summary } = workloadFigure(data, "docs", (id) => names.get(id));
  expect(rows.map(({ name }) => name)).toEqual(["Ada", "Zoe"]);
  expect(summary).toBe("10 open");
  // As counted: without snoozed items.
  expect(rows[0]?.href).toContain("&snoozed=false");
});
