import "server-only";
import type { RenderedPage } from "../contract/api/rendered-page.ts";
import { NotFound } from "../errors.ts";
import type { EmbeddedPlatform } from "../platform/platform.ts";
import type { ComparedFiles } from "../site/compare-files.ts";
import type { PassageHints } from "../site/find-passage.ts";
import { encodePath } from "../site/links.ts";
import { branchQuery } from "../site/page-html.ts";
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
   * @param branch of a pull request, to see its pages; null for the published ones
   * @throws {NotFound} for an unknown project or branch, and with a hosted platform
   * @throws {AppError} if the repository can't be read
   */
  open(
    projectId: string,
    path: readonly string[],
    known: string | null,
    branch: string | null,
  ): Promise<Response>;
  /**
   * Returns how a page renders before and after a pull request.
   * @throws {NotFound} without a repository @throws {AppError} if it can't be read
   */
  compare(projectId: string, change: ChangedPage, isWhole: boolean): Promise<RenderedPage>;
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

/** A page before and after a pull request's change, with its last commit. */
export interface ChangedPage extends Omit<ComparedFiles, "query"> {
  head: string;
  branch: string;
}

/** Milliseconds for which a passage may take. The first clone of a repository can take minutes. */
const MAX_WAIT_MS = 10_000;

/**
 * @param docs decides which file an address leads to
 * @param patience milliseconds for which a passage may take
 */
export function siteServices(
  platform: Pick<EmbeddedPlatform, "docsFiles" | "collectKeys" | "projects" | "pulls"> | null,
  docs: Pick<DocsServices, "mapOf" | "mapAt">,
  patience = MAX_WAIT_MS,
): SiteServices {
  const sites = new Map<string, Site>();
  if (!platform) return WITHOUT_REPOSITORY;
  const { docsFiles, collectKeys, projects, pulls } = platform;
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
      const preview = previewAddress(projectId, found.address, null);
      return { ...found, preview, url: await docsFiles.address(found.file, found.line ?? 1) };
    },
    compare: async (projectId, { head, branch, ...files }, isWhole) => {
      const snapshot = await docs.mapAt(projectId, head);
      const query = branchQuery(branch);
      return siteOf(projectId).compare({ ...files, snapshot, query }, isWhole);
    },
    open: async (projectId, path, known, branch) => {
      const project = (await projects()).find(({ id }) => id === projectId);
      if (!project) throw new NotFound("This project doesn't exist or was deleted.");
      const frame = {
        base: baseOf(projectId),
        projectId,
        projectName: project.name,
        // Readers see what is published.
        collectKey: branch === null ? await collectKeys.forOwnSite(projectId) : null,
        isSample: docsFiles.isSample,
        branch,
      };
      const address = `/${path.join("/")}`;
      if (branch === null) return respond(await siteOf(projectId).open(address), frame, known);
      const head = await pulls.headOf(projectId, branch);
      if (head === null) throw new NotFound("This branch has no pull request in this project.");
      const at = { snapshot: await docs.mapAt(projectId, head), query: branchQuery(branch) };
      return respond(await siteOf(projectId).open(address, at), frame, known);
    },
  };
}

/** Returns the address of a page on the site. @param branch of a pull request; null for the published page */
export function previewAddress(projectId: string, address: string, branch: string | null): string {
  return `${baseOf(projectId)}${encodePath(address)}${branchQuery(branch)}`;
}

const baseOf = (projectId: string) => `/site/${encodeURIComponent(projectId)}`;

/** With a hosted platform. */
const WITHOUT_REPOSITORY: SiteServices = {
  isPublic: true,
  hasRepository: false,
  find: async () => null,
  compare: noSite,
  open: noSite,
};

async function noSite(): Promise<never> {
  throw new NotFound(
    "This project doesn't have a documentation site because the hosted platform manages the repository.",
  );
}
