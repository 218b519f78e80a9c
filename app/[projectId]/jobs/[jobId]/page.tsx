import type { Metadata } from "next";
import { cache } from "react";
import { PageBody } from "../../../../components/app/page-body.tsx";
import { Preloaded } from "../../../../components/app/preloaded.tsx";
import { Desk } from "../../../../components/jobs/desk/desk.tsx";
import { openProject, resultOrErrorPage } from "../../../_server/page-access.ts";
import { preloadedJob } from "../../../_server/preload-job.ts";
import { pageNumber } from "../../../_server/pull-number.ts";

interface Address {
  params: Promise<{ projectId: string; jobId: string }>;
  searchParams: Promise<{ page?: string | string[]; held?: string | string[] }>;
}

/** Read once for the title and the page. */
const openJob = cache(async (projectId: string, jobId: string) => {
  const services = await openProject(projectId);
  const job = await resultOrErrorPage(services.jobs.get(projectId, jobId));
  return { job, services };
});

export async function generateMetadata({ params }: Address): Promise<Metadata> {
  const { projectId, jobId } = await params;
  const { job } = await openJob(projectId, jobId);
  // The title has only the job's pages: the rest of it quotes readers.
  return { title: job.title.replace(/: .*$/s, "") };
}

export default async function JobPage(props: Address) {
  const { projectId, jobId } = await props.params;
  const { job, services } = await openJob(projectId, jobId);
  const { page, held } = await props.searchParams;
  const pages = { page: pageNumber(page), heldPage: pageNumber(held) };
  return (
    <Preloaded queries={await preloadedJob(services, job, pages)}>
      <PageBody isWide>
        <Desk projectId={projectId} jobId={jobId} isBuiltIn={services.isBuiltIn} {...pages} />
      </PageBody>
    </Preloaded>
  );
}
