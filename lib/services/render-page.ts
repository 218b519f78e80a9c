import "server-only";
import type { RenderedPage, RenderedPageQuery } from "../contract/api/rendered-page.ts";
import { Conflict, NotFound } from "../errors.ts";
import type { DocsFile, DocsFiles } from "../platform/host/docs-files.ts";
import type { PullRequests } from "../platform/host/pulls.ts";
import { isPage } from "../text/is-page.ts";
import type { SiteServices } from "./site-services.ts";

/**
 * Returns how a page of a job's change renders before and after it.
 * @throws {NotFound} without a pull request @throws {Conflict} if the page isn't what the person saw
 */
export async function renderPage(
  parts: {
    pulls: Pick<PullRequests, "commitsOf">;
    docsFiles: Pick<DocsFiles, "fileAt">;
    site: Pick<SiteServices, "compare">;
  },
  { projectId, platformJobId }: { projectId: string; platformJobId: string },
  { path, oldPath = path, version, head: seen, whole }: RenderedPageQuery,
): Promise<RenderedPage> {
  const { pulls, docsFiles, site } = parts;
  const commits = await pulls.commitsOf(platformJobId, seen);
  if (!commits) throw new NotFound("This job has no pull request.");
  const { from, head, branch } = commits;
  const [before, after] = await Promise.all([
    docsFiles.fileAt(from, oldPath),
    docsFiles.fileAt(head, path),
  ]);
  if (!isPage(path) || version !== versionOf(before, after)) {
    throw new Conflict("This page has changed. Reload to see how it is now.");
  }
  return site.compare(projectId, { before, after, head, branch }, whole === "true");
}

function versionOf(before: DocsFile | null, after: DocsFile | null): string {
  return `${idOf(before, after)}..${idOf(after, before)}`;
}

/** Git names a file that isn't there with zeros. */
function idOf(file: DocsFile | null, other: DocsFile | null): string {
  return file?.id ?? "0".repeat(other?.id.length ?? 0);
}
