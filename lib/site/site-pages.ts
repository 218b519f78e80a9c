import "server-only";
import { createPause } from "../pause.ts";
import { imageType } from "./images.ts";
import type { SiteSnapshot, SourceFile } from "./source.ts";

/**
 * The pages and images of a commit's site. Addresses are decoded paths without a slash at their end, such as
 * `/guides/auth`.
 */
export interface SitePages {
  /** Pages by their address. */
  pages: ReadonlyMap<string, SourceFile>;
  /** Addresses of pages by their file, also by one that a symbolic link leads to. */
  addresses: ReadonlyMap<string, string>;
  /** Files of pages by their path without an extension; a folder is that of its index. */
  stems: ReadonlyMap<string, SourceFile>;
  /** Every file that isn't hidden, by its path: what pages may include. */
  files: ReadonlyMap<string, SourceFile>;
  /** Images by their path. */
  images: ReadonlyMap<string, SourceFile>;
  /** The sites of the repository. */
  sites: readonly { folder: string; basePath: string; navigation: SourceFile | null }[];
  /** Returns the page that an address leads to, in whatever form it is; null without one. */
  find(address: string): FoundAddress | null;
  /** Returns the page of a file that an address leads to. */
  of(resolution: { file: string; address: string }): FoundAddress | null;
}

interface FoundAddress {
  address: string;
  file: SourceFile;
}

const NAVIGATION = "docs.json";
const HIDDEN = /(?:^|\/)\.|[\\\p{Cc}]/u;
const CONTROL = /\p{Cc}/u;
const EXTENSION = /\.[^./]{1,10}$/;
const INDEX = /(?:^|\/)(?:_?index|readme)$/i;

/**
 * Finds what a commit publishes. Hidden files are left out. A page whose address leads to another site's page has
 * its path as its address, so that all pages can be opened.
 */
export async function sitePages({ files, map }: SiteSnapshot): Promise<SitePages> {
  const pages = new Map<string, SourceFile>();
  const addresses = new Map<string, string>();
  const stems = new Map<string, SourceFile>();
  const images = new Map<string, SourceFile>();
  const all = new Map<string, SourceFile>();
  const ownAddress = (published: string | null, edited: string) => {
    if (published === null || map.resolve(published).file !== edited) return null;
    const plain = withoutSlash(published);
    return pages.has(plain) ? null : plain;
  };
  const pause = createPause();
  for (const file of files) {
    await pause();
    if (HIDDEN.test(file.path)) continue;
    all.set(file.path, file);
    if (imageType(file.path)) images.set(file.path, file);
    const published = map.addressOf(file.path);
    if (published === null && !isShared(map, file.path)) continue;
    const edited = file.target ?? file.path;
    const own = ownAddress(published, edited);
    const address = own ?? `/${file.path}`;
    pages.set(address, file);
    addresses.set(file.path, address);
    if (own !== null || !addresses.has(edited)) addresses.set(edited, address);
    const stem = file.path.replace(EXTENSION, "");
    stems.set(stem, file);
    stems.set(stem.replace(INDEX, ""), file);
  }
  const sites = map.sites.map(({ folder, basePath }) => {
    const navigation = all.get(inFolder(folder, NAVIGATION)) ?? null;
    return { folder, basePath, navigation };
  });
  const of: SitePages["of"] = ({ file, address }) => {
    // A project's rule may lead to a file that its generator doesn't publish.
    const shown = addresses.get(file) ?? withoutSlash(address);
    const source = pages.get(shown) ?? all.get(file);
    return source ? { address: shown, file: source } : null;
  };
  const find: SitePages["find"] = (address) => {
    const own = pages.get(address);
    if (own) return { address, file: own };
    // Page names leave out control characters.
    if (CONTROL.test(address)) return null;
    const resolution = map.resolve(address);
    return resolution.file === null ? null : of({ file: resolution.file, address });
  };
  return { pages, addresses, stems, files: all, images, sites, find, of };
}

/** Whether a file has no address of its own because pages of other sites have the same one. */
function isShared(map: SiteSnapshot["map"], path: string): boolean {
  const site = siteOf(map.sites, path);
  if (!site || !EXTENSION.test(path)) return false;
  const inside = site.folder === "" ? path : path.slice(site.folder.length + 1);
  const found = map.resolve(`${site.basePath}/${inside.replace(EXTENSION, "")}`);
  return found.file === null && (found.several?.includes(path) ?? false);
}

/** Removes a slash at the end, except for the root. */
export function withoutSlash(path: string): string {
  return path.replace(/(.)\/$/, "$1");
}

/** @param folder without a slash at its end; empty for the root */
export function inFolder(folder: string, path: string): string {
  return folder === "" ? path : `${folder}/${path}`;
}

/** Returns the site of a file: the one with the innermost folder around it. */
export function siteOf<Site extends { folder: string }>(
  sites: readonly Site[],
  file: string,
): Site | null {
  const around = sites.filter(({ folder }) => folder === "" || file.startsWith(`${folder}/`));
  return around.toSorted((one, other) => other.folder.length - one.folder.length)[0] ?? null;
}
