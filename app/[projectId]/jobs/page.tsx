import { QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { PageBody } from "../../../components/app/page-body.tsx";
import { Preloaded } from "../../../components/app/preloaded.tsx";
import { JobList } from "../../../components/jobs/list/job-list.tsx";
import { spendingText } from "../../../components/jobs/usage-text.ts";
import { LIST_LIMIT } from "../../../lib/contract/api/list-limits.ts";
import { PULL_STATES } from "../../../lib/contract/api/pull-states.ts";
import { jobCounts } from "../../../lib/queries/job-counts.ts";
import { includesArchived, type JobListFilter, jobList } from "../../../lib/queries/jobs.ts";
import { preloadedQueries } from "../../../lib/queries/preloaded.ts";
import { openProject } from "../../_server/page-access.ts";

export const metadata: Metadata = { title: "Agent jobs" };

export default async function JobsPage(props: {
  params: Promise<{ projectId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { projectId } = await props.params;
  const filter = filterOf(await props.searchParams);
  const { jobs, person, isBuiltIn } = await openProject(projectId);
  const client = new QueryClient();
  const [first, counts, spending] = await Promise.all([
    jobs.list(projectId, {
      states: filter.status?.split(",") ?? null,
      withArchived: includesArchived(filter),
      page: filter.page ?? null,
      person: filter.person ?? null,
      batch: filter.batch ?? null,
      ...(filter.batch && { limit: LIST_LIMIT.maximum }),
      needsAttention: filter.needs === "me",
      pull: filter.pull ?? null,
    }),
    jobs.counts(projectId, person.id),
    jobs.spending(projectId),
  ]);
  client.setQueryData(jobList(projectId, filter).queryKey, { pages: [first], pageParams: [null] });
  client.setQueryData(jobCounts(projectId).queryKey, counts);
  return (
    <Preloaded queries={preloadedQueries(client)}>
      <PageBody isWide>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h1 className="page-title">Agent jobs</h1>
          <p className="text-muted tabular-nums">{spendingText(spending)}</p>
        </div>
        <JobList projectId={projectId} filter={filter} isBuiltIn={isBuiltIn} />
      </PageBody>
    </Preloaded>
  );
}

/** Parses the filter of a typed or pasted address. Ignores what it doesn't know. */
function filterOf(query: Record<string, string | string[] | undefined>): JobListFilter {
  const { status, page, person, batch, needs, pull } = query;
  const pullState = PULL_STATES.find((each) => each === pull);
  const states = typeof status === "string" ? status.split(",").filter(Boolean).slice(0, 20) : [];
  return {
    ...(states.length > 0 ? { status: states.join(",") } : {}),
    ...(typeof page === "string" && page !== "" ? { page } : {}),
    ...(typeof person === "string" && person !== "" ? { person } : {}),
    ...(typeof batch === "string" && batch !== "" ? { batch } : {}),
    ...(needs === "me" ? { needs } : {}),
    ...(pullState ? { pull: pullState } : {}),
  };
}
