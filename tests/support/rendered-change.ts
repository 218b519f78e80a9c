import type { RenderedPageQuery } from "../../lib/contract/api/rendered-page.ts";
import { createLog } from "../../lib/log.ts";
import { createDocsFiles } from "../../lib/platform/host/docs-files.ts";
import { createDocsMaps } from "../../lib/services/docs-maps.ts";
import { renderPage } from "../../lib/services/render-page.ts";
import { siteServices } from "../../lib/services/site-services.ts";
import { NO_RULES } from "./find-files.ts";
import type { Bench } from "./workshop.ts";

/** Opens what the review desk renders pages of a job with. */
export function openRendering({ host: { repository, pulls } }: Bench) {
  const clock = { now: () => Date.now() };
  const log = createLog("silent", () => []);
  const docsFiles = createDocsFiles({ repository, location: null, clock, log });
  const maps = createDocsMaps(docsFiles);
  const docs = {
    mapOf: () => maps.newest(NO_RULES),
    mapAt: (_projectId: string, commit: string) => maps.at(commit, NO_RULES),
  };
  const project = { id: "docs", name: "Docs" };
  const platform = {
    docsFiles,
    pulls,
    projects: async () => [project],
    collectKeys: { forOwnSite: async () => null } as never,
  };
  const site = siteServices(platform, docs);
  /** What a person's browser asks for, who sees a changed page. */
  const seen = async (jobId: string, path: string): Promise<RenderedPageQuery> => {
    const { files = [], head = "" } = (await pulls.ofJob(jobId, 1))?.changes ?? {};
    const file = files.find((each) => each.path === path);
    if (!file) throw new Error(`${path} isn't changed`);
    return { path, oldPath: file.oldPath, version: file.version, head };
  };
  const render = (platformJobId: string, query: RenderedPageQuery) =>
    renderPage({ pulls, docsFiles, site }, { projectId: "docs", platformJobId }, query);
  return { pulls, site, seen, render };
}
