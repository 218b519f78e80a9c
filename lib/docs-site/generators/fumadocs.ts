import "server-only";
import { Call } from "../config/js-reader.ts";
import { type JsFile, readJs } from "../config/js-values.ts";
import { listAt, textAt, textsAt, valueAt } from "../config/values.ts";
import { joinPath, type Tree } from "../tree.ts";
import type { Collection, Generator } from "./generator.ts";
import {
  address,
  hasUnpublishedPart,
  isLanguage,
  sourcesAndDestinations,
  withoutEndSlash,
  withoutEndSlashes,
  withoutMarkdown,
} from "./paths.ts";

// Rules of https://fumadocs.dev/docs/headless/source-api, /docs/page-conventions, and /docs/internationalization.

/** Fumadocs. */
export const fumadocs: Generator = {
  name: "fumadocs",
  marks: /^(?:(.*)\/)?source\.config\.[cm]?[jt]sx?$/,
  async read({ tree, folder, mark, languages }) {
    const files = mark === null ? [] : await sourceFiles(tree, folder, mark);
    const i18n = files.flatMap((file) => file.calls("defineI18n"))[0]?.call.arguments[0];
    const codes = [...new Set([...textsAt(i18n, "languages"), ...languages])];
    const rule: Languages = {
      codes,
      computed: i18n !== undefined && codes.length === 0,
      first: textAt(i18n, "defaultLanguage") ?? "",
      inFolders: valueAt(i18n, "parser") === "dir",
      hidden: textAt(i18n, "hideLocale") ?? "never",
    };
    const places = mark === null ? [{ folder, base: "/docs" }] : placesOf(tree, folder, files);
    const collections = places.map((place) => collectionOf(place, rule));
    if (collections.length === 0) return null;
    return {
      folder: collections[0]?.folder ?? folder,
      address: null,
      languages: rule.codes.toSorted((code) => (code === rule.first ? -1 : 1)),
      collections,
      redirects: sourcesAndDestinations(await nextConfig(tree, folder)),
    };
  },
};

async function nextConfig(tree: Tree, folder: string): Promise<unknown> {
  const names = ["mjs", "ts", "js", "cjs"].map(
    (end) => joinPath(folder, `next.config.${end}`) ?? "",
  );
  const text = await tree.text(names.find(tree.has) ?? "");
  return text === null ? undefined : readJs(text).exported;
}

/** Most source files that are read for loaders. */
const MAX_SOURCES = 12;

/** Reads the files that usually define collections, loaders, and languages. */
async function sourceFiles(tree: Tree, folder: string, mark: string): Promise<JsFile[]> {
  const start = folder === "" ? "" : `${folder}/`;
  const usual = /^(?:src\/)?(?:[\w-]+\/){0,2}(?:source|i18n)(?:\/[\w-]+)?\.[cm]?[jt]sx?$/;
  const names = tree.files
    .filter(({ path }) => path.startsWith(start) && usual.test(path.slice(start.length)))
    .map(({ path }) => path);
  const texts = await Promise.all([mark, ...names.slice(0, MAX_SOURCES)].map(tree.text));
  return texts.map((text) => readJs(text ?? ""));
}

interface ContentPlace {
  folder: string;
  base: string;
}

/** Returns the folders of the collections that loaders publish, and where. */
function placesOf(tree: Tree, folder: string, files: readonly JsFile[]): ContentPlace[] {
  const found: ContentPlace[] = [];
  for (const { call } of files.flatMap((file) => file.calls("loader"))) {
    const base = call.arguments.map((each) => baseUrlOf(each, files)).find((each) => each !== null);
    for (const name of collectionsIn(call.arguments, MAX_DEPTH)) {
      const path = joinPath(folder, folderOf(name, files));
      if (base && path !== null && tree.hasFolder(path)) found.push({ folder: path, base });
    }
  }
  const usual = joinPath(folder, "content/docs") ?? "";
  return found.length > 0 || !tree.hasFolder(usual) ? found : [{ folder: usual, base: "/docs" }];
}

function baseUrlOf(options: unknown, files: readonly JsFile[]): string | null {
  const own = textAt(options, "baseUrl");
  if (own !== null || valueAt(options, "source") === undefined) return own;
  // A constant of another file, as the starter has it.
  return (
    files.map((file) => file.constant("docsRoute")).find((each) => typeof each === "string") ??
    "/docs"
  );
}

/** Most levels of sources within sources. */
const MAX_DEPTH = 4;

/** Returns the collections in `docs.toFumadocsSource()` and `createMDXSource(docs, meta)`. */
function collectionsIn(value: unknown, depth: number): string[] {
  if (depth === 0 || typeof value !== "object" || value === null) return [];
  if (value instanceof Call) {
    const own = /^(\w+)\.to(?:Fumadocs)?Source$/.exec(value.name)?.[1];
    return own === undefined ? (value.name === "createMDXSource" ? ["docs"] : []) : [own];
  }
  return Object.values(value).flatMap((each) => collectionsIn(each, depth - 1));
}

function folderOf(name: string, files: readonly JsFile[]): string {
  for (const file of files) {
    const defined = file.constant(name);
    const dir = defined instanceof Call ? listAt(defined.arguments[0], "dir")[0] : undefined;
    if (typeof dir === "string") return dir;
  }
  return `content/${name}`;
}

interface Languages {
  codes: readonly string[];
  /** Whether the site has languages that its configuration computes: any code is one. */
  computed: boolean;
  first: string;
  inFolders: boolean;
  /** `hideLocale`. */
  hidden: string;
}

function collectionOf({ folder, base }: ContentPlace, languages: Languages): Collection {
  const prefix = withoutEndSlashes(base);
  return {
    folder,
    prefix,
    keys: [],
    addressesOf: (path) => {
      const page = withoutMarkdown(path);
      if (page === null || hasUnpublishedPart(path)) return [];
      const { language, name } = splitLanguage(page, languages);
      const parts = name.split("/").filter((part) => !/^\(.*\)$/.test(part));
      const own = address(prefix, parts.join("/").replace(/(?:^|\/)index$/, ""));
      const spelled = withoutEndSlash(own);
      if (languages.codes.length === 0 && !languages.computed) return [spelled];
      const code = language === "" ? languages.first : language;
      const localized = withoutEndSlash(address(code, spelled));
      if (code !== languages.first) return [localized];
      return languages.hidden === "never" ? [localized, spelled] : [spelled, localized];
    },
  };
}

function splitLanguage(page: string, { codes, computed, inFolders }: Languages) {
  const mark = inFolders ? page.indexOf("/") : page.lastIndexOf(".");
  const code = mark < 0 ? "" : inFolders ? page.slice(0, mark) : page.slice(mark + 1);
  const isCode = codes.includes(code) || (computed && isLanguage(code));
  if (!isCode) return { language: "", name: page };
  return { language: code, name: inFolders ? page.slice(mark + 1) : page.slice(0, mark) };
}
