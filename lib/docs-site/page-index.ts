import "server-only";
import type { FileChoice } from "../contract/api/docs-rules.ts";
import { createPause } from "../pause.ts";
import { normalForm } from "../text/normal-form.ts";
import { basePathOf } from "./base-path.ts";
import { hostOf } from "./config/values.ts";
import type { PlannedSite } from "./find-sites.ts";
import { ANY_INDEX } from "./page-files.ts";
import type { Page } from "./page-list.ts";
import { withoutIndex } from "./page-name.ts";
import { nameOf, parentOf } from "./tree.ts";

const INDEX_OF_FOLDER = new RegExp(`/(?:${ANY_INDEX})(?:\\.[a-z]+)?$`, "i");
const INDEX_FILE = new RegExp(`^(?:${ANY_INDEX})\\.`, "i");

/** Looks up pages by address. Addresses have their site's base path. */
export interface PageIndex {
  /** Returns the page at an address as it is published, or at one that generators treat the same. */
  at(path: string): PageFile;
  /** Returns the published address of a file or of the link to it; null if it isn't a page. */
  addressOf(file: string): string | null;
}

/** The file of a page, files between which nothing decides, or null. */
export type PageFile =
  | { file: string; address: string; choice?: FileChoice }
  | { several: string[] }
  | null;

interface Entry {
  page: Page;
  /** The address that readers request from the server, with the site's base path. */
  path: string;
  /** With `/#` where the site has it. */
  address: string;
  /** Lower ranks come first. Among the lowest, entries must agree on one file. */
  rank: number;
}

/** Indexes the addresses of pages. */
export async function createPageIndex(
  pages: readonly Page[],
  siteAddress: string,
): Promise<PageIndex> {
  const published = new Map<string, Entry[]>();
  const exact = new Map<string, Entry[]>();
  const named = new Map<string, Entry[]>();
  const loose = new Map<string, Entry[]>();
  const ranks = siteRanks([...new Set(pages.map(({ site }) => site))], siteAddress);
  const entriesOf = (page: Page) =>
    entriesAt(page, siteAddress, ranks.get(page.site) ?? { order: 0, below: "" });
  const pause = createPause();
  for (const page of pages) {
    for (const entry of entriesOf(page)) {
      const { path } = entry;
      const name = withoutIndex(path);
      add(exact, path, entry);
      if (isPublished(entry)) add(published, path, entry);
      add(named, name, entry);
      add(loose, name.toLowerCase(), entry);
    }
    await pause();
  }
  const at = (path: string) => {
    const folder = path.replace(INDEX_OF_FOLDER, "/");
    const name = withoutIndex(path);
    return (
      pick(published.get(path)) ??
      // A redirect from `/a` doesn't hide the page at `/a/`.
      (exact.has(path) ? pick(published.get(`${path}/`)) : null) ??
      pick(exact.get(path)) ??
      pick(exact.get(folder)) ??
      pick(named.get(name), name) ??
      pick(loose.get(name.toLowerCase()), name)
    );
  };
  const addresses = new Map<string, string>();
  for (const page of pages) {
    // An address that leads to another file isn't this one's.
    const own = entriesOf(page).find(({ path }) => {
      const found = at(path);
      return found && "file" in found && found.file === page.file;
    });
    if (own && !addresses.has(page.path)) addresses.set(page.path, own.address);
    await pause();
  }
  // The file behind a link has its own address first.
  for (const { file, path } of pages) {
    const own = addresses.get(path);
    if (own !== undefined && !addresses.has(file)) addresses.set(file, own);
  }
  return { at, addressOf: (file) => addresses.get(file) ?? null };
}

/** Returns the addresses of a page, the published one first. */
function entriesAt(page: Page, siteAddress: string, { order, below }: SiteRank): Entry[] {
  const { site, addresses } = page;
  const base = basePathOf(site.plan, siteAddress);
  const hash = site.plan.hash ? "/#" : "";
  const starts = below === "" ? [base] : [base, `${base}/${below}`];
  return starts.flatMap((start, outer) =>
    addresses.map((own, index) => ({
      page,
      path: normalForm(`${start}${own}`, "NFC"),
      address: `${start}${hash}${own}`,
      rank: order * NEXT_RANK + (outer + index > 0 ? 1 : 0),
    })),
  );
}

function add(map: Map<string, Entry[]>, key: string, entry: Entry): void {
  const entries = map.get(key);
  if (entries) entries.push(entry);
  else map.set(key, [entry]);
}

/** The step between ranks. A page's own addresses use two of them: 0 for the published one, 1 for others. */
const NEXT_RANK = 2;

function isPublished({ rank }: Entry): boolean {
  return rank % NEXT_RANK === 0;
}

interface SiteRank {
  order: number;
  /** Where a site inside another one's folder may be published as well. */
  below: string;
}

/**
 * Ranks sites: those of the project's own host first; an outer folder's site before one inside it; weak
 * generators last.
 */
function siteRanks(sites: readonly PlannedSite[], siteAddress: string): Map<PlannedSite, SiteRank> {
  const host = hostOf(siteAddress || null);
  const folderOf = ({ recognizedBy }: PlannedSite) => parentOf(recognizedBy ?? "");
  return new Map(
    sites.map((site) => {
      const folder = folderOf(site);
      const outer = sites
        .filter(({ generator }) => generator === site.generator)
        .map((each) => `${folderOf(each)}/`.replace(/^\/$/, ""))
        .find((each) => each !== `${folder}/` && folder !== "" && folder.startsWith(each));
      const below = outer === undefined ? "" : folder.slice(outer.length);
      const elsewhere = host !== null && hostOf(site.plan.address) !== host;
      const order = (site.generator.weak ? 4 : 0) + (elsewhere ? 2 : 0) + (below === "" ? 0 : 1);
      return [site, { order, below }];
    }),
  );
}

/**
 * Returns the file that entries agree about.
 * @param name if the address may be spelled in other ways, what they have in common
 */
function pick(entries: readonly Entry[] | undefined, name?: string): PageFile {
  if (!entries) return null;
  const best = Math.min(...entries.map(({ rank }) => rank));
  const site = entries.filter(({ rank }) => rank === best);
  const index = preferred(site);
  const path = name === undefined ? index : likeliest(index, name);
  const [only] = path;
  if (!only) return null;
  const files = filesOf(path);
  if (files.size > 1) return { several: [...files] };
  const { file } = only.page;
  const found = { file, address: only.address };
  const others = filesOf(entries.filter(isPublished)).difference(files);
  if (others.size === 0) return found;
  const excludes = (left: readonly Entry[]) => filesOf(left).isDisjointFrom(others);
  const reason = excludes(site) ? "site" : excludes(index) ? "index" : "path";
  return { ...found, choice: { others: [...others], reason } };
}

function filesOf(entries: readonly Entry[]): Set<string> {
  return new Set(entries.map(({ page }) => page.file));
}

/** Within one site, servers look for `/a`, then `/a.html`, then `/a/`. Between sites, nothing decides. */
function likeliest(entries: readonly Entry[], name: string): readonly Entry[] {
  const sites = new Set(entries.map(({ page }) => page.site));
  if (sites.size > 1) return entries;
  for (const spelling of [name, `${name}.html`, `${name}/`]) {
    const same = entries.filter(({ path }) => path === spelling);
    if (same.length > 0) return same;
  }
  return entries;
}

/** A folder's `index` comes before its `README`. */
function preferred(entries: readonly Entry[]): readonly Entry[] {
  if (entries.length < 2) return entries;
  const named = (entry: Entry, name: RegExp) => name.test(nameOf(entry.page.path));
  const areIndexes = entries.every((entry) => named(entry, INDEX_FILE));
  const indexes = entries.filter((entry) => named(entry, /^index\./i));
  return areIndexes && indexes.length > 0 ? indexes : entries;
}
