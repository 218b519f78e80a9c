import "server-only";

/** What an item says about its page: the address as received, and the page that it names. */
interface PageOfItem {
  path: string;
  page: string;
}

/**
 * Returns an item's page on the live site. Null without the site's address, and for an address on another
 * site, which a reader may have made up.
 * @param siteAddress as in the project's settings: `https://example.com/docs`, or empty
 */
export function liveUrl(siteAddress: string, { path, page }: PageOfItem): string | null {
  const site = URL.parse(siteAddress);
  if (!site) return null;
  const isAbsolute = /^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(path.trim());
  if (isAbsolute && URL.parse(path, site)?.origin !== site.origin) return null;
  const folder = folderOf(site);
  const url = new URL(site.origin);
  url.pathname = encoded(isBelow(page, folder) ? page : `${folder}${page}`);
  url.hash = fragmentOf(path) ?? "";
  return url.href;
}

/** Returns the fragment of an address, decoded and without `#`; null without one. */
export function fragmentOf(path: string): string | null {
  const fragment = /#(.+)$/s.exec(path)?.[1];
  return fragment === undefined ? null : decoded(fragment, decodeURIComponent);
}

/** The folder in which the site is, such as `/docs`; empty for the root. */
function folderOf(site: URL): string {
  return decoded(site.pathname, decodeURI).replace(/\/+$/, "");
}

function decoded(text: string, decode: (text: string) => string): string {
  try {
    return decode(text);
  } catch {
    // Not percent-encoded.
    return text;
  }
}

function isBelow(page: string, folder: string): boolean {
  return page === folder || page.startsWith(`${folder}/`);
}

function encoded(page: string): string {
  return page.split("/").map(encodeURIComponent).join("/");
}
