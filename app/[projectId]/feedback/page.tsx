import { QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { Preloaded } from "../../../components/app/preloaded.tsx";
import { Inbox } from "../../../components/inbox/inbox.tsx";
import { SampleBanner } from "../../../components/start/sample-banner.tsx";
import { isAppError } from "../../../lib/errors.ts";
import {
  isFiltered,
  loadInboxAddress,
  resolveFilters,
} from "../../../lib/filters/feedback-filters.ts";
import {
  FIRST_PAGE,
  feedbackDetail,
  feedbackFacets,
  feedbackPages,
  ROWS_IN_HTML,
} from "../../../lib/queries/feedback.ts";
import { preloadedQueries } from "../../../lib/queries/preloaded.ts";
import { teammates } from "../../../lib/queries/teammates.ts";
import type { AuthorizedServices } from "../../../lib/services.ts";
import { openProject } from "../../_server/page-access.ts";
import { queryOf, type SearchParams } from "../../_server/search-params.ts";

export const metadata: Metadata = { title: "Inbox" };

/** The inbox. The server's HTML includes its first rows, its counts, and the open item. */
export default async function FeedbackPage(props: {
  params: Promise<{ projectId: string }>;
  searchParams: Promise<SearchParams>;
}) {
  const { projectId } = await props.params;
  const { open, ...filters } = loadInboxAddress(queryOf(await props.searchParams));
  const { feedback, destination, sample, person, people, hasSignIn } = await openProject(projectId);
  const resolved = resolveFilters(filters, person.id, Date.now());
  const client = new QueryClient();
  const [rows, facets, item, hasSample, names] = await Promise.all([
    feedback.page(projectId, resolved, { limit: ROWS_IN_HTML, cursor: null }),
    // The layout sends the counts without filters.
    isFiltered(filters) ? feedback.facets(projectId, resolved) : null,
    open === null ? null : detailOrNone(feedback, projectId, open),
    sample.isPresent(projectId),
    hasSignIn ? people.teammates() : null,
  ]);
  client.setQueryData(feedbackPages(projectId, filters).queryKey, {
    pages: [rows],
    pageParams: [FIRST_PAGE],
  });
  if (facets) client.setQueryData(feedbackFacets(projectId, filters).queryKey, facets);
  if (item) client.setQueryData(feedbackDetail(projectId, item.id).queryKey, item);
  if (names) client.setQueryData(teammates.queryKey, { teammates: names });
  return (
    <Preloaded queries={preloadedQueries(client)}>
      {hasSample && <SampleBanner projectId={projectId} />}
      <Inbox projectId={projectId} destination={destination} />
    </Preloaded>
  );
}

/** Returns null if the item in the URL doesn't exist. The panel reports it, and the list still shows. */
async function detailOrNone(
  feedback: AuthorizedServices["feedback"],
  projectId: string,
  id: string,
) {
  try {
    return await feedback.detail(projectId, id);
  } catch (error) {
    if (isAppError(error) && error.code === "not_found") return null;
    throw error;
  }
}
