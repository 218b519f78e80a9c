import type { ReactNode } from "react";
import { SampleNotice } from "../../components/start/sample-notice.tsx";
import { Frame } from "../_server/frame.tsx";
import { openProject } from "../_server/page-access.ts";

export default async function ProjectLayout(props: {
  params: Promise<{ projectId: string }>;
  children: ReactNode;
}) {
  const { projectId } = await props.params;
  const services = await openProject(projectId);
  const hasSample = await services.sample.isPresent(projectId);
  return (
    <Frame
      services={services}
      projectId={projectId}
      notice={hasSample && <SampleNotice projectId={projectId} />}
    >
      {props.children}
    </Frame>
  );
}
