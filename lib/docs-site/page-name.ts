import "server-only";
import type { DocsRules } from "../contract/api/docs-rules.ts";
import { decodePercent } from "../text/decode-percent.ts";
import { normalForm } from "../text/normal-form.ts";
import { ANY_END, INDEX_NAMES } from "./page-files.ts";

/** A project's rules for the addresses that its readers send. */
export interface PageNameRules {
  /** The part of an address that names a page, besides the path. */
  pageIn: DocsRules["pageIn"];
  /** Where the site is published, or empty. Page names begin after its path. */
  siteAddress: string;
}

/** Most characters of a page: PostgreSQL rejects index keys of more than about 2,700 bytes. */
const MAX_LENGTH = 512;

/**
 * Returns the name of the documentation page that a reader's address is about, starting with a slash. All
 * variants of an address have one name: full URLs, hosts without a scheme, paths without a leading slash, with
 * a query, a fragment, an extension, or the index of a folder, percent-encoded, and in decomposed Unicode.
 */
export function pageNameOf(address: string, rules: PageNameRules): string {
  const site = siteOf(rules);
  const parts = partsOf(address, site.host);
  return capped(withoutBase(withoutIndex(wholePathOf(parts, rules.pageIn)), site.base)) || "/";
}

/**
 * Returns the path of an address as it was sent, decoded, with its extension, its slash at the end, and the path of
 * the site.
 */
export function pagePathOf(address: string, rules: PageNameRules): string {
  const parts = partsOf(address, siteOf(rules).host);
  return capped(wholePathOf(parts, rules.pageIn));
}

/** Returns what the names of the pages begin with that a pattern such as `/guides/*` matches. */
export function pageNamePrefixOf(pattern: string, rules: PageNameRules): string {
  const site = siteOf(rules);
  const parts = partsOf(pattern.replace(/\*$/, ""), site.host);
  const route = rules.pageIn === "fragment" ? routeOf(parts.fragment) : null;
  const prefix = cleanPath(route ?? parts.path);
  return capped(prefix.startsWith(`${site.base}/`) ? prefix.slice(site.base.length) : prefix);
}

/**
 * Returns a decoded path without its extension, index, and trailing slashes: `/a/index.html` is `/a`, and the
 * root is empty. It is what two addresses of one page have in common.
 */
export function withoutIndex(path: string): string {
  let name = path;
  // Every round removes something, so that a name stays the same when it is named again.
  for (;;) {
    const shorter = withoutLastPart(name);
    if (shorter.length === name.length) return name;
    name = shorter;
  }
}

const EXTENSION = new RegExp(`\\.(?:html?|${ANY_END})$`, "i");
/** Characters of the longest ending, with its dot. */
const EXTENSION_LENGTH = 9;

function withoutLastPart(path: string): string {
  if (path.endsWith("/")) return path.slice(0, -1);
  const index = INDEX_NAMES.find((name) => path.endsWith(`/${name}`));
  if (index) return path.slice(0, -index.length - 1);
  const extension = EXTENSION.exec(path.slice(-EXTENSION_LENGTH))?.[0] ?? "";
  const name = path.slice(0, path.length - extension.length);
  return name.endsWith("/") ? path : name;
}

interface AddressParts {
  path: string;
  query: string;
  fragment: string;
}

/** Splits an address after its host. */
function partsOf(address: string, siteHost: string): AddressParts {
  const text = address.trim();
  const full = /^(?:[a-z][a-z0-9+.-]{0,30}:)?\/\/[^/?#]*/i.exec(text)?.[0];
  const local = text.slice(full?.length ?? bareHostLength(text, siteHost));
  const hash = local.indexOf("#");
  const before = hash < 0 ? local : local.slice(0, hash);
  const mark = before.indexOf("?");
  return {
    path: mark < 0 ? before : before.slice(0, mark),
    query: mark < 0 ? "" : before.slice(mark + 1),
    fragment: hash < 0 ? "" : local.slice(hash + 1),
  };
}

/** `docs.example.com`, `localhost`, and `10.0.0.1:3000`: at most 253 characters and a port. */
const HOST = /^([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,8})(:\d{1,5})?(?=[/?#]|$)/i;
/** Endings that are only used by hosts, not by folders of pages. */
const ENDS_AS_HOST =
  /\.(?:com|org|net|io|dev|app|ai|info|cloud|edu|gov|local|internal|test|example)$/i;

/** Returns the length of a host without a scheme at the beginning of an address; 0 without one. */
function bareHostLength(text: string, siteHost: string): number {
  const match = HOST.exec(text);
  if (!match) return 0;
  const [whole, name = "", port] = match;
  const known =
    port !== undefined ||
    name === "localhost" ||
    (name.includes(".") && name.toLowerCase() === siteHost) ||
    /^www\./i.test(name) ||
    ENDS_AS_HOST.test(name) ||
    isHostOfCountry(name);
  return known ? whole.length : 0;
}

/** `docs.acme.de` is a host. `guides.de` may be a translated page, and `v1.2.md` is a file. */
function isHostOfCountry(name: string): boolean {
  return /\.[a-z-]{3,63}\.[a-z]{2}$/i.test(name) && !EXTENSION.test(name);
}

function wholePathOf(parts: AddressParts, pageIn: DocsRules["pageIn"]): string {
  if (typeof pageIn === "object") {
    const value = new URLSearchParams(parts.query).get(pageIn.parameter);
    if (value) return clean(value);
  }
  const route = pageIn === "fragment" ? routeOf(parts.fragment) : null;
  const path = cleanPath(parts.path);
  return route === null ? path : clean(`${withoutIndex(path)}/${decodePercent(route) ?? route}`);
}

/** Returns the path in a fragment such as `/guide?id=install` or `!/guide`; null if it names a heading. */
function routeOf(fragment: string): string | null {
  return /^!?(\/[^?#]*)/.exec(fragment)?.[1] ?? null;
}

function cleanPath(path: string): string {
  return clean(decodePercent(path) ?? path);
}

function clean(path: string): string {
  // A line break encoded as %0A would start a new line in a prompt.
  const text = normalForm(`/${path.toWellFormed().replace(/\p{Cc}/gu, "")}`, "NFC");
  const single = text.replace(/\/{2,}/g, "/");
  return single.includes("/.") ? withoutDots(single) : single;
}

function withoutDots(path: string): string {
  const kept: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") kept.pop();
    else if (part !== ".") kept.push(part);
  }
  return `/${kept.join("/")}`.replace(/\/{2,}/g, "/");
}

/** Removes the path of the site, also twice, so that a name stays the same when it is named again. */
function withoutBase(name: string, base: string): string {
  if (base === "") return name;
  let start = 0;
  while (name.startsWith(base, start) && "/".includes(name.charAt(start + base.length))) {
    start += base.length;
  }
  return name.slice(start);
}

interface Site {
  /** Without a port; empty if it isn't known. */
  host: string;
  /** Without a slash at the end; empty for the root. */
  base: string;
}

const NO_SITE: Site = { host: "", base: "" };
const sites = new WeakMap<PageNameRules, Site>();

/** Parsed once per rules, because names are computed for every item. */
function siteOf(rules: PageNameRules): Site {
  if (rules.siteAddress === "") return NO_SITE;
  const known = sites.get(rules);
  if (known) return known;
  const url = URL.parse(rules.siteAddress);
  const site = url ? { host: url.hostname, base: withoutIndex(cleanPath(url.pathname)) } : NO_SITE;
  sites.set(rules, site);
  return site;
}

function capped(name: string): string {
  return name.slice(0, MAX_LENGTH).replace(/[\uD800-\uDBFF]$/, "");
}
