import { notFound, redirect } from "next/navigation";
import { viewAddress } from "../../../../lib/filters/view-address.ts";
import { openProject } from "../../../_server/page-access.ts";

/** A saved view's own link leads to the inbox with its filters as they are now. */
export default async function ViewPage(props: {
  params: Promise<{ projectId: string; viewId: string }>;
}) {
  const { projectId, viewId } = await props.params;
  const { views, person } = await openProject(projectId);
  const stored = await views.stored(projectId, person);
  const view = stored.views.find(({ id }) => id === decodeURIComponent(viewId));
  if (!view) notFound();
  redirect(viewAddress(projectId, view));
}
