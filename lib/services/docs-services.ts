import "server-only";
import type { DocsCheck } from "../contract/api/docs-rules.ts";
import { allowedPaths, leashText } from "../contract/api/leash.ts";
import type { ProjectSettings, UnsavedDocsRules } from "../contract/api/settings.ts";
import type { DocsMap, Resolution, ResolverOptions } from "../docs-site/docs-map.ts";
import { NotFound } from "../errors.ts";
import { createPause } from "../pause.ts";
import type { FindFiles } from "../platform/jobs/job-pages.ts";
import type { LeashOf } from "../platform/jobs/leash.ts";
import { isRecounting } from "../store/pages/recount-pages.ts";
import {
  type ReportedPage,
  reportedAddresses,
  reportedPages,
} from "../store/pages/reported-pages.ts";
import type { StoreDatabase } from "../store/schema/schema.ts";
import type { SettingsStore } from "../store/settings.ts";
import type { DocsMaps, DocsSnapshot } from "./docs-maps.ts";

/** Finds the file of the documentation repository that an address leads to. All other parts use this. */
export interface DocsServices {
  /** Whether there is a repository. With a hosted platform there is none, and the functions fail. */
  hasRepository: boolean;
  /**
   * Returns the newest commit by the project's rules; an earlier one if the repository takes long to answer.
   * @throws {NotFound} without a repository @throws {AppError} `unavailable` if it was never reached
   */
  mapOf(projectId: string): Promise<DocsSnapshot>;
  /** Returns another commit by the project's rules. @throws {NotFound} without a repository */
  mapAt(projectId: string, commit: string): Promise<DocsSnapshot>;
  /** Says what the project's agents may change; nothing without a repository. Fails as `mapOf`. */
  leash(
    projectId: string,
  ): Promise<{ text: string | null; folders: string[]; isReportOnly: boolean }>;
  /** Returns where addresses lead, in their order. Fails as `mapOf`. */
  resolve(projectId: string, addresses: readonly string[]): Promise<Resolution[]>;
  /**
   * Returns which pages in the project's feedback lead to a file of the newest commit. Fails as `mapOf`.
   * @param unsaved rules to try instead of the project's
   */
  check(projectId: string, unsaved?: UnsavedDocsRules): Promise<DocsCheck>;
}

/** Most pages of a check, and most items whose addresses are read where the pages' names don't have enough. */
const MAX_PAGES = 20_000;
const MAX_ITEMS = 5_000;
const MAX_LISTED = 100;
const MAX_TRIED = 10;

/**
 * @param maps null with a hosted platform
 * @param options.onCheck called with the result of a check by the project's rules
 */
export function docsServices(
  database: StoreDatabase,
  settings: Pick<SettingsStore, "read">,
  maps: DocsMaps | null,
  options: {
    pages?: number;
    items?: number;
    onCheck?: (projectId: string, check: DocsCheck) => Promise<void>;
  } = {},
): DocsServices {
  const { pages = MAX_PAGES, items = MAX_ITEMS, onCheck } = options;
  const known = () => {
    if (maps) return maps;
    throw new NotFound(
      "Errata can't read this project's documentation because the hosted platform manages the repository.",
    );
  };
  const optionsOf = async (projectId: string) => resolverOptions(await settings.read(projectId));
  const mapOf: DocsServices["mapOf"] = async (projectId) =>
    known().newest(await optionsOf(projectId));
  return {
    hasRepository: maps !== null,
    mapOf,
    mapAt: async (projectId, commit) => known().at(commit, await optionsOf(projectId)),
    resolve: async (projectId, addresses) => resolveAll((await mapOf(projectId)).map, addresses),
    leash: async (projectId) => {
      if (!maps) return { text: null, folders: [], isReportOnly: false };
      const read = await settings.read(projectId);
      const folders = foldersOf((await maps.newest(resolverOptions(read))).map);
      const { leash } = read;
      return { text: leashText(leash, folders), folders, isReportOnly: leash.reportOnly };
    },
    check: async (projectId, unsaved) => {
      const saved = await optionsOf(projectId);
      const tried = unsaved ? resolverOptions(unsaved) : saved;
      const { commit, map } = await known().newest(tried);
      const { reported, isPartial } = isNamedAlike(saved, tried)
        ? await reportedPages(database.read, projectId, pages)
        : await reportedAddresses(database.read, projectId, items);
      const check = {
        commit,
        sites: [...map.sites],
        missingFolders: [...map.missingFolders],
        isPartial,
        isRecounting: await isRecounting(database.query, projectId),
        ...(await countsOf(map, reported)),
      };
      if (!unsaved) await onCheck?.(projectId, check);
      return check;
    },
  };
}

function resolverOptions({
  docs,
  siteAddress,
}: Pick<ProjectSettings, "docs" | "siteAddress">): ResolverOptions {
  return { rules: docs, siteAddress };
}

/** Returns how jobs of the built-in platform find files: at their own commit, by the rules of their project. */
export function fileFinder(read: SettingsStore["read"], mapsAt: DocsMaps["at"]): FindFiles {
  return async (projectId, commit, addresses) => {
    const { map } = await mapsAt(commit, resolverOptions(await read(projectId)));
    return (await resolveAll(map, addresses)).map(({ file }) => file);
  };
}

/** Returns what agents of the built-in platform may change at a commit. */
export function leashFinder(read: SettingsStore["read"], mapsAt: DocsMaps["at"]): LeashOf {
  return async (projectId, commit) => {
    const settings = await read(projectId);
    const { map } = await mapsAt(commit, resolverOptions(settings));
    return { ...settings.leash, allowed: allowedPaths(settings.leash, foldersOf(map)) };
  };
}

function foldersOf(map: DocsMap): string[] {
  return [...new Set(map.sites.map(({ folder }) => folder))];
}

/** Resolves in small steps, so that others are answered meanwhile. */
export async function resolveAll(
  map: DocsMap,
  addresses: readonly string[],
): Promise<Resolution[]> {
  const found: Resolution[] = [];
  const pause = createPause();
  for (const address of addresses) {
    found.push(map.resolve(address));
    await pause();
  }
  return found;
}

/**
 * Whether stored page names are enough for these rules. Other rules may need parts of an address that the
 * names leave out.
 */
function isNamedAlike(saved: ResolverOptions, tried: ResolverOptions): boolean {
  const namesOf = ({ rules, siteAddress }: ResolverOptions) =>
    JSON.stringify([rules.pageIn, siteAddress]);
  return namesOf(saved) === namesOf(tried);
}

/** Counts pages by the resolver's names, as several addresses can be one page. */
async function countsOf(
  map: DocsMap,
  reported: readonly ReportedPage[],
): Promise<Pick<DocsCheck, "total" | "matched" | "unmatched" | "chosen">> {
  const found = await resolveAll(
    map,
    reported.map(({ address }) => address),
  );
  const matched = new Set<string>();
  const unmatched = new Map<string, DocsCheck["unmatched"][number]>();
  const chosen = new Map<string, DocsCheck["chosen"][number]>();
  for (const [index, resolution] of found.entries()) {
    const { page } = resolution;
    const items = reported[index]?.items ?? 0;
    if (resolution.file === null) {
      const tried = resolution.tried.slice(0, MAX_TRIED);
      const several = (resolution.several ?? []).slice(0, MAX_TRIED);
      const all = items + (unmatched.get(page)?.items ?? 0);
      unmatched.set(page, { page, tried, several, items: all });
      continue;
    }
    matched.add(page);
    const { file, choice } = resolution;
    if (choice) {
      const all = items + (chosen.get(page)?.items ?? 0);
      const others = choice.others.slice(0, MAX_TRIED);
      chosen.set(page, { page, file, others, reason: choice.reason, items: all });
    }
  }
  // One of a page's addresses may lead to its file where another one doesn't.
  const missing = [...unmatched.values()].filter(({ page }) => !matched.has(page));
  return {
    total: matched.size + missing.length,
    matched: matched.size,
    unmatched: mostReported(missing),
    chosen: mostReported([...chosen.values()]),
  };
}

function mostReported<T extends { items: number }>(pages: T[]): T[] {
  return pages.sort((one, other) => other.items - one.items).slice(0, MAX_LISTED);
}
