import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { Inbox } from "../../../components/inbox/inbox.tsx";
import { isAppError } from "../../../lib/errors.ts";
import { loadInboxAddress } from "../../../lib/filters/feedback-filters.ts";
import { resolveDates } from "../../../lib/filters/relative-dates.ts";
import {
  FIRST_PAGE,
  feedbackDetail,
  feedbackFacets,
  feedbackPages,
  ROWS_AT_FIRST,
} from "../../../lib/queries/feedback.ts";
import type { AuthorizedServices } from "../../../lib/services.ts";
import { openProject } from "../../_server/page-access.ts";

export const metadata: Metadata = { title: "Inbox" };

/** The inbox with its first rows, numbers and open entry in the server's HTML. */
export default async function FeedbackPage(props: {
  params: Promise<{ projectId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { projectId } = await props.params;
  const { open, ...filters } = await loadInboxAddress(props.searchParams);
  const { feedback, destination } = await openProject(projectId);
  const resolved = resolveDates(filters, Date.now());
  const client = new QueryClient();
  const [rows, facets, entry] = await Promise.all([
    feedback.page(projectId, resolved, { limit: ROWS_AT_FIRST, cursor: null }),
    feedback.facets(projectId, resolved),
    open === null ? null : detailOrNone(feedback, projectId, open),
  ]);
  client.setQueryData(feedbackPages(projectId, filters).queryKey, {
    pages: [rows],
    pageParams: [FIRST_PAGE],
  });
  client.setQueryData(feedbackFacets(projectId, filters).queryKey, facets);
  if (entry) client.setQueryData(feedbackDetail(projectId, entry.id).queryKey, entry);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Inbox projectId={projectId} destination={destination} />
    </HydrationBoundary>
  );
}

/** An address may name an entry that is not here; the panel says so, the list stays. */
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
