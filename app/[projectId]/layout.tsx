import type { ReactNode } from "react";
import { Frame } from "../_server/frame.tsx";
import { openProject } from "../_server/page-access.ts";

export default async function ProjectLayout(props: {
  params: Promise<{ projectId: string }>;
  children: ReactNode;
}) {
  const { projectId } = await props.params;
  return (
    <Frame services={await openProject(projectId)} projectId={projectId}>
      {props.children}
    </Frame>
  );
}
