import "server-only";
import { InvalidRequest } from "../../errors.ts";
import { isAllowedOrigin } from "./origins.ts";

/** Addresses that begin with `from` get a path that begins with `to` instead. */
export interface PagePath {
  from: string;
  to: string;
}

/**
 * Parses a rule like `https://docs.example.com/v2/* -> /*`. A prefix alone is stripped.
 * @throws {InvalidRequest} for anything else
 */
export function parsePagePath(rule: string): PagePath {
  const [source = "", target = "/", ...rest] = rule.split("->").map((part) => part.trim());
  const from = withoutWildcard(source);
  const to = withoutWildcard(target);
  if (rest.length > 0 || !URL.canParse(from) || !/^https?:/i.test(from) || !to.startsWith("/")) {
    throw new InvalidRequest(
      `paths: ${JSON.stringify(rule)} isn't a rule. Use one like https://docs.example.com/v2/* -> /*.`,
    );
  }
  const { origin, pathname } = new URL(from);
  return { from: `${origin}${withSlash(pathname)}`, to: withSlash(to) };
}

/**
 * Returns the path of a documentation page: the longest matching rule applies, other pages of the allowed
 * origins keep their path. Queries and fragments are dropped, except for the route of a site with hash routes:
 * `/docs/#/guide?id=install` is `/docs/guide`.
 * @returns null for an address that is neither a path nor on an allowed origin
 */
export function pagePath(
  url: string,
  options: { origins: readonly string[]; paths: readonly PagePath[] },
): string | null {
  if (url.startsWith("/") && !url.startsWith("//")) return withRoute(withoutQuery(url), url);
  if (!URL.canParse(url)) return null;
  const { origin, pathname } = new URL(url);
  const address = `${origin}${pathname}`;
  const [rule] = options.paths
    .filter(({ from }) => withSlash(address).startsWith(from))
    .sort((one, other) => other.from.length - one.from.length);
  if (rule) return withRoute(`${rule.to}${address.slice(rule.from.length)}`, url);
  return isAllowedOrigin(options.origins, origin) ? withRoute(pathname, url) : null;
}

/** Adds the route in an address's fragment to its path. Fragments of headings don't begin with a slash. */
function withRoute(path: string, url: string): string {
  const fragment = url.includes("#") ? url.slice(url.indexOf("#")) : "";
  const [, route = "/"] = /^#!?(\/[^?#]*)/.exec(fragment) ?? [];
  return route === "/" ? path : `${path.replace(/\/(?:index\.html?)?$/, "")}${route}`;
}

function withoutQuery(path: string): string {
  return path.split(/[?#]/, 1)[0] ?? path;
}

function withoutWildcard(text: string): string {
  return text.endsWith("*") ? text.slice(0, -1) : text;
}

function withSlash(text: string): string {
  return text.endsWith("/") ? text : `${text}/`;
}
