import "server-only";
import { parseData } from "../config/data-file.ts";
import { entriesAt, listAt, textAt, valueAt } from "../config/values.ts";
import { joinPath, nameOf, parentOf, type Tree } from "../tree.ts";
import type { Collection, Generator } from "./generator.ts";
import { type BlogRule, blogRule } from "./mkdocs-blog.ts";
import { includedSites } from "./mkdocs-includes.ts";
import { address, addressWithIndex, isLanguage } from "./paths.ts";

// Rules of https://www.mkdocs.org/user-guide/configuration/, of mkdocs-static-i18n, and of mkdocs-redirects.

/** MkDocs and Material for MkDocs. */
export const mkdocs: Generator = {
  name: "mkdocs",
  marks: /^(?:(.*)\/)?mkdocs\.ya?ml$/,
  async read({ tree, folder, mark, languages }) {
    const config = mark === null ? undefined : await configOf(tree, mark);
    const docs = mark === null ? folder : joinPath(folder, textAt(config, "docs_dir") ?? "docs");
    if (docs === null || !tree.hasFolder(docs)) return null;
    const directories = valueAt(config, "use_directory_urls") !== false;
    const plugin = pluginOf(config, "i18n");
    const siblings = languageFolders(tree, folder, docs);
    // With a folder per language, the English one stands for the whole site.
    const main = `${parentOf(folder)}/en`.replace(/^\//, "");
    if (siblings.length > 0 && folder !== main && tree.has(`${main}/mkdocs.yml`)) return null;
    const codes = localesOf(plugin);
    const structure = textAt(plugin, "docs_structure") ?? "suffix";
    const own = ruleOf(docs, siblings.length > 0 ? prefixOf(siblings, docs) : "", (path) =>
      structure === "folder" ? inFolder(path, codes) : withSuffix(path, codes),
    );
    const included = await includedSites(tree, folder, valueAt(config, "nav"));
    const rules = [
      own,
      ...siblings.filter((each) => each.folder !== docs).map(siblingRule),
      ...included.map((each) => ruleOf(each.folder, each.prefix, own.split)),
    ];
    const blog = blogOf(config);
    return {
      folder: docs,
      address: textAt(config, "site_url"),
      languages: [...codes, ...siblings.map(({ code }) => code), ...languages],
      collections: rules.map((rule) => collectionOf(rule, directories, blog)),
      redirects: entriesAt(pluginOf(config, "redirects"), "redirect_maps").flatMap(([from, to]) =>
        typeof to === "string"
          ? [{ from: pageAddress(from, directories), to: pageAddress(to, directories) }]
          : [],
      ),
    };
  },
};

/** Most configurations that inherit from each other. */
const MAX_PARENTS = 5;

/** Returns the configuration, merged with the one that it inherits. */
async function configOf(tree: Tree, mark: string): Promise<Record<string, unknown>> {
  let config: Record<string, unknown> = {};
  let file: string | null = mark;
  for (let count = 0; file !== null && count < MAX_PARENTS; count++) {
    const text = await tree.text(file);
    const values: unknown = text === null ? undefined : parseData("mkdocs.yml", text);
    config = { ...Object.fromEntries(entriesAt(values)), ...config };
    const parent = textAt(values, "INHERIT");
    file = parent === null ? null : joinPath(parentOf(file), parent);
  }
  return withIncludes(tree, parentOf(mark), config);
}

/** Reads what is in a file of its own: `nav: !include nav.yml`. */
async function withIncludes(tree: Tree, folder: string, config: Record<string, unknown>) {
  const read = { ...config };
  for (const [name, value] of Object.entries(config)) {
    const path = typeof value === "string" ? /^!include (.+)$/.exec(value)?.[1] : undefined;
    if (path === undefined) continue;
    const file = joinPath(folder, path) ?? "";
    read[name] = parseData(file, (await tree.text(file)) ?? "");
  }
  return read;
}

function blogOf(config: unknown): BlogRule | null {
  const names = ["blog", "material/blog"];
  const isListed = listAt(config, "plugins").some((each) => names.includes(String(each)));
  const options = names.map((name) => pluginOf(config, name)).find((each) => each !== undefined);
  return isListed || options !== undefined ? blogRule(options) : null;
}

/** `- name: options` in a list, or `name: options`. */
function pluginOf(config: unknown, name: string): unknown {
  const named = valueAt(config, "plugins", name);
  if (named !== undefined) return named;
  return listAt(config, "plugins")
    .map((each) => valueAt(each, name))
    .find((each) => each !== undefined);
}

/** Returns the languages of the i18n plugin, the default one first. */
function localesOf(plugin: unknown): string[] {
  const languages = listAt(plugin, "languages");
  const ordered = languages.toSorted(
    (one, other) =>
      Number(valueAt(other, "default") === true) - Number(valueAt(one, "default") === true),
  );
  const codes = ordered.map((each) => textAt(each, "locale")).filter((code) => code !== null);
  return codes.length > 0 ? codes : entriesAt(plugin, "languages").map(([code]) => code);
}

/** `page.fr.md` is the French page, and `page.md` or `page.en.md` that in the default language. */
function withSuffix(path: string, codes: readonly string[]): { language: string; path: string } {
  const match = /^(.*)\.([\w-]+)(\.[^.]+)$/.exec(path);
  const [, start = "", code = "", end = ""] = match ?? [];
  if (!codes.includes(code)) return { language: "", path };
  return { language: code === codes[0] ? "" : code, path: start + end };
}

/** `fr/page.md` is the French page, and `en/page.md` that in the default language. */
function inFolder(path: string, codes: readonly string[]): { language: string; path: string } {
  const [code = "", ...rest] = path.split("/");
  if (!codes.includes(code) || rest.length === 0) return { language: "", path };
  return { language: code === codes[0] ? "" : code, path: rest.join("/") };
}

interface LanguageFolder {
  code: string;
  folder: string;
}

/** `docs/en/docs` beside `docs/de/docs`: a folder for each language, and English at the root of the site. */
function languageFolders(tree: Tree, folder: string, docs: string): LanguageFolder[] {
  const inner = docs.startsWith(`${folder}/`) ? docs.slice(folder.length) : "";
  const outer = parentOf(folder);
  if (!isLanguage(nameOf(folder)) || inner === "") return [];
  const codes = tree.folders(outer).filter(isLanguage);
  return codes
    .map((code) => ({ code, folder: `${outer === "" ? "" : `${outer}/`}${code}${inner}` }))
    .filter((each) => tree.hasFolder(each.folder));
}

function prefixOf(siblings: readonly LanguageFolder[], docs: string): string {
  const own = siblings.find(({ folder }) => folder === docs);
  return own && own.code !== "en" ? `/${own.code}` : "";
}

interface Rule {
  folder: string;
  prefix: string;
  split(path: string): { language: string; path: string };
}

function ruleOf(folder: string, prefix: string, split: Rule["split"]): Rule {
  return { folder, prefix, split };
}

function siblingRule({ code, folder }: LanguageFolder): Rule {
  return ruleOf(folder, code === "en" ? "" : `/${code}`, (path) => ({ language: "", path }));
}

function collectionOf(
  { folder, prefix, split }: Rule,
  directories: boolean,
  blog: BlogRule | null,
): Collection {
  return {
    folder,
    prefix,
    keys: blog ? ["date"] : [],
    titled: blog !== null,
    addressesOf: (path, matter) => {
      if (!/\.(?:md|markdown|mkd)$/i.test(path) || /(?:^|\/)\./.test(path)) return [];
      const { language, path: own } = split(path);
      const isPost = blog !== null && own.startsWith(`${blog.posts}/`);
      const page = isPost ? `${blog.pathOf(withoutEnd(own), matter)}.md` : own;
      return [address(prefix, language, pageAddress(page, directories))];
    },
  };
}

function withoutEnd(path: string): string {
  return path.replace(/\.(?:md|markdown|mkd)$/i, "");
}

function pageAddress(path: string, directories: boolean): string {
  if (/^https?:\/\//.test(path)) return path;
  return addressWithIndex(withoutEnd(path), /^(?:index|readme)$/i, directories ? "/" : ".html");
}
