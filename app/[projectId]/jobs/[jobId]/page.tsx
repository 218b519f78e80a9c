import { QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { cache } from "react";
import { PageBody } from "../../../../components/app/page-body.tsx";
import { Preloaded } from "../../../../components/app/preloaded.tsx";
import { JobView } from "../../../../components/jobs/job-view.tsx";
import { jobDetail } from "../../../../lib/queries/jobs.ts";
import { preloadedQueries } from "../../../../lib/queries/preloaded.ts";
import { openProject, orErrorPage } from "../../../_server/page-access.ts";

interface Address {
  params: Promise<{ projectId: string; jobId: string }>;
}

/** Read once for the title and the page. */
const openJob = cache(async (projectId: string, jobId: string) => {
  const { jobs, isBuiltIn } = await openProject(projectId);
  const job = await orErrorPage(jobs.get(projectId, jobId));
  return { job, isBuiltIn };
});

export async function generateMetadata({ params }: Address): Promise<Metadata> {
  const { projectId, jobId } = await params;
  const { job } = await openJob(projectId, jobId);
  return { title: job.title };
}

export default async function JobPage(props: Address) {
  const { projectId, jobId } = await props.params;
  const { job, isBuiltIn } = await openJob(projectId, jobId);
  const client = new QueryClient();
  client.setQueryData(jobDetail(projectId, jobId).queryKey, { job });
  return (
    <Preloaded queries={preloadedQueries(client)}>
      <PageBody>
        <JobView projectId={projectId} jobId={jobId} isBuiltIn={isBuiltIn} />
      </PageBody>
    </Preloaded>
  );
}
