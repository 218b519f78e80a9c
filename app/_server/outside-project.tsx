import type { ReactNode } from "react";
import { PageBody } from "../../components/app/page-body.tsx";
import type { AuthorizedServices } from "../../lib/services.ts";
import { Frame } from "./frame.tsx";

/** A page that belongs to no project, in the frame of the first. */
export async function OutsideProject(props: { services: AuthorizedServices; children: ReactNode }) {
  const [first] = await props.services.projects();
  if (!first) return <PageBody>No project is configured. Set PLATFORM_PROJECTS.</PageBody>;
  return (
    <Frame services={props.services} projectId={first.id}>
      {props.children}
    </Frame>
  );
}
