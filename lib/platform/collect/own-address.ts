import "server-only";
import { isAllowedOrigin } from "./origins.ts";
import type { PagePath } from "./page-path.ts";

/**
 * A reader's context: the origins and path rules of the key, and the page's own address, which is the base of relative
 * links.
 */
export interface Site {
  origins: readonly string[];
  paths: readonly PagePath[];
  page: string;
  /** Hosts to which the documentation links, if they are known. */
  hosts?: ReadonlySet<string>;
}

/** The host of pages that were sent as a path. */
const UNNAMED = "http://page.invalid";

/**
 * Returns whether an address leads to the site itself, to a host above or below it, or to where the documentation links.
 * A comment may have thousands of addresses, of which each is parsed once.
 */
export function ownAddresses({ origins, paths, page, hosts }: Site): (address: string) => boolean {
  const base = URL.parse(page, UNNAMED) ?? new URL(UNNAMED);
  const own = [...origins, ...paths.map(({ from }) => from), base.origin].map(hostOf);
  return (address) => {
    const { origin, protocol, hostname } = URL.parse(address, base) ?? {};
    if (origin === undefined || hostname === undefined) return false;
    if (!/^https?:$/.test(protocol ?? "")) return false;
    if (origin === base.origin || isAllowedOrigin(origins, origin)) return true;
    return hosts?.has(hostname) || own.some((each) => isRelated(hostname, each));
  };
}

/** Returns the host of an origin, without its wildcard. */
function hostOf(origin: string): string {
  const { hostname } = new URL(origin.replace("://*.", "://"));
  return hostname;
}

/** Whether hosts are equal, or one is below the other: `example.com` and `docs.example.com`. */
function isRelated(one: string, other: string): boolean {
  return (
    one === other || one.endsWith(`.${other}`) || (one.includes(".") && other.endsWith(`.${one}`))
  );
}
