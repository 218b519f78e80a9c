import "server-only";
import { NotFound } from "../errors.ts";
import type { EmbeddedPlatform } from "../platform/platform.ts";
import type { PassageHints } from "../site/find-passage.ts";
import { encodePath } from "../site/links.ts";
import { respond } from "../site/respond.ts";
import { createSite, type FoundPage, type MissingPage, type Site } from "../site/site.ts";
import type { DocsServices } from "./docs-services.ts";
import { withTimeout } from "./in-time.ts";

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
  /** Whether there is a repository. With a hosted platform there is none. */
  hasRepository: boolean;
  /**
   * Finds what a reader sent about a page. See `Site`.
   * @param address as the reader sent it
   * @returns null without a repository
   * @throws {AppError} `unavailable` if the repository can't be read, or not soon
   */
  find(
    projectId: string,
    address: string,
    hints: PassageHints,
  ): Promise<LinkedPage | MissingPage | null>;
}

/** A page with its addresses: at the code host, and on the preview. */
interface LinkedPage extends FoundPage {
  url: string | null;
  preview: string;
}

/** Milliseconds for which a passage may take. The first clone of a repository can take minutes. */
const MAX_WAIT_MS = 10_000;

/**
 * @param docs decides which file an address leads to
 * @param patience milliseconds for which a passage may take
 */
export function siteServices(
  platform: Pick<EmbeddedPlatform, "docsFiles" | "collectKeys" | "projects"> | null,
  docs: Pick<DocsServices, "mapOf">,
  patience = MAX_WAIT_MS,
): SiteServices {
  const sites = new Map<string, Site>();
  if (!platform) {
    return {
      isPublic: true,
      hasRepository: false,
      find: async () => null,
      open: async () => {
        throw new NotFound(
          "This project doesn't have a documentation site because the hosted platform manages the repository.",
        );
      },
    };
  }
  const { docsFiles, collectKeys, projects } = platform;
  const baseOf = (projectId: string) => `/site/${encodeURIComponent(projectId)}`;
  const siteOf = (projectId: string) => {
    const source = {
      newest: () => docs.mapOf(projectId),
      read: docsFiles.read,
      urlOf: (file: string) => docsFiles.address(file, 1),
    };
    const site = sites.get(projectId) ?? createSite(source, baseOf(projectId));
    sites.set(projectId, site);
    return site;
  };
  return {
    isPublic: docsFiles.isSample,
    hasRepository: true,
    find: async (projectId, address, hints) => {
      const found = await withTimeout(siteOf(projectId).find(address, hints), patience);
      if (found.file === null) return found;
      const preview = `${baseOf(projectId)}${encodePath(found.address)}`;
      return { ...found, preview, url: await docsFiles.address(found.file, found.line ?? 1) };
    },
    open: async (projectId, path, known) => {
      const project = (await projects()).find(({ id }) => id === projectId);
      if (!project) throw new NotFound("This project doesn't exist or was deleted.");
      const frame = {
        base: baseOf(projectId),
        projectId,
        projectName: project.name,
        collectKey: await collectKeys.forOwnSite(projectId),
        isSample: docsFiles.isSample,
      };
      return respond(await siteOf(projectId).open(`/${path.join("/")}`), frame, known);
    },
  };
}
