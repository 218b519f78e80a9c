import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { PageBody } from "../../../../components/app/page-body.tsx";
import { JobView } from "../../../../components/jobs/job-view.tsx";
import { jobDetail } from "../../../../lib/queries/jobs.ts";
import { openProject, orNotFound } from "../../../open-project.ts";

export const metadata: Metadata = { title: "Agent job" };

export default async function JobPage(props: {
  params: Promise<{ projectId: string; jobId: string }>;
}) {
  const { projectId, jobId } = await props.params;
  const { jobs, platform } = await openProject(projectId);
  const client = new QueryClient();
  const job = await orNotFound(jobs.get(projectId, jobId));
  client.setQueryData(jobDetail(projectId, jobId).queryKey, { job });
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PageBody>
        <JobView projectId={projectId} jobId={jobId} canArchive={platform !== null} />
      </PageBody>
    </HydrationBoundary>
  );
}
