import "server-only";
import { type PageNameRules, pagePathOf } from "../docs-site/page-name.ts";

/**
 * Returns the page on the live site that a reader's address is about, spelled as the reader sent it: not every server
 * knows `/x` for `/x.html`. Null without the site's address, and for an address on another site, which a reader may
 * have made up.
 */
export function liveUrl({ siteAddress, pageIn }: PageNameRules, path: string): string | null {
  const site = URL.parse(siteAddress);
  if (!site) return null;
  const isAbsolute = /^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(path.trim());
  if (isAbsolute && URL.parse(path, site)?.origin !== site.origin) return null;
  const folder = folderOf(site);
  const page = pagePathOf(path, { siteAddress, pageIn: "path" }).replace(/\.mdx?$/i, "");
  const url = new URL(site.origin);
  url.pathname = encoded(isBelow(page, folder) ? page : `${folder}${page}`);
  if (typeof pageIn === "object") {
    const value = queryOf(path).get(pageIn.parameter);
    if (value !== null) url.searchParams.set(pageIn.parameter, value);
  }
  url.hash = fragmentOf(path) ?? "";
  return url.href;
}

function queryOf(path: string): URLSearchParams {
  return new URLSearchParams(/^[^?#]*\?([^#]*)/.exec(path)?.[1]);
}

/** Returns the fragment of an address, decoded and without `#`; null without one. */
export function fragmentOf(path: string): string | null {
  const fragment = /#(.+)$/s.exec(path)?.[1];
  return fragment === undefined ? null : decoded(fragment, decodeURIComponent);
}

/** The folder in which the site is, such as `/docs`; empty for the root. */
function folderOf(site: URL): string {
  return decoded(site.pathname, decodeURI).replace(/(?<!\/)\/+$/, "");
}

function decoded(text: string, decode: (text: string) => string): string {
  try {
    return decode(text);
  } catch {
    // It isn't percent-encoded.
    return text;
  }
}

function isBelow(page: string, folder: string): boolean {
  return page === folder || page.startsWith(`${folder}/`);
}

function encoded(page: string): string {
  return page.split("/").map(encodeURIComponent).join("/");
}
