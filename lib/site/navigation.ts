import "server-only";
import { z } from "zod";
import { parseJson } from "../text/parse-json.ts";
import { inFolder, type SitePages, siteOf } from "./site-pages.ts";

/** A site's pages in reading order. */
export interface Navigation {
  /** The site's own name, from its navigation file. */
  name: string | null;
  groups: { title: string | null; pages: string[] }[];
}

/** Most pages that are listed. */
const MAX_PAGES = 2_000;
/** Most levels of nested groups. */
const MAX_DEPTH = 5;
const MAX_NAME = 100;

const title = z.string().trim().min(1).max(MAX_NAME);
const named = z.object({ name: title });

/**
 * Returns the navigation of each site's `docs.json` (`navigation.groups`, each with a `group` and `pages`, possibly
 * within tabs), or one group per folder without such a file. Pages that don't exist are left out.
 * @param texts the navigation files by their path
 */
export function navigationOf(site: SitePages, texts: ReadonlyMap<string, string>): Navigation {
  const parsed = site.sites.map(({ folder, navigation }) => {
    const json = parseJson(texts.get(navigation?.path ?? "") ?? "");
    return { folder, json, groups: groupsIn(json, { site, folder }, MAX_DEPTH) };
  });
  const arranged = parsed.filter(({ groups }) => groups.length > 0).map(({ folder }) => folder);
  const isArranged = (file: string) => arranged.includes(siteOf(site.sites, file)?.folder ?? "/");
  const others = [...site.pages].filter(([, file]) => !isArranged(file.path));
  return {
    name: parsed.map(({ json }) => named.safeParse(json).data?.name).find(Boolean) ?? null,
    groups: limited([
      ...parsed.flatMap(({ groups }) => groups),
      ...byFolder(others.map(([address]) => address)),
    ]),
  };
}

/** Names a page or folder that has no title: `/guides/rate-limits` is "Rate limits". */
export function nameOf(address: string): string {
  const words = (address.split("/").at(-1) ?? "").replace(/[-_]+/g, " ").trim();
  return words === "" ? "Home" : `${words[0]?.toUpperCase()}${words.slice(1)}`.slice(0, MAX_NAME);
}

type Group = Navigation["groups"][number];

/** The pages that a navigation file names, by paths in its folder. */
interface Place {
  site: SitePages;
  folder: string;
}

/** Collects the groups of an object or list, however they are nested. */
function groupsIn(value: unknown, place: Place, depth: number): Group[] {
  if (typeof value !== "object" || value === null || depth < 0) return [];
  if (Array.isArray(value)) return value.flatMap((each) => groupsIn(each, place, depth));
  const { group, pages, ...rest }: Record<string, unknown> = { ...value };
  const own = pagesIn(pages, place, depth);
  const here = own.length > 0 ? [{ title: title.safeParse(group).data ?? null, pages: own }] : [];
  const { navigation, groups, tabs } = rest;
  return [
    ...here,
    ...[navigation, groups, tabs].flatMap((each) => groupsIn(each, place, depth - 1)),
  ];
}

/** Pages of nested groups belong to the group around them. */
function pagesIn(value: unknown, place: Place, depth: number): string[] {
  if (!Array.isArray(value) || depth < 0) return [];
  return value.flatMap((each) => {
    if (typeof each !== "string") return pagesIn(each?.pages, place, depth - 1);
    const path = inFolder(place.folder, each.replace(/^\/+/, ""));
    const file = place.site.stems.get(path)?.path ?? path;
    return place.site.addresses.get(file) ?? [];
  });
}

function byFolder(pages: readonly string[]): Group[] {
  const addresses = pages.toSorted();
  const folders = new Set(addresses.flatMap((address) => address.split("/").slice(1, -1)[0] ?? []));
  // A folder's own page comes first in its group.
  const folderOf = (address: string) => {
    const first = address.split("/")[1] ?? "";
    return folders.has(first) ? first : "";
  };
  const byName = Map.groupBy(addresses, folderOf);
  return [...byName]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([folder, own]) => ({ title: folder === "" ? null : nameOf(folder), pages: own }));
}

function limited(groups: Group[]): Group[] {
  let left = MAX_PAGES;
  const seen = new Set<string>();
  return groups.flatMap((group) => {
    const own = group.pages.filter((page) => !seen.has(page) && seen.add(page)).slice(0, left);
    left -= own.length;
    return own.length > 0 ? [{ ...group, pages: own }] : [];
  });
}
