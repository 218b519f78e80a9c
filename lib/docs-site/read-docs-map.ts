import "server-only";
import { basePathOf } from "./base-path.ts";
import { hostOf } from "./config/values.ts";
import type { DocsMap, DocsSource, ResolverOptions } from "./docs-map.ts";
import { findSites, isExample } from "./find-sites.ts";
import { hostRedirects } from "./host-redirects.ts";
import { createPageIndex } from "./page-index.ts";
import { pagesOf } from "./page-list.ts";
import { createRedirects } from "./redirects.ts";
import { resolveAddress } from "./resolve.ts";
import { createTree, parentOf } from "./tree.ts";

/**
 * Reads which addresses of a repository lead to which files, at one commit. Configuration files are read as data and
 * never run. The amount of reading is bounded, and long work yields to the event loop.
 * @throws what the source's `read` throws
 */
export async function readDocsMap(source: DocsSource, options: ResolverOptions): Promise<DocsMap> {
  const tree = await createTree(source);
  const sites = await findSites(tree, options.rules);
  const pages = await pagesOf(source, sites);
  const index = await createPageIndex(pages, options.siteAddress);
  const based = sites.map((site) => ({
    ...site,
    base: basePathOf(site.plan, options.siteAddress),
  }));
  const counts = Map.groupBy(pages, ({ site }) => site.plan);
  const lookup = {
    tree,
    index,
    options,
    bases: [...new Set(based.map(({ base }) => base))].filter((base) => base !== ""),
    collections: based.flatMap(({ base, plan }) =>
      plan.collections.map((collection) => ({ base, collection })),
    ),
    languages: new Set([
      ...options.rules.languages,
      ...sites.flatMap(({ plan }) => plan.languages),
    ]),
    defaultLanguages: new Set(sites.flatMap(({ plan }) => plan.languages.slice(0, 1))),
    redirect: createRedirects(
      [
        ...based.map(({ base, plan }) => ({ base, redirects: plan.redirects ?? [] })),
        { base: "", redirects: await hostRedirects(tree, (path) => isExample(parentOf(path))) },
      ],
      new Set(
        [options.siteAddress, ...sites.map(({ plan }) => plan.address)].flatMap(
          (address) => hostOf(address || null) ?? [],
        ),
      ),
    ),
    hash: sites.some(({ plan }) => plan.hash),
  };
  return {
    sites: based.map(({ generator, recognizedBy, plan, base }) => ({
      generator: generator.name,
      folder: plan.folder,
      recognizedBy,
      basePath: base,
      languages: [...plan.languages],
      pages: counts.get(plan)?.length ?? 0,
      hasUnreadRedirects: plan.hasUnreadRedirects ?? false,
    })),
    missingFolders: options.rules.folders.filter((folder) => !tree.hasFolder(folder)),
    resolve: (address) => resolveAddress(lookup, address),
    addressOf: index.addressOf,
  };
}
