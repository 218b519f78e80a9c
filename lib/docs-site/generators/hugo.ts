import "server-only";
import { parseData } from "../config/data-file.ts";
import { entriesAt, listAt, textAt, textsAt, valueAt } from "../config/values.ts";
import type { FrontMatter } from "../front-matter.ts";
import { joinPath, nameOf, parentOf, type Tree } from "../tree.ts";
import type { Collection, Generator, SiteFolder } from "./generator.ts";
import { address, textOf } from "./paths.ts";

// Rules of https://gohugo.io/content-management/urls/, /content-management/organization/, and /multilingual/.

const PAGE = /\.(?:md|markdown|mdown|adoc|asciidoc|rst|org|html)$/i;
const KEYS = ["slug", "url", "aliases", "date", "title"];

/** Hugo. */
export const hugo: Generator = {
  name: "hugo",
  marks:
    /^(?:(.*?)\/)??(?:hugo\.(?:toml|ya?ml|json)|config\.(?:toml|ya?ml|json)|config\/_default\/(?:hugo|config)\.(?:toml|ya?ml|json))$/,
  async read(place) {
    const { tree, folder, mark } = place;
    const config = mark === null ? {} : await configOf(tree, folder, mark);
    if (config === null) return null;
    const languages = languagesOf(config, place);
    const rule = { ...languages, config, ugly: valueAt(config, "uglyURLs") === true };
    const places =
      mark === null ? [{ folder, language: "" }] : contentPlaces(place, config, languages);
    if (!isFilled(places)) return null;
    const [{ folder: first }] = places;
    return {
      // One folder for each language.
      folder: places.length > 1 ? parentOf(first) : first,
      address: textAt(config, "baseURL") ?? textAt(config, "baseurl"),
      languages: languages.codes,
      collections: places.map((each) => collectionOf(each, rule, tree)),
    };
  },
};

/** Settings that a `config.toml` of Hugo has and those of other tools don't. */
const OWN_SETTINGS = [
  "baseURL",
  "baseurl",
  "contentDir",
  "contentdir",
  "languageCode",
  "defaultContentLanguage",
  "theme",
  "module",
];

async function configOf(tree: Tree, folder: string, mark: string): Promise<object | null> {
  const text = await tree.text(mark);
  const main: unknown = text === null ? undefined : parseData(mark, text);
  if (typeof main !== "object" || main === null) return null;
  if (nameOf(parentOf(mark)) === "_default") return withParts(tree, parentOf(mark), main);
  const isNamed = nameOf(mark).startsWith("hugo.");
  if (!isNamed && !OWN_SETTINGS.some((key) => valueAt(main, key) !== undefined)) return null;
  const content = joinPath(folder, contentDirOf(main) ?? "content");
  const hasOtherFolders = [["module", "mounts"], ["languages"]].some(
    (keys) => valueAt(main, ...keys) !== undefined,
  );
  return (content !== null && tree.hasFolder(content)) || hasOtherFolders ? main : null;
}

function contentDirOf(config: unknown): string | null {
  return textAt(config, "contentDir") ?? textAt(config, "contentdir");
}

/** `config/_default/languages.toml` and others are parts of the configuration. */
async function withParts(tree: Tree, folder: string, main: object): Promise<object> {
  const parts: Record<string, unknown> = {};
  for (const name of ["languages", "permalinks", "module"]) {
    for (const end of ["toml", "yaml", "yml", "json"]) {
      const text = await tree.text(`${folder}/${name}.${end}`);
      if (text !== null) parts[name] = parseData(`${name}.${end}`, text);
    }
  }
  return { ...main, ...parts };
}

interface Languages {
  codes: readonly string[];
  first: string;
  /** Whether the default language is in the address as well. */
  inSubfolder: boolean;
}

function languagesOf(config: object, { languages }: SiteFolder): Languages {
  const first = (textAt(config, "defaultContentLanguage") ?? "en").toLowerCase();
  const declared = entriesAt(config, "languages").map(([code]) => code.toLowerCase());
  const others = [...declared, ...languages].filter((code) => code !== first);
  const codes = others.length === 0 && declared.length === 0 ? [] : [first, ...new Set(others)];
  return { codes, first, inSubfolder: valueAt(config, "defaultContentLanguageInSubdir") === true };
}

function isFilled<T>(list: readonly T[]): list is readonly [T, ...T[]] {
  return list.length > 0;
}

interface ContentPlace {
  folder: string;
  /** Language of the whole folder; empty if file names say it. */
  language: string;
  /** Path below the content that the folder is mounted at. */
  below?: string;
}

function contentPlaces(
  { tree, folder }: SiteFolder,
  config: object,
  { codes }: Languages,
): ContentPlace[] {
  const declared = entriesAt(config, "languages").flatMap(([code, each]) => {
    const own = contentDirOf(each);
    return own === null ? [] : [{ folder: joinPath(folder, own), language: code.toLowerCase() }];
  });
  const mounts = listAt(config, "module", "mounts").flatMap((each) => {
    const [source, target] = [textAt(each, "source"), textAt(each, "target")];
    if (source === null || !/^content(?:\/|$)/.test(target ?? "")) return [];
    const language = textAt(each, "lang") ?? textsAt(each, "sites", "matrix", "languages")[0] ?? "";
    const below = target?.slice("content".length) ?? "";
    return [{ folder: joinPath(folder, source), language: language.toLowerCase(), below }];
  });
  const content = joinPath(folder, contentDirOf(config) ?? "content");
  const own = mounts.length === 0 ? [{ folder: content, language: "" }] : [];
  const all = [...declared, ...mounts, ...own].flatMap((each) =>
    each.folder !== null && tree.hasFolder(each.folder) ? [{ ...each, folder: each.folder }] : [],
  );
  const [only] = codes;
  const named = only && codes.length === 1 ? all.map((each) => ({ ...each, language: only })) : all;
  const unique = new Map(named.toReversed().map((each) => [each.folder, each]));
  return [...unique.values()].toReversed();
}

interface Rule extends Languages {
  config: object;
  ugly: boolean;
}

function collectionOf(place: ContentPlace, rule: Rule, tree: Tree): Collection {
  const prefix = languagePrefix(place.language, rule);
  return {
    folder: place.folder,
    prefix: `${prefix}${place.below ?? ""}`,
    keys: KEYS,
    addressesOf: (path, matter) => {
      if (!PAGE.test(path) || /(?:^|\/)\./.test(path)) return [];
      const { page, language } = splitLanguage(path.replace(PAGE, ""), rule);
      if (isResource(tree, place.folder, path, page)) return [];
      const start = language === null ? prefix : languagePrefix(language, rule);
      const name = `${place.below?.slice(1) ? `${place.below.slice(1)}/` : ""}${page}`;
      const own = addressOf(name, matter, rule).map((each) => address(start, each));
      return [
        ...own,
        ...textsAt(matter, "aliases").map((each) => aliasOf(each, own[0] ?? "/", start)),
      ];
    },
  };
}

function languagePrefix(language: string, { first, inSubfolder }: Languages): string {
  return language === "" || (language === first && !inSubfolder) ? "" : `/${language}`;
}

function splitLanguage(
  page: string,
  { codes }: Languages,
): { page: string; language: string | null } {
  const mark = page.lastIndexOf(".");
  const code = page.slice(mark + 1).toLowerCase();
  return mark > 0 && codes.includes(code)
    ? { page: page.slice(0, mark), language: code }
    : { page, language: null };
}

/** Files beside an `index.md` belong to its page. */
function isResource(tree: Tree, folder: string, path: string, page: string): boolean {
  if (/^_?index$/.test(nameOf(page))) return false;
  let inner = parentOf(path);
  while (inner !== "") {
    if (tree.has(`${folder}/${inner}/index.md`)) return true;
    inner = parentOf(inner);
  }
  return false;
}

function addressOf(page: string, matter: FrontMatter, rule: Rule): string[] {
  const url = textOf(matter.url);
  if (url !== null && !url.includes("://")) return [url.startsWith("/") ? url : `/${url}`];
  const name = nameOf(page);
  const parent = parentOf(page);
  const end = rule.ugly ? ".html" : "/";
  if (name === "_index" || page === "index") return [lower(address(parent, "/"), rule)];
  const own = name === "index" ? parent : page;
  const slug = textOf(matter.slug);
  const [section = ""] = page.split("/");
  const template =
    textAt(rule.config, "permalinks", "page", section) ??
    textAt(rule.config, "permalinks", section);
  const usual = slug === null ? own : `${parentOf(own)}/${slug}`;
  const path = template === null ? `${usual}${end}` : filled(template, own, matter);
  return [lower(address(path), rule)];
}

/** Hugo writes addresses in lower case and spaces as hyphens. */
function lower(path: string, { config }: Rule): string {
  const spaced = path.replaceAll(" ", "-");
  return valueAt(config, "disablePathToLower") === true ? spaced : spaced.toLowerCase();
}

/** Fills tokens such as `:year`, `:slug`, `:sections`, and `:sections[1:]`. */
function filled(template: string, page: string, matter: FrontMatter): string {
  const sections = parentOf(page).split("/").filter(Boolean);
  const title = (textOf(matter.title) ?? nameOf(page))
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s+/g, "-");
  const date = /^(\d{4})-(\d{2})-(\d{2})/.exec(
    matter.date instanceof Date ? matter.date.toISOString() : (textOf(matter.date) ?? ""),
  );
  const slug = textOf(matter.slug);
  const values: Record<string, string> = {
    year: date?.[1] ?? "",
    month: date?.[2] ?? "",
    day: date?.[3] ?? "",
    section: sections[0] ?? "",
    title,
    slug: slug ?? title,
    slugorfilename: slug ?? nameOf(page),
    slugorcontentbasename: slug ?? nameOf(page),
    filename: nameOf(page),
    contentbasename: nameOf(page),
  };
  return template.replace(
    /:([a-z]+)(?:\[(\d*)(:\d*|:?last)?\])?/g,
    (whole, name: string, from?: string, until?: string) => {
      if (name !== "sections") return values[name] ?? whole;
      const to = until?.replace(":", "");
      return sections
        .slice(Number(from || 0), to === "last" || !to ? undefined : Number(to))
        .join("/");
    },
  );
}

/** An alias without a slash at its start is beside the page. */
function aliasOf(alias: string, own: string, start: string): string {
  if (alias.startsWith("/")) return alias.startsWith(`${start}/`) ? alias : address(start, alias);
  return URL.canParse(alias)
    ? "/"
    : new URL(alias, new URL(own.replace(/(?<![^/])[^/]+\/$/, ""), "http://localhost")).pathname;
}
