import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { PageBody } from "../../../components/app/page-body.tsx";
import { JobList } from "../../../components/jobs/job-list.tsx";
import { jobList } from "../../../lib/queries/jobs.ts";
import { openProject } from "../../open-project.ts";

export const metadata: Metadata = { title: "Agent jobs" };

export default async function JobsPage({ params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  const { jobs } = await openProject(projectId);
  const client = new QueryClient();
  const first = await jobs.list(projectId, { limit: 50 });
  client.setQueryData(jobList(projectId).queryKey, { pages: [first], pageParams: [null] });
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PageBody>
        <h1 className="font-semibold text-base">Agent jobs</h1>
        <JobList projectId={projectId} />
      </PageBody>
    </HydrationBoundary>
  );
}
