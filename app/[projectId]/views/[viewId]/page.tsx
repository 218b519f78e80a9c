import { redirect } from "next/navigation";
import { viewAddress } from "../../../../lib/filters/view-address.ts";
import { openProject, resultOrErrorPage } from "../../../_server/page-access.ts";

/** A saved view's own link leads to the inbox with its filters as they are now. */
export default async function ViewPage(props: {
  params: Promise<{ projectId: string; viewId: string }>;
}) {
  const { projectId, viewId } = await props.params;
  const { views, person } = await openProject(projectId);
  const view = await resultOrErrorPage(views.find(projectId, decodeURIComponent(viewId), person));
  redirect(viewAddress(projectId, view));
}
