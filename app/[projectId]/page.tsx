import { redirect } from "next/navigation";
import { openProject } from "../_server/open-project.ts";

export default async function ProjectHome({ params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  await openProject(projectId);
  redirect(`/${projectId}/feedback?status=pending`);
}
