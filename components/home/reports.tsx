import type { Theme } from "../../lib/contract/api/themes.ts";
import { serializeInboxAddress, WORK_FILTERS } from "../../lib/filters/feedback-filters.ts";
import { counted } from "../../lib/text/counted.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { usePermission } from "../app/session.tsx";
import { usePersonName } from "../app/use-person-name.ts";
import { DraftButton } from "../draft/draft-button.tsx";
import { IntentLink } from "../ui/intent-link.tsx";
import { ReportName, reportName } from "./report-name.tsx";

/** What readers report, each with its items and a way to draft a job from them. */
export function Reports(props: {
  projectId: string;
  destination: string;
  reports: readonly Theme[];
  /** Whether they are about items that arrived since the last visit. */
  areNew: boolean;
}) {
  const { projectId } = props;
  const canDraft = usePermission("jobs");
  const nameOf = usePersonName();
  return (
    <ul className="divide-y divide-line rounded-md border border-line">
      {props.reports.map((report) => {
        const filters = { similarTo: report.id };
        const address = serializeInboxAddress({ ...filters, status: ["pending"], ...WORK_FILTERS });
        return (
          <li key={report.id} className="flex items-center gap-3 px-3 py-2">
            <div className="min-w-0 flex-1">
              <IntentLink
                href={`/${projectId}/feedback${address}`}
                className="untrusted wrap-anywhere block font-medium underline-offset-2 hover:underline sm:truncate"
              >
                <ReportName report={report} />
              </IntentLink>
              <p className="untrusted truncate text-muted">
                {factsOf(report, props.areNew).join(" · ")}
                {report.owner !== null && ` · ${nameOf(report.owner) ?? ""}`}
              </p>
            </div>
            {canDraft && report.pending > 0 && (
              <div>
                <DraftButton
                  {...{ projectId, filters, destination: props.destination }}
                  of={`${counted(report.pending, "item")}: ${reportName(report)}`}
                />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function factsOf(report: Theme, areNew: boolean): string[] {
  const { pages, pageCount, items, pending, lastWeek } = report;
  const [page = ""] = pages;
  const others = pageCount - 1;
  const where = others === 0 ? "" : ` and ${counted(others, "more page")}`;
  return [
    `${counted(pending, "item")} on ${displayable(page)}${where}`,
    ...(areNew ? [`${items.toLocaleString("en")} new`] : []),
    ...(lastWeek > 0 ? [`${lastWeek.toLocaleString("en")} in the last 7 days`] : []),
  ];
}
