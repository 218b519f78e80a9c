import { QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { ActivityView } from "../../../components/activity/activity-view.tsx";
import { PageBody } from "../../../components/app/page-body.tsx";
import { Preloaded } from "../../../components/app/preloaded.tsx";
import { projectHistory } from "../../../lib/queries/history.ts";
import { preloadedQueries } from "../../../lib/queries/preloaded.ts";
import { openProject } from "../../_server/page-access.ts";
import { queryOf, type SearchParams } from "../../_server/search-params.ts";

export const metadata: Metadata = { title: "Activity" };

/** What people and the platform changed in a project. */
export default async function ActivityPage(props: {
  params: Promise<{ projectId: string }>;
  searchParams: Promise<SearchParams>;
}) {
  const { projectId } = await props.params;
  const person = new URLSearchParams(queryOf(await props.searchParams)).get("person") || null;
  const { feedback } = await openProject(projectId);
  const first = await feedback.history(projectId, { person, before: null });
  const client = new QueryClient();
  client.setQueryData(projectHistory(projectId, person).queryKey, {
    pages: [first],
    pageParams: [null],
  });
  return (
    <Preloaded queries={preloadedQueries(client)}>
      <PageBody>
        <ActivityView projectId={projectId} />
      </PageBody>
    </Preloaded>
  );
}
