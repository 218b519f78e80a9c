import type { Insights } from "../../lib/contract/api/insights.ts";
import {
  type FeedbackFilters,
  serializeInboxAddress,
  WORK_FILTERS,
} from "../../lib/filters/feedback-filters.ts";
import type { DateFilters } from "../../lib/filters/relative-dates.ts";
import { reportName } from "../home/report-name.tsx";
import { countCell, type Figure } from "./figure.ts";

/**
 * What most readers report in similar words.
 * @param dates the days that are counted, which the links keep
 */
export function themesFigure({ themes }: Insights, projectId: string, dates: DateFilters): Figure {
  const [first] = themes;
  return {
    title: "What readers report",
    hint: "Groups of similar items with the most feedback in this period. Noise and praise aren't included.",
    summary: first ? `The largest has ${first.items.toLocaleString("en")} items` : "–",
    empty: "No similar items in this period",
    rowName: "Report",
    columns: ["Items", "Pending", "Last 7 days"],
    rows: themes.map((theme) => {
      const { id, items, pending, lastWeek } = theme;
      const link = (more: Partial<FeedbackFilters>) =>
        `/${projectId}/feedback${serializeInboxAddress({ ...dates, similarTo: id, ...more })}`;
      return {
        id,
        name: reportName(theme),
        href: link({}),
        cells: [
          countCell(items, link({})),
          countCell(pending, link({ status: ["pending"], ...WORK_FILTERS })),
          countCell(lastWeek),
        ],
      };
    }),
  };
}
