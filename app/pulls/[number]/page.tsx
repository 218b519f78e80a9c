import type { Metadata } from "next";
import { PageBody } from "../../../components/app/page-body.tsx";
import { PullView } from "../../../components/pulls/pull-view.tsx";
import type { PullRequest } from "../../../lib/contract/api/pull-request.ts";
import { NotFound } from "../../../lib/errors.ts";
import type { AuthorizedServices } from "../../../lib/services.ts";
import { Frame } from "../../_server/frame.tsx";
import { orErrorPage, requirePerson } from "../../_server/page-access.ts";
import { pullNumber } from "../../_server/pull-number.ts";

interface Address {
  params: Promise<{ number: string }>;
  searchParams: Promise<{ page?: string | string[] }>;
}

export async function generateMetadata({ params }: Address): Promise<Metadata> {
  return { title: `Pull request ${(await params).number}` };
}

/** A pull request on the built-in code host. */
export default async function PullPage({ params, searchParams }: Address) {
  const { number } = await params;
  const page = Number((await searchParams).page);
  const opened = await requirePerson();
  const pull = await orErrorPage(read(opened, number, Number.isSafeInteger(page) ? page : 1));
  const jobId = await opened.jobs.findByPlatformId(pull.projectId, pull.jobId);
  return (
    <Frame services={opened} projectId={pull.projectId}>
      <PageBody>
        <PullView pull={pull} jobId={jobId} />
      </PageBody>
    </Frame>
  );
}

async function read(
  { pulls }: AuthorizedServices,
  number: string,
  page: number,
): Promise<PullRequest> {
  const pull = await pulls.get(pullNumber(number), page);
  if (!pull) throw new NotFound("This pull request doesn't exist.");
  return pull;
}
