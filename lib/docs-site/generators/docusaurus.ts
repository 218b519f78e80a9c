import "server-only";
import { parseJson } from "../../text/parse-json.ts";
import { readJs } from "../config/js-values.ts";
import { entriesAt, listAt, textAt, textsAt, valueAt } from "../config/values.ts";
import type { FrontMatter } from "../front-matter.ts";
import { joinPath, nameOf, parentOf, type Tree } from "../tree.ts";
import type { Collection, Generator, Redirect, SitePlan } from "./generator.ts";
import {
  address,
  hasUnpublishedPart,
  textOf,
  withoutEndSlashes,
  withoutMarkdown,
} from "./paths.ts";

// Rules of https://docusaurus.io/docs/create-doc, /docs/versioning, /docs/i18n/introduction, and /docs/blog.

/** Docusaurus 2 and 3. */
export const docusaurus: Generator = {
  name: "docusaurus",
  marks: /^(?:(.*)\/)?docusaurus\.config\.[cm]?[jt]s$/,
  async read({ tree, folder, mark, languages }) {
    const source = await tree.text(mark);
    const config = source === null ? undefined : readJs(source).exported;
    const site = { tree, root: folder, ...localesOf(tree, folder, config, languages) };
    const instances =
      mark === null ? [{ kind: "docs", options: { path: "." } }] : instancesOf(config);
    const collections: Collection[] = [];
    for (const { kind, options } of instances) {
      if (kind === "docs") collections.push(...(await docsOf(site, options)));
      if (kind === "blog") collections.push(...blogOf(site, options));
      if (kind === "pages") collections.push(...pagesOf(site, options));
    }
    const url = textAt(config, "url");
    const base = textAt(config, "baseUrl");
    return {
      folder: collections[0]?.folder ?? folder,
      address: base === null ? null : `${withoutEndSlashes(url ?? "")}${address(base)}`,
      languages: site.locales,
      collections: trailing(collections, valueAt(config, "trailingSlash")),
      ...redirectsOf(config, source ?? ""),
    };
  },
};

interface SiteFolder {
  tree: Tree;
  root: string;
  defaultLocale: string;
  locales: readonly string[];
  /** Folder of translations. */
  translations: string;
}

function localesOf(tree: Tree, root: string, config: unknown, named: readonly string[]) {
  const translations = joinPath(root, textAt(config, "i18n", "path") ?? "i18n") ?? "";
  const defaultLocale = textAt(config, "i18n", "defaultLocale") ?? "en";
  const others = [...textsAt(config, "i18n", "locales"), ...tree.folders(translations), ...named];
  // A site in one language has no translations.
  const all = others.length === 0 ? [] : [defaultLocale, ...others];
  return { translations, defaultLocale, locales: [...new Set(all)] };
}

interface Instance {
  kind: string;
  options: unknown;
}

/** Returns the content plugins, of presets and on their own. `false` turns one off. */
function instancesOf(config: unknown): Instance[] {
  const found: Instance[] = [];
  const presets = listAt(config, "presets").map(named);
  for (const { options } of presets) {
    for (const kind of ["docs", "blog", "pages"]) {
      const own = valueAt(options, kind);
      if (own !== false) found.push({ kind, options: own });
    }
  }
  for (const { name, options } of listAt(config, "plugins").map(named)) {
    const kind = /(?:^|plugin-)content-(docs|blog|pages)$/.exec(name)?.[1];
    if (kind) found.push({ kind, options });
  }
  // Presets that are computed are most likely the usual one.
  return found.length > 0
    ? found
    : ["docs", "blog", "pages"].map((kind) => ({ kind, options: {} }));
}

/** `"name"`, `["name", options]`, and `[require.resolve("name"), options]`. */
function named(entry: unknown): { name: string; options: unknown } {
  const [first, options] = Array.isArray(entry) ? entry : [entry];
  const resolved = textAt(first, "arguments", 0);
  return { name: typeof first === "string" ? first : (resolved ?? ""), options };
}

async function docsOf(site: SiteFolder, options: unknown): Promise<Collection[]> {
  const id = textAt(options, "id") ?? "default";
  const suffix = id === "default" ? "" : `${id}_`;
  const route = valueAt(options, "routeBasePath");
  const prefix = typeof route === "string" ? route : "docs";
  const folder = joinPath(site.root, textAt(options, "path") ?? "docs");
  if (folder === null) return [];
  const named = await site.tree.text(joinPath(site.root, `${suffix}versions.json`) ?? "");
  const versions = named === null ? [] : textsAt(parseJson(named));
  const last = textAt(options, "lastVersion") ?? versions[0] ?? "current";
  const numbered = valueAt(options, "numberPrefixParser") !== false;
  const all = ["current", ...versions].map((version) => {
    const path = textAt(options, "versions", version, "path");
    const usual = version === last ? "" : version === "current" ? "next" : version;
    return { version, path: path ?? usual };
  });
  return all.flatMap(({ version, path }) => {
    const isCurrent = version === "current";
    const own = isCurrent
      ? folder
      : joinPath(site.root, `${suffix}versioned_docs/version-${version}`);
    const plugin = `docusaurus-plugin-content-docs${id === "default" ? "" : `-${id}`}`;
    const name = isCurrent ? "current" : `version-${version}`;
    const places = inLocales(site, own ?? "", plugin, name);
    return places.map((place) =>
      docsRule(place.folder, address(place.locale, prefix, path), numbered),
    );
  });
}

/** Returns the folder of a plugin's content in the default language and those of its translations. */
function inLocales(site: SiteFolder, folder: string, plugin: string, name: string) {
  const translated = site.locales
    .filter((locale) => locale !== site.defaultLocale)
    .map((locale) => ({
      locale,
      folder: joinPath(site.translations, locale, plugin, name) ?? "",
    }));
  return [{ locale: "", folder }, ...translated].filter((place) =>
    site.tree.hasFolder(place.folder),
  );
}

function docsRule(folder: string, prefix: string, numbered: boolean): Collection {
  return {
    folder,
    prefix: prefix === "/" ? "" : prefix,
    keys: ["slug", "id", "parse_number_prefixes"],
    addressesOf: (path, matter) => {
      const page = withoutMarkdown(path);
      if (page === null || hasUnpublishedPart(path)) return [];
      return [
        address(prefix, docSlug(page, matter, numbered && matter.parse_number_prefixes !== false)),
      ];
    },
  };
}

function docSlug(page: string, matter: FrontMatter, numbered: boolean): string {
  const plain = (part: string) => (numbered ? withoutNumber(part) : part);
  const folder = parentOf(page);
  const name = nameOf(page);
  const path = folder.split("/").map(plain).join("/");
  const slug = textOf(matter.slug);
  if (slug !== null) return slug.startsWith("/") ? slug : `/${joinPath(path, slug) ?? slug}`;
  const indexes = ["index", "readme", nameOf(folder).toLowerCase()];
  if (indexes.includes(name.toLowerCase())) return `/${path}/`;
  return `/${path}/${textOf(matter.id) ?? plain(name)}`;
}

/** `02-install` is `install`; dates and versions such as `2021-01-01` and `7.0-x` stay. */
function withoutNumber(name: string): string {
  if (/^(?:\d{2}|\d{4})[-_.]\d{2}|^\d+[-_.]\d+/.test(name)) return name;
  return /^\d+\s{0,9}[-_.]{1,9}\s{0,9}([^-_.\s].*)$/.exec(name)?.[1] ?? name;
}

function blogOf(site: SiteFolder, options: unknown): Collection[] {
  const folder = joinPath(site.root, textAt(options, "path") ?? "blog");
  const route = valueAt(options, "routeBasePath");
  const base = typeof route === "string" ? route : "blog";
  const id = textAt(options, "id") ?? "default";
  const plugin = `docusaurus-plugin-content-blog${id === "default" ? "" : `-${id}`}`;
  return inLocales(site, folder ?? "", plugin, "").map((place) => {
    const prefix = address(place.locale, base);
    return {
      folder: place.folder,
      prefix: prefix === "/" ? "" : prefix,
      keys: ["slug"],
      addressesOf: (path, matter) => {
        const page = withoutMarkdown(path);
        if (page === null || hasUnpublishedPart(path)) return [];
        return [address(prefix, textOf(matter.slug) ?? postSlug(page))];
      },
    };
  });
}

/** `2021-09-13-name`, `2021-09-13-name/index`, and `2021/09/13/name` are `2021/09/13/name`. */
export function postSlug(page: string): string {
  const path = page.replace(/\/index$/, "");
  const match = /^(.*?)(\d{4})[-/](\d{1,2})[-/](\d{1,2})[-/]?(.*)$/s.exec(path);
  if (!match) return path;
  const [, folder = "", year, month, day, name = ""] = match;
  return `${folder}${year}/${month}/${day}/${name}`;
}

function pagesOf(site: SiteFolder, options: unknown): Collection[] {
  const folder = joinPath(site.root, textAt(options, "path") ?? "src/pages");
  const route = textAt(options, "routeBasePath") ?? "/";
  return inLocales(site, folder ?? "", "docusaurus-plugin-content-pages", "").map((place) => {
    const prefix = address(place.locale, route);
    return {
      folder: place.folder,
      prefix: prefix === "/" ? "" : prefix,
      keys: [],
      addressesOf: (path) => {
        const page = withoutMarkdown(path);
        if (page === null || hasUnpublishedPart(path)) return [];
        return [address(prefix, page.replace(/(?:^|\/)index$/, "/"))];
      },
    };
  });
}

/** Applies `trailingSlash` to the published addresses. */
function trailing(collections: Collection[], slash: unknown): Collection[] {
  if (typeof slash !== "boolean") return collections;
  const spelled = (path: string) => `${path.replace(/\/$/, "")}${slash ? "/" : ""}` || "/";
  return collections.map((collection) => ({
    ...collection,
    addressesOf: (path, matter) => collection.addressesOf(path, matter).map(spelled),
  }));
}

function redirectsOf(
  config: unknown,
  source: string,
): Pick<SitePlan, "redirects" | "hasUnreadRedirects"> {
  const options = listAt(config, "plugins")
    .map(named)
    .find(({ name }) => name.endsWith("client-redirects"))?.options;
  const listed = listAt(options, "redirects").flatMap((each) => {
    const to = textAt(each, "to");
    return to === null ? [] : textsAt(each, "from").map((from) => ({ from, to }));
  });
  const isMade = entriesAt(options).some(([name]) => name === "createRedirects");
  const made = listAt(options, "createRedirects");
  const replaced = made.flatMap(replacement);
  // Only the first `return` of a function is read.
  const calls = source.split(`${textAt(made[0], "name")}(`).length - 1;
  return {
    redirects: [...listed, ...replaced],
    hasUnreadRedirects: isMade && (replaced.length === 0 || replaced.length < calls),
  };
}

/** Reads `path.replace("/new", "/old")`, which makes the old address of a page. */
function replacement(value: unknown): Redirect[] {
  const isReplacing = /\.replace(?:All)?$/.test(textAt(value, "name") ?? "");
  const [to, from] = [0, 1].map((at) => textAt(value, "arguments", at));
  return isReplacing && to?.startsWith("/") && from?.startsWith("/")
    ? [{ from: `${from}*`, to: `${to}*` }]
    : [];
}
