import { redirect } from "next/navigation";
import { openProject } from "../_server/page-access.ts";

export default async function ProjectHome({ params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  await openProject(projectId);
  redirect(`/${projectId}/feedback?status=pending`);
}
