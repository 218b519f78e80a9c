import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { PageBody } from "../../../components/app/page-body.tsx";
import { PullView } from "../../../components/jobs/changes/pull-view.tsx";
import type { ShownPull } from "../../../lib/contract/api/pull-request.ts";
import { NotFound } from "../../../lib/errors.ts";
import type { AuthorizedServices } from "../../../lib/services.ts";
import { Frame } from "../../_server/frame.tsx";
import { requirePerson, resultOrErrorPage } from "../../_server/page-access.ts";
import { pageNumber, pullNumber } from "../../_server/pull-number.ts";

interface Address {
  params: Promise<{ number: string }>;
  searchParams: Promise<{ page?: string | string[] }>;
}

export async function generateMetadata({ params }: Address): Promise<Metadata> {
  return { title: `Pull request ${(await params).number}` };
}

/** A pull request on the built-in code host. One that a job made is reviewed with the job. */
export default async function PullPage({ params, searchParams }: Address) {
  const { number } = await params;
  const page = pageNumber((await searchParams).page);
  const opened = await requirePerson();
  const pull = await resultOrErrorPage(read(opened, number, page));
  const jobId = await opened.jobs.findByPlatformId(pull.projectId, pull.jobId);
  if (jobId !== null)
    redirect(`/${pull.projectId}/jobs/${jobId}${page > 1 ? `?page=${page}` : ""}`);
  return (
    <Frame services={opened} projectId={pull.projectId}>
      <PageBody>
        <PullView pull={pull} />
      </PageBody>
    </Frame>
  );
}

async function read(
  { pulls }: AuthorizedServices,
  number: string,
  page: number,
): Promise<ShownPull> {
  const pull = await pulls.get(pullNumber(number), page);
  if (!pull) throw new NotFound("This pull request doesn't exist.");
  return pull;
}
