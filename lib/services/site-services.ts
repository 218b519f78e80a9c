import "server-only";
import { NotFound } from "../errors.ts";
import type { EmbeddedPlatform } from "../platform/platform.ts";
import { respond } from "../site/respond.ts";
import { openSite, type Site } from "../site/site.ts";

/** The documentation as a site, rendered from the base branch of its repository. */
export interface SiteServices {
  /** Whether everyone may read it: the sample's is no secret. */
  isPublic: boolean;
  /**
   * Returns a page or an image of the site.
   * @param path decoded segments of the address
   * @param known the request's `If-None-Match`
   * @throws {NotFound} for an unknown project, and with a hosted platform
   * @throws {AppError} if the repository can't be read
   */
  open(projectId: string, path: readonly string[], known: string | null): Promise<Response>;
}

export function siteServices(platform: EmbeddedPlatform | null): SiteServices {
  const sites = new Map<string, Site>();
  if (!platform) {
    return {
      isPublic: true,
      open: async () => {
        throw new NotFound(
          "There is no documentation site, because the hosted platform has the repository.",
        );
      },
    };
  }
  const { docsFiles, collectKeys, projects } = platform;
  return {
    isPublic: docsFiles.isSample,
    open: async (projectId, path, known) => {
      const project = (await projects()).find(({ id }) => id === projectId);
      if (!project) throw new NotFound("This project doesn't exist or was deleted.");
      const base = `/site/${encodeURIComponent(projectId)}`;
      const site = sites.get(projectId) ?? openSite(docsFiles, base);
      sites.set(projectId, site);
      const frame = {
        base,
        projectId,
        projectName: project.name,
        collectKey: await collectKeys.forOwnSite(projectId),
        isSample: docsFiles.isSample,
      };
      return respond(await site.open(`/${path.join("/")}`), frame, known);
    },
  };
}
