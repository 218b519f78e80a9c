/**
 * Returns the path to open after signing in, or `/` if `text` isn't a path of this server. Browsers
 * treat `/\host` and `//host` as another server, and `/.//host` becomes `//host` once parsed.
 */
export function ownAddress(text: unknown): string {
  if (typeof text !== "string" || !text.startsWith("/")) return "/";
  const here = "http://errata.invalid";
  const url = URL.parse(text, here);
  if (url?.origin !== here || url.pathname.startsWith("//")) return "/";
  return `${url.pathname}${url.search}${url.hash}`;
}
