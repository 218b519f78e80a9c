import type { ReactNode } from "react";
import { PageBody } from "../../components/app/page-body.tsx";
import type { AuthorizedServices } from "../../lib/services.ts";
import { Frame } from "./frame.tsx";

/** Layout of pages that belong to no project, such as settings. Shows the first project's navigation. */
export async function AccountLayout(props: { services: AuthorizedServices; children: ReactNode }) {
  const [first] = await props.services.projects();
  if (!first)
    return <PageBody>No projects yet. Set PLATFORM_PROJECTS and restart Errata.</PageBody>;
  return (
    <Frame services={props.services} projectId={first.id}>
      {props.children}
    </Frame>
  );
}
