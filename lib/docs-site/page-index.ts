import "server-only";
import { basePathOf } from "./base-path.ts";
import { hostOf } from "./config/values.ts";
import type { PlannedSite } from "./find-sites.ts";
import type { Page } from "./page-list.ts";
import { withoutIndex } from "./page-name.ts";
import { createPause } from "./pause.ts";
import { nameOf } from "./tree.ts";

/** Looks up pages by address. Addresses have their site's base path. */
export interface PageIndex {
  /** Returns the page at an address as it is published, or at one that generators treat the same. */
  at(path: string): Found;
  /** Returns the published address of a file or of the link to it; null if it isn't a page. */
  addressOf(file: string): string | null;
}

/** The file of a page, files between which nothing decides, or null. */
export type Found = { file: string; address: string } | { several: string[] } | null;

interface Entry {
  page: Page;
  address: string;
  /** How much an entry counts: of those with the least, one has to be alone. */
  rank: number;
}

/** Indexes the addresses of pages. */
export async function createPageIndex(
  pages: readonly Page[],
  siteAddress: string,
): Promise<PageIndex> {
  const exact = new Map<string, Entry[]>();
  const named = new Map<string, Entry[]>();
  const loose = new Map<string, Entry[]>();
  const addresses = new Map<string, string>();
  const ofSite = siteRanks(siteAddress);
  const pause = createPause();
  for (const page of pages) {
    const base = basePathOf(page.site.plan, siteAddress);
    const published = publishedAt(page, base);
    for (const [order, own] of page.addresses.entries()) {
      const path = `${base}${own}`.normalize("NFC");
      const entry = { page, address: published, rank: ofSite(page.site) + (order === 0 ? 0 : 1) };
      const name = withoutIndex(path);
      add(exact, path, entry);
      add(named, name, entry);
      add(loose, name.toLowerCase(), entry);
    }
    if (!addresses.has(page.path)) addresses.set(page.path, published);
    await pause();
  }
  // The file behind a link has its own address first.
  for (const { file, path } of pages) {
    const published = addresses.get(path);
    if (published !== undefined && !addresses.has(file)) addresses.set(file, published);
  }
  return {
    at: (path) => {
      const bare = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
      const folder = path.replace(/\/(?:_?index|README)(?:\.[a-z]+)?$/i, "/");
      const spellings = [path, folder, bare, `${bare}.html`, `${bare}/`];
      for (const spelling of spellings) {
        const found = pick(exact.get(spelling));
        if (found) return found;
      }
      const name = withoutIndex(path);
      return pick(named.get(name)) ?? pick(loose.get(name.toLowerCase()));
    },
    addressOf: (file) => addresses.get(file) ?? null,
  };
}

function publishedAt({ site, addresses }: Page, base: string): string {
  const [own = "/"] = addresses;
  return `${base}${site.plan.hash ? "/#" : ""}${own}`;
}

function add(map: Map<string, Entry[]>, key: string, entry: Entry): void {
  const entries = map.get(key);
  if (entries) entries.push(entry);
  else map.set(key, [entry]);
}

/** More than the ranks of a page's own addresses. */
const NEXT_RANK = 2;

/** Sites of the project's own host come first, and those of weak generators last. */
function siteRanks(siteAddress: string): (site: PlannedSite) => number {
  const host = hostOf(siteAddress || null);
  return ({ generator, plan }) => {
    const elsewhere = host !== null && hostOf(plan.address) !== host;
    return ((generator.weak ? 2 : 0) + (elsewhere ? 1 : 0)) * NEXT_RANK;
  };
}

function pick(entries: readonly Entry[] | undefined): Found {
  if (!entries) return null;
  const best = Math.min(...entries.map(({ rank }) => rank));
  const likely = entries.filter(({ rank }) => rank === best);
  const [only, ...others] = preferred(likely);
  if (!only) return null;
  const { file } = only.page;
  const files = new Set([file, ...others.map(({ page }) => page.file)]);
  return files.size === 1 ? { file, address: only.address } : { several: [...files] };
}

/** A folder's `index` comes before its `README`. */
function preferred(entries: readonly Entry[]): readonly Entry[] {
  if (entries.length < 2) return entries;
  const named = (entry: Entry, name: RegExp) => name.test(nameOf(entry.page.path));
  const areIndexes = entries.every((entry) => named(entry, /^(?:_?index|readme)\./i));
  const indexes = entries.filter((entry) => named(entry, /^index\./i));
  return areIndexes && indexes.length > 0 ? indexes : entries;
}
