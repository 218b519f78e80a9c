import { redirect } from "next/navigation";
import { openProject } from "../_server/page-access.ts";
import { startAddress } from "../_server/start-address.ts";

export default async function ProjectHome({ params }: { params: Promise<{ projectId: string }> }) {
  const { projectId } = await params;
  redirect(await startAddress(await openProject(projectId), projectId));
}
