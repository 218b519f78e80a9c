import { QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { layoutWords, VIEW_LAYOUT, widthProperties } from "../../../components/app/list-layout.ts";
import { Preloaded } from "../../../components/app/preloaded.tsx";
import { IgnoredFilters } from "../../../components/inbox/ignored-filters.tsx";
import { Inbox } from "../../../components/inbox/inbox.tsx";
import { may } from "../../../lib/contract/api/permissions.ts";
import type { ListLayout } from "../../../lib/contract/api/views.ts";
import { isAppError } from "../../../lib/errors.ts";
import {
  loadInboxAddress,
  parseFilters,
  resolveFilters,
} from "../../../lib/filters/feedback-filters.ts";
import { viewNamed } from "../../../lib/filters/view-address.ts";
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

/** The most ignored parts of an address that the notice lists, and the most characters of each. */
const MAX_PARTS = 5;
const MAX_PART = 60;

export const metadata: Metadata = { title: "Inbox" };

/** The inbox. The server's HTML includes its first rows, its counts, and the open item. */
export default async function FeedbackPage(props: {
  params: Promise<{ projectId: string }>;
  searchParams: Promise<SearchParams>;
}) {
  const { projectId } = await props.params;
  const query = queryOf(await props.searchParams);
  const { open, view, ...filters } = loadInboxAddress(query);
  const services = await openProject(projectId);
  const { feedback, drafts, destination, person, people, hasSignIn } = services;
  const resolved = resolveFilters(filters, person.id, Date.now());
  const client = new QueryClient();
  const [rows, facets, item, names, layout, unfinished] = await Promise.all([
    feedback.page(projectId, resolved, { limit: ROWS_IN_HTML, cursor: null, voteLines: true }),
    feedback.facets(projectId, resolved),
    open === null ? null : detailOrNone(feedback, projectId, open),
    hasSignIn ? people.teammates() : null,
    view === null ? null : layoutOfView(services, projectId, view),
    may(person.role, "jobs") ? drafts.list(projectId, person.id) : [],
  ]);
  client.setQueryData(feedbackPages(projectId, filters).queryKey, {
    pages: [rows],
    pageParams: [FIRST_PAGE],
  });
  client.setQueryData(feedbackFacets(projectId, filters).queryKey, facets);
  if (item) client.setQueryData(feedbackDetail(projectId, item.id).queryKey, item);
  if (names) client.setQueryData(teammates.queryKey, { teammates: names });
  return (
    <Preloaded queries={preloadedQueries(client)}>
      {layout && <ViewLayout layout={layout} />}
      <Ignored query={query} />
      <Inbox projectId={projectId} destination={destination} hasDrafts={unfinished.length > 0} />
    </Preloaded>
  );
}

/** Names the parts of a typed or pasted address that can't be read. */
function Ignored({ query }: { query: URLSearchParams }) {
  const { invalid } = parseFilters(query, ["open", "view"]);
  if (invalid.length === 0) return null;
  const parts = invalid.map((name) => `${name}=${query.get(name)}`.slice(0, MAX_PART));
  return <IgnoredFilters parts={parts.slice(0, MAX_PARTS)} query={query.toString()} />;
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

async function layoutOfView(
  { views, person }: AuthorizedServices,
  projectId: string,
  name: string,
): Promise<ListLayout | null> {
  const stored = await views.stored(projectId, person);
  return viewNamed(stored.views, name)?.layout ?? null;
}

/** Applies the open view's layout before the rows are drawn. Within the app, the list of views does it. */
async function ViewLayout({ layout }: { layout: ListLayout }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  const values = [layoutWords(layout), VIEW_LAYOUT, Object.entries(widthProperties(layout))];
  const script = `(([words,name,widths])=>{const e=document.documentElement;e.dataset.list=words;e.setAttribute(name,"");for(const [n,w] of widths)e.style.setProperty(n,w)})(${JSON.stringify(values)})`;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the words of a layout are ours.
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />;
}
