import "server-only";
import { setTimeout } from "node:timers/promises";
import { AppError, NotFound } from "../errors.ts";
import type { EmbeddedPlatform } from "../platform/platform.ts";
import type { PassageHints } from "../site/find-passage.ts";
import { encodePath } from "../site/links.ts";
import { respond } from "../site/respond.ts";
import { type FoundPage, openSite, type Site } from "../site/site.ts";

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
   * @param paths where the page may be on the site, the likeliest first
   * @returns null without a repository, and if it has no such page
   * @throws {AppError} `unavailable` if the repository can't be read, or not soon
   */
  find(
    projectId: string,
    paths: readonly string[],
    hints: PassageHints,
  ): Promise<LinkedPage | null>;
}

/** A page with its addresses: at the code host, and on the preview. */
interface LinkedPage extends FoundPage {
  url: string | null;
  preview: string;
}

/** Milliseconds for which a passage may take. The first clone of a repository can take minutes. */
const PATIENCE = 10_000;

/** @param patience milliseconds for which a passage may take */
export function siteServices(
  platform: Pick<EmbeddedPlatform, "docsFiles" | "collectKeys" | "projects"> | null,
  patience = PATIENCE,
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
    const site = sites.get(projectId) ?? openSite(docsFiles, baseOf(projectId));
    sites.set(projectId, site);
    return site;
  };
  return {
    isPublic: docsFiles.isSample,
    hasRepository: true,
    find: async (projectId, paths, hints) => {
      const found = await inTime(siteOf(projectId).find(paths, hints), patience);
      if (!found) return null;
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

/** @throws {AppError} `unavailable` if `work` takes longer than so many milliseconds */
async function inTime<Result>(work: Promise<Result>, milliseconds: number): Promise<Result> {
  const timer = new AbortController();
  const late = setTimeout(milliseconds, null, { signal: timer.signal, ref: false }).then(() => {
    throw new AppError(
      "unavailable",
      "The documentation repository is taking too long to respond. Try again in a minute.",
    );
  });
  return Promise.race([work, late]).finally(() => timer.abort());
}
