import { QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { PageBody } from "../../../components/app/page-body.tsx";
import { Preloaded } from "../../../components/app/preloaded.tsx";
import { PagesView } from "../../../components/pages/pages-view.tsx";
import { NO_FILTERS } from "../../../lib/filters/feedback-filters.ts";
import { loadPagesAddress } from "../../../lib/filters/pages-address.ts";
import { resolveDates } from "../../../lib/filters/relative-dates.ts";
import { documentationPages, PAGES_AT_ONCE } from "../../../lib/queries/documentation-pages.ts";
import { preloadedQueries } from "../../../lib/queries/preloaded.ts";
import { openProject } from "../../_server/page-access.ts";
import { queryOf, type SearchParams } from "../../_server/search-params.ts";

export const metadata: Metadata = { title: "Pages" };

/** The documentation pages by how much feedback they get. The server's HTML includes the first ones. */
export default async function DocumentationPages(props: {
  params: Promise<{ projectId: string }>;
  searchParams: Promise<SearchParams>;
}) {
  const { projectId } = await props.params;
  const address = loadPagesAddress(queryOf(await props.searchParams));
  const { feedback, destination, isBuiltIn } = await openProject(projectId);
  const client = new QueryClient();
  const { sort, find, file, ...dates } = address;
  // The browser asks for pages by their file: the repository may not answer soon.
  if (file === null) {
    const now = Date.now();
    const first = await feedback.pages(projectId, resolveDates({ ...NO_FILTERS, ...dates }, now), {
      sort,
      find,
      limit: PAGES_AT_ONCE,
      cursor: null,
      trendUntil: now,
    });
    client.setQueryData(documentationPages(projectId, address).queryKey, {
      pages: [first],
      pageParams: [null],
    });
  }
  return (
    <Preloaded queries={preloadedQueries(client)}>
      <PageBody>
        <PagesView projectId={projectId} destination={destination} hasRepository={isBuiltIn} />
      </PageBody>
    </Preloaded>
  );
}
