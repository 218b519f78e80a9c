import "server-only";
import type { PullChanges } from "../contract/api/pull-request.ts";
import type { DocsServices } from "./docs-services.ts";
import { previewAddress } from "./site-services.ts";

/** Returns where changed files are shown as they would be published; empty if the repository can't say. */
export async function previewsOf(
  docs: Pick<DocsServices, "mapAt">,
  projectId: string,
  { head, branch, files }: PullChanges,
): Promise<Record<string, string>> {
  const snapshot = await docs.mapAt(projectId, head).catch(() => null);
  const entries = files.flatMap(({ path, status }) => {
    const address = status === "deleted" ? null : (snapshot?.map.addressOf(path) ?? null);
    return address === null ? [] : [[path, previewAddress(projectId, address, branch)] as const];
  });
  return Object.fromEntries(entries);
}
