import type { Insights, MergedJob } from "../../lib/contract/api/insights.ts";
import { NO_FILTERS, serializeInboxAddress } from "../../lib/filters/feedback-filters.ts";
import { openItemsOf } from "../../lib/filters/open-items.ts";
import { countCell, type Figure } from "./figure.ts";

/** Complaints about the pages of merged jobs, before and after. */
export function mergedFigure({ merged }: Insights, projectId: string): Figure {
  const compared = merged.filter(({ daysAfter }) => daysAfter > 0);
  const better = compared.filter(({ before, after }) => after < before).length;
  return {
    title: "Before and after merges",
    hint:
      "Problems reported on the pages of the 10 most recently merged jobs, up to 28 days before and after each merge. " +
      "“Reported again” counts later items that are similar to those of the job.",
    summary:
      merged.length === 0
        ? "–"
        : compared.length === 0
          ? "Too early to tell"
          : `${better} of ${compared.length} merges were followed by fewer problems`,
    empty: "No merged pull requests in this period",
    rowName: "Agent job",
    columns: ["Days compared", "Before", "After", "Reported again"],
    rows: merged.map((job) => ({
      id: job.id,
      name: job.title,
      href: `/${projectId}/jobs/${job.id}`,
      cells: [
        countCell(job.daysAfter),
        countCell(job.before, pageLink(projectId, job)),
        countCell(job.after, pageLink(projectId, job)),
        countCell(job.recurrences, recurrenceLink(projectId, job)),
      ],
    })),
  };
}

/** Open items by the person they are assigned to, by name: it is about the work, not about speed. */
export function workloadFigure(
  { workload }: Insights,
  projectId: string,
  personName: (id: string) => string | undefined,
): Figure {
  const total = workload.reduce((sum, { pending, inProgress }) => sum + pending + inProgress, 0);
  const rows = workload.map(({ person, pending, inProgress }) => {
    const link = (status: ("pending" | "in_progress")[]) => {
      const filters = serializeInboxAddress({
        ...openItemsOf(person),
        status,
        snoozed: false,
      });
      return `/${projectId}/feedback${filters}`;
    };
    return {
      id: person,
      name: personName(person) ?? "…",
      href: link(["pending", "in_progress"]),
      cells: [countCell(pending, link(["pending"])), countCell(inProgress, link(["in_progress"]))],
    };
  });
  return {
    title: "Assigned work",
    hint: "Open items by the person they're assigned to now, without snoozed ones. The date filter doesn't apply.",
    summary: `${total.toLocaleString("en")} open`,
    empty: "No open items are assigned",
    rowName: "Person",
    columns: ["Pending", "In progress"],
    rows: rows.toSorted((one, other) => one.name.localeCompare(other.name)),
  };
}

/** The inbox can show one group. */
function recurrenceLink(projectId: string, { recurrenceId }: MergedJob): string | undefined {
  if (recurrenceId === null) return undefined;
  return `/${projectId}/feedback${serializeInboxAddress({ similarTo: recurrenceId })}`;
}

/** The inbox can show one page. */
function pageLink(projectId: string, { pages }: MergedJob): string | undefined {
  const [path] = pages;
  if (path === undefined || pages.length > 1) return undefined;
  return `/${projectId}/feedback${serializeInboxAddress({ ...NO_FILTERS, path })}`;
}
