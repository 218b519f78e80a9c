import "server-only";
import { posix } from "node:path";
import { imageType, type SiteFiles } from "./addresses.ts";

/** Where a page's links lead. */
export interface LinkPlace {
  /** Address of the site, such as `/site/docs`. */
  base: string;
  files: SiteFiles;
  /** The page's file, relative to the site's root. */
  file: string;
}

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/**
 * Returns where a link leads: to another site, to a place on the page, or to a page or an image of this
 * site. Null for everything else, such as `javascript:` and files that aren't published.
 */
export function resolveLink(href: string, place: LinkPlace): string | null {
  // Browsers ignore control characters and spaces around an address, and inside of a scheme.
  const link = href.replace(/[\p{Cc}\p{Cf}]/gu, "").trim();
  if (SCHEME.test(link)) return isWeb(link) ? link : null;
  if (link.startsWith("#")) return link;
  const [, path = "", fragment = ""] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/s.exec(link) ?? [];
  const address = siteAddress(path, place);
  if (address === null) return null;
  const page = address.replace(/\.mdx?$/i, "").replace(/\/(?:index|readme)$/i, "") || "/";
  const found = place.files.pages.has(page) ? page : imageAt(address, place);
  return found === null ? null : `${place.base}${encodePath(found)}${fragment}`;
}

/** Returns the address of one of the repository's images. Others, such as `data:`, are left out. */
export function resolveImage(src: string, place: LinkPlace): string | null {
  if (SCHEME.test(src.trim())) return null;
  const address = siteAddress(src.replace(/[?#].*$/s, ""), place);
  const found = address && imageAt(address, place);
  return found ? `${place.base}${encodePath(found)}` : null;
}

function imageAt(address: string, { files }: LinkPlace): string | null {
  // Some generators serve the folders `public` and `static` at the root.
  const places = [address, `/public${address}`, `/static${address}`];
  return places.find((each) => imageType(each) && files.images.has(each)) ?? null;
}

/** Resolves a path against the page's folder. Returns null outside of the site. */
function siteAddress(path: string, { file }: LinkPlace): string | null {
  if (path.startsWith("//") || path.includes("\\")) return null;
  const decoded = decodePercent(path);
  if (decoded === null) return null;
  const from = decoded.startsWith("/") ? decoded : `/${posix.dirname(file)}/${decoded}`;
  // `..` beyond the root stays at the root, and only published files are found there.
  return posix.normalize(from).replace(/(.)\/$/, "$1");
}

/** Decodes percent-encoding. Returns null if it is malformed. */
export function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

export function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

function isWeb(link: string): boolean {
  return /^(?:https?:\/\/|mailto:)/i.test(link) && URL.canParse(link);
}
