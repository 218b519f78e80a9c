import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { PageBody } from "../../../../components/app/page-body.tsx";
import { JobView } from "../../../../components/jobs/job-view.tsx";
import { jobDetail } from "../../../../lib/queries/jobs.ts";
import { openProject, orNotFound } from "../../../open-project.ts";

interface Address {
  params: Promise<{ projectId: string; jobId: string }>;
}

export async function generateMetadata({ params }: Address): Promise<Metadata> {
  const { projectId, jobId } = await params;
  const { jobs } = await openProject(projectId);
  return { title: (await orNotFound(jobs.get(projectId, jobId))).title };
}

export default async function JobPage(props: Address) {
  const { projectId, jobId } = await props.params;
  const { jobs, isEmbedded } = await openProject(projectId);
  const client = new QueryClient();
  const job = await orNotFound(jobs.get(projectId, jobId));
  client.setQueryData(jobDetail(projectId, jobId).queryKey, { job });
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PageBody>
        <JobView projectId={projectId} jobId={jobId} isEmbedded={isEmbedded} />
      </PageBody>
    </HydrationBoundary>
  );
}
