import "server-only";
import { parseData } from "../config/data-file.ts";
import { readJs } from "../config/js-values.ts";
import { textAt, textsAt, valueAt } from "../config/values.ts";
import type { FrontMatter } from "../front-matter.ts";
import { joinPath, nameOf, parentOf, type Tree } from "../tree.ts";
import { postSlug } from "./docusaurus.ts";
import type { Collection, Generator } from "./generator.ts";
import { address, textOf, withoutMarkdown } from "./paths.ts";

// Rules of https://v1.docusaurus.io/docs/en/doc-markdown, /docs/en/versioning, /docs/en/translation, and /docs/en/blog.

/** Docusaurus 1: `siteConfig.js` in a folder beside that of the pages. */
export const docusaurus1: Generator = {
  name: "docusaurus",
  marks: /^(?:(.*)\/)?siteConfig\.js$/,
  async read({ tree, folder, mark, languages }) {
    const source = await tree.text(mark);
    const config = source === null ? undefined : readJs(source).exported;
    const docs = joinPath(folder, "..", textAt(config, "customDocsPath") ?? "docs");
    if (docs === null || !tree.hasFolder(docs)) return null;
    const below = (name: string) => joinPath(folder, name) ?? "";
    const names = await tree.text(below("versions.json"));
    const route = valueAt(config, "docsUrl");
    const site: Site = {
      tree,
      root: folder,
      docs,
      route: typeof route === "string" ? route : "docs",
      end: valueAt(config, "cleanUrl") === true ? "" : ".html",
      versions: names === null ? [] : textsAt(parseData("versions.json", names)),
      isTranslated: tree.has(below("languages.js")),
    };
    const codes = tree.folders(below("translated_docs"));
    return {
      folder: docs,
      address: `${textAt(config, "url") ?? ""}${address(textAt(config, "baseUrl") ?? "")}`,
      languages: [...new Set([...(site.isTranslated ? ["en"] : []), ...codes, ...languages])],
      collections: [...["", ...codes].flatMap((code) => docsOf(site, code)), blogOf(site)],
    };
  },
};

interface Site {
  tree: Tree;
  root: string;
  docs: string;
  route: string;
  end: string;
  /** The newest first. */
  versions: readonly string[];
  /** Whether the language is in the address that is published, also English. */
  isTranslated: boolean;
}

/** Returns the rules for the pages of one language, in the next version and in each released one. */
function docsOf(site: Site, code: string): Collection[] {
  const translated = joinPath(site.root, "translated_docs", code) ?? "";
  const versioned = code === "" ? joinPath(site.root, "versioned_docs") : translated;
  const current = code === "" ? site.docs : translated;
  const next = docsRule(site, code, current, () => [site.versions.length > 0 ? "next" : ""]);
  const folderOf = (version: string) => `${versioned}/version-${version}`;
  const all = site.versions.map((version, at) =>
    docsRule(site, code, folderOf(version), (path) => {
      // A version only has its changed pages. The others are taken from the version before.
      const newer = site.versions.slice(0, at).toReversed();
      const changed = newer.findIndex((each) => site.tree.has(`${folderOf(each)}/${path}`));
      const same = [version, ...(changed < 0 ? newer : newer.slice(0, changed))];
      return same.map((each) => (each === site.versions[0] ? "" : each));
    }),
  );
  return [next, ...all];
}

function docsRule(
  { route, end, isTranslated }: Site,
  code: string,
  folder: string,
  versionsOf: (path: string) => readonly string[],
): Collection {
  // Links with a language stay in use where a site has no translations anymore.
  const usual = isTranslated ? ["en", ""] : ["", "en"];
  const codes = code === "" ? usual : [code];
  return {
    folder,
    prefix: route === "" ? "" : `/${route}`,
    keys: ["id"],
    addressesOf: (path, matter) => {
      const page = withoutMarkdown(path);
      if (page === null) return [];
      const name = address(parentOf(page), idOf(nameOf(page), matter));
      return codes.flatMap((each) =>
        versionsOf(path).map((version) => address(route, each, version, `${name}${end}`)),
      );
    },
  };
}

/** `version-1.0-setup` is the ID of `setup` in a version, which `original_id` says as well. */
function idOf(name: string, matter: FrontMatter): string {
  return textOf(matter.original_id) ?? textOf(matter.id) ?? name;
}

function blogOf({ root, end }: Site): Collection {
  return {
    folder: joinPath(root, "blog") ?? "",
    prefix: "/blog",
    keys: [],
    addressesOf: (path) => {
      const page = withoutMarkdown(path);
      return page === null ? [] : [address("blog", `${postSlug(page)}${end}`)];
    },
  };
}
