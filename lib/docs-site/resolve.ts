import "server-only";
import type { AddressRule, FileChoice } from "../contract/api/docs-rules.ts";
import { pathOf } from "./config/values.ts";
import type { Resolution, ResolverOptions } from "./docs-map.ts";
import type { Collection } from "./generators/generator.ts";
import { isLanguage } from "./generators/paths.ts";
import { PAGE_END, pageFilesAt } from "./page-files.ts";
import type { PageFile, PageIndex } from "./page-index.ts";
import { type PageNameRules, pageNameOf, pagePathOf, withoutIndex } from "./page-name.ts";
import { joinPath, type Tree } from "./tree.ts";

/** The data in which an address is looked up. */
export interface Lookup {
  tree: Tree;
  index: PageIndex;
  options: ResolverOptions;
  /** Base paths of the sites, without the empty one. */
  bases: readonly string[];
  collections: readonly { base: string; collection: Collection }[];
  languages: ReadonlySet<string>;
  /** Languages of the sites, which may redirect readers without one in the address. */
  defaultLanguages: ReadonlySet<string>;
  redirect(path: string): string | null;
  /** Whether pages are in the fragment according to a site's generator. */
  hash: boolean;
}

/** Most paths that are named as tried. */
const MAX_TRIED = 8;
/** Most segments of languages and versions at the beginning of an address. */
const MAX_LEADING = 3;
/** Most redirects that lead to one page. */
const MAX_HOPS = 5;

/** Finds the file of an address: by the project's rules, as it is published, or as generators document it. */
export function resolveAddress(lookup: Lookup, address: string): Resolution {
  const { rules, siteAddress } = lookup.options;
  const pageIn = lookup.hash && rules.pageIn === "path" ? "fragment" : rules.pageIn;
  const names: PageNameRules = { pageIn, siteAddress };
  const page = pageNameOf(address, names);
  const path = pagePathOf(address, names);
  const ruled = byRule(lookup, [page, path]);
  if (ruled) return { page, ...ruled };
  const found =
    published(lookup, path) ?? inRepository(lookup.tree, page) ?? withoutUnknownBase(lookup, path);
  if (found && "file" in found) return { page, ...found };
  const tried = triedPaths(lookup, page);
  return { page, file: null, tried, ...(found ? { several: found.several } : {}) };
}

type Ruled =
  | { file: string; address: string; choice?: FileChoice }
  | { file: null; tried: string[] };

/** Follows the first rule that matches. Nothing else is tried then. */
function byRule({ options, tree, index }: Lookup, paths: readonly string[]): Ruled | null {
  for (const path of paths) {
    const target = ruledPath(options.rules.addressRules, path);
    if (target === null) continue;
    const files = pageFilesAt(target);
    const [first, ...rest] = new Set(
      files.flatMap((each) => tree.file(each) ?? []).map((each) => each.target ?? each.path),
    );
    if (first === undefined) return { file: null, tried: files.slice(0, MAX_TRIED) };
    const found = { file: first, address: index.addressOf(first) ?? path };
    return rest.length === 0 ? found : { ...found, choice: { others: rest, reason: "rule" } };
  }
  return null;
}

function published(lookup: Lookup, path: string): PageFile {
  const paths = withAndWithoutBase(lookup, path);
  const found =
    first(paths, (each) => lookup.index.at(each)) ?? first(paths, (each) => old(lookup, each));
  if (found) return found;
  const others = withoutLeading(lookup, paths);
  return (
    first(others, (each) => lookup.index.at(each)) ?? first(others, (each) => old(lookup, each))
  );
}

function first<T>(values: readonly string[], find: (value: string) => T | null): T | null {
  for (const value of values) {
    const found = find(value);
    if (found) return found;
  }
  return null;
}

/** The address itself, then without a base path, then with one. */
function withAndWithoutBase({ bases, options }: Lookup, path: string): string[] {
  const all = new Set([pathOf(options.siteAddress || null), ...bases]);
  all.delete("");
  const within = [...all].filter((base) => path === base || path.startsWith(`${base}/`));
  return [
    path,
    ...within.map((base) => path.slice(base.length) || "/"),
    ...[...all].map((base) => `${base}${path}`),
  ];
}

/** Follows redirects that the sites' generators know. */
function old(lookup: Lookup, path: string): PageFile {
  const { index, redirect } = lookup;
  let at = path;
  for (let hop = 0; hop < MAX_HOPS; hop++) {
    const next = redirect(at);
    if (next === null) return null;
    const found = index.at(next) ?? first(withoutLeading(lookup, [next]), index.at);
    if (found) return found;
    at = next;
  }
  return null;
}

/**
 * Returns the paths without languages and versions at their beginning: a page that isn't translated is shown in the
 * site's own language. Then those with a language, because a site may redirect to it.
 */
function withoutLeading(lookup: Lookup, paths: readonly string[]): string[] {
  const { languages, defaultLanguages, bases } = lookup;
  const shorter: string[] = [];
  for (const path of paths) {
    let rest = path;
    for (let count = 0; count < MAX_LEADING; count++) {
      const next = /^\/([^/]+)(\/.*|$)/s.exec(rest);
      if (!next || !(languages.has(next[1] ?? "") || isLeading(next[1] ?? ""))) break;
      rest = next[2] || "/";
      shorter.push(rest, ...bases.map((base) => `${base}${rest}`));
    }
  }
  const longer = [...defaultLanguages].flatMap((code) =>
    [...paths, ...shorter].map((path) => `/${code}${path}`),
  );
  return [...shorter, ...longer];
}

/** Where the site is published isn't known: the first segment may belong to its address. */
function withoutUnknownBase({ options, index }: Lookup, path: string): PageFile {
  const rest = /^\/[^/]+(\/[^/].*)$/s.exec(path)?.[1];
  return options.siteAddress === "" && rest !== undefined ? index.at(rest) : null;
}

/** `en`, `pt-br`, `latest`, `v2`, or `2.x`. */
function isLeading(part: string): boolean {
  return (
    /^(?:latest|stable|current|main|master|next|dev|development|v?\d+(?:\.(?:\d+|x)){0,3})$/i.test(
      part,
    ) || isLanguage(part)
  );
}

/** Finds an address that is a path in the repository, such as `/docs/guides/auth.md`. */
function inRepository(tree: Tree, page: string): PageFile {
  const file = pageFilesAt(page.slice(1))
    .filter((path) => PAGE_END.test(path))
    .map((path) => tree.file(path))
    .find((each) => each !== undefined);
  if (!file || page === "/") return null;
  return { file: file.target ?? file.path, address: page };
}

/** Returns where files of this page would be, by the folders of the sites. */
function triedPaths({ collections, tree }: Lookup, page: string): string[] {
  const name = page === "/" ? "" : page;
  const paths = collections.flatMap(({ base, collection }) => {
    const start = `${base}${collection.prefix === "/" ? "" : collection.prefix}`;
    const own = name === start || name.startsWith(`${start}/`) ? name.slice(start.length) : null;
    const rest = own ?? (base !== "" && collection.prefix === "" ? name : null);
    if (rest === null) return [];
    const path = `${collection.folder}${rest}`.replace(/^\//, "");
    return pageFilesAt(withoutIndex(path));
  });
  const missing = new Set(paths.filter((path) => PAGE_END.test(path) && !tree.has(path)));
  return [...missing].slice(0, MAX_TRIED);
}

/** Returns the path that the first matching rule leads to; null if none matches. */
function ruledPath(rules: readonly AddressRule[], address: string): string | null {
  for (const { from, to } of rules) {
    const rest = restOf(from, address);
    if (rest !== null) return joinPath(to.replace("*", () => rest)) ?? "";
  }
  return null;
}

/** Returns what the `*` of a pattern stands for; null if the address doesn't match. `/docs/*` matches `/docs`. */
function restOf(pattern: string, address: string): string | null {
  const path = pattern.startsWith("/") ? pattern : `/${pattern}`;
  const star = path.indexOf("*");
  if (star < 0) return bare(path) === bare(address) ? "" : null;
  const [start, end] = [path.slice(0, star), path.slice(star + 1)];
  if (end === "" && start.length > 1 && `${bare(address)}/` === start) return "";
  const fits =
    address.length >= start.length + end.length &&
    address.startsWith(start) &&
    address.endsWith(end);
  return fits ? address.slice(start.length, address.length - end.length) : null;
}

function bare(path: string): string {
  return path.length > 1 ? path.replace(/\/$/, "") : path;
}
