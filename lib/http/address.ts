import "server-only";

/** Header in which the proxy tells a page its address; what a client sends under it is replaced. */
export const ADDRESS_HEADER = "x-errata-address";

/**
 * Where to go after signing in: an address of this server, or its first page for anything else.
 * A browser reads `/\host` and `//host` as another server's, and `/.//host` is `//host` once parsed.
 */
export function ownAddress(text: unknown): string {
  if (typeof text !== "string" || !text.startsWith("/")) return "/";
  const here = "http://errata.invalid";
  const url = URL.parse(text, here);
  if (url?.origin !== here || url.pathname.startsWith("//")) return "/";
  return `${url.pathname}${url.search}${url.hash}`;
}
