import type { Metadata } from "next";
import { MoreNavigation } from "../../../components/app/more-navigation.tsx";
import { PageBody } from "../../../components/app/page-body.tsx";
import { openProject } from "../../_server/page-access.ts";

export const metadata: Metadata = { title: "More" };

/** The screens that the navigation bar of a narrow screen has no room for. */
export default async function MorePage(props: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await props.params;
  await openProject(projectId);
  return (
    <PageBody>
      <h1 className="page-title">More</h1>
      <MoreNavigation projectId={projectId} />
    </PageBody>
  );
}
