import { QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { PageBody } from "../../../components/app/page-body.tsx";
import { Preloaded } from "../../../components/app/preloaded.tsx";
import { InsightsView } from "../../../components/insights/insights-view.tsx";
import { spendingText } from "../../../components/jobs/usage-text.ts";
import { loadDates } from "../../../lib/filters/dates-address.ts";
import { NO_FILTERS } from "../../../lib/filters/feedback-filters.ts";
import { resolveDates } from "../../../lib/filters/relative-dates.ts";
import { insights } from "../../../lib/queries/insights.ts";
import { preloadedQueries } from "../../../lib/queries/preloaded.ts";
import { openProject } from "../../_server/page-access.ts";
import { queryOf, type SearchParams } from "../../_server/search-params.ts";

export const metadata: Metadata = { title: "Insights" };

/** How feedback and the team's work develop. The server's HTML includes the figures. */
export default async function InsightsPage(props: {
  params: Promise<{ projectId: string }>;
  searchParams: Promise<SearchParams>;
}) {
  const { projectId } = await props.params;
  const dates = loadDates(queryOf(await props.searchParams));
  const { feedback, jobs } = await openProject(projectId);
  const now = Date.now();
  const [found, spending] = await Promise.all([
    feedback.insights(projectId, resolveDates({ ...NO_FILTERS, ...dates }, now), now),
    jobs.spending(projectId),
  ]);
  const client = new QueryClient();
  client.setQueryData(insights(projectId, dates).queryKey, found);
  return (
    <Preloaded queries={preloadedQueries(client)}>
      <PageBody>
        <InsightsView projectId={projectId} spending={spendingText(spending)} />
      </PageBody>
    </Preloaded>
  );
}
