import "server-only";
import { posix } from "node:path";
import { decodePercent } from "../text/decode-percent.ts";
import { imageType } from "./images.ts";
import { type SitePages, siteOf, withoutSlash } from "./site-pages.ts";

/** The context in which a page's links are resolved. */
export interface LinkContext {
  /** Address of the site, such as `/site/docs`. */
  base: string;
  site: SitePages;
  /** Path of the page's file in the repository. */
  file: string;
  /** Address of the page, such as `/guides/auth`. */
  address: string;
  /** Suffix of the site's addresses, such as `?at=branch`. */
  query?: string;
}

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** Folders that some generators serve at the root of a site. */
const SERVED = ["", "public/", "static/"];

/**
 * Returns where a link leads: to another site, to a place on the page, or to a page or an image of this
 * site. Null for everything else, such as `javascript:` and files that aren't published.
 */
export function resolveLink(href: string, place: LinkContext): string | null {
  // Browsers ignore control characters and spaces around an address, and inside of a scheme.
  const link = href.replace(/[\p{Cc}\p{Cf}]/gu, "").trim();
  if (SCHEME.test(link)) return isWeb(link) ? link : null;
  if (link.startsWith("#")) return link;
  const [, path = "", fragment = ""] = /^([^?#]*)(?:\?[^#]*)?(#.*)?$/s.exec(link) ?? [];
  const decoded = decodedPath(path);
  if (decoded === null) return null;
  const found = pageAt(decoded, place) ?? imageAt(decoded, place);
  const { base, query = "" } = place;
  return found === null ? null : `${base}${encodePath(found)}${query}${fragment}`;
}

/** Returns the address of one of the repository's images. Others, such as `data:`, are left out. */
export function resolveImage(src: string, place: LinkContext): string | null {
  if (SCHEME.test(src.trim())) return null;
  const decoded = decodedPath(src.replace(/[?#].*$/s, ""));
  const found = decoded === null ? null : imageAt(decoded, place);
  const { base, query = "" } = place;
  return found === null ? null : `${base}${encodePath(found)}${query}`;
}

/** A link means an address of the site or, as in most generators, a file beside the page's. */
function pageAt(path: string, { site, file, address }: LinkContext): string | null {
  if (path.startsWith("/")) {
    const basePath = siteOf(site.sites, file)?.basePath ?? "";
    const found = site.find(path) ?? (basePath === "" ? null : site.find(`${basePath}${path}`));
    return found?.address ?? null;
  }
  const beside = withoutSlash(posix.normalize(`${posix.dirname(file)}/${path}`));
  const linked =
    site.addresses.get(beside) ?? site.addresses.get(site.stems.get(beside)?.path ?? "");
  if (linked !== undefined) return linked;
  const paths = [posix.dirname(address), address].map((folder) =>
    withoutSlash(posix.normalize(`${folder}/${path}`)),
  );
  return paths.map((each) => site.find(each)?.address).find((each) => each !== undefined) ?? null;
}

/** An image is beside the page's file, or for an address of the site in a folder around it. */
function imageAt(path: string, { site, file }: LinkContext): string | null {
  const folder = posix.dirname(file);
  const paths = path.startsWith("/")
    ? foldersAround(folder).flatMap((each) => SERVED.map((served) => `${each}${served}${path}`))
    : [`${folder}/${path}`];
  const found = paths
    .map((each) => posix.normalize(each).replace(/^\/+/, ""))
    .find((each) => imageType(each) && site.images.has(each));
  return found === undefined ? null : `/${found}`;
}

/** `a/b` is within `a/b/`, `a/`, and the root, which is empty. */
function foldersAround(folder: string): string[] {
  const parts = folder.split("/").filter((part) => part !== "" && part !== ".");
  const around = parts.map((_, index) => `${parts.slice(0, parts.length - index).join("/")}/`);
  return [...around, ""];
}

/** Returns a link's path, decoded. Null for a malformed one, and for one that leads to another host. */
function decodedPath(path: string): string | null {
  return path.startsWith("//") || path.includes("\\") ? null : decodePercent(path);
}

export function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

function isWeb(link: string): boolean {
  return /^(?:https?:\/\/|mailto:)/i.test(link) && URL.canParse(link);
}
