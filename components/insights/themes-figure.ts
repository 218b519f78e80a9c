import type { Insights } from "../../lib/contract/api/insights.ts";
import { type FeedbackFilters, serializeInboxAddress } from "../../lib/filters/feedback-filters.ts";
import type { DateFilters } from "../../lib/filters/relative-dates.ts";
import { displayable } from "../../lib/text/displayable.ts";
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
    columns: ["Items", "Pending"],
    rows: themes.map(({ id, subject, items, pending }) => {
      const link = (more: Partial<FeedbackFilters>) =>
        `/${projectId}/feedback${serializeInboxAddress({ ...dates, similarTo: id, ...more })}`;
      return {
        id,
        name: displayable(subject),
        href: link({}),
        cells: [
          countCell(items, link({})),
          countCell(pending, link({ status: ["pending"], noise: false })),
        ],
      };
    }),
  };
}
