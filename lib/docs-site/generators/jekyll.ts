import "server-only";
import { parseData } from "../config/data-file.ts";
import { entriesAt, listAt, textAt, textsAt, valueAt } from "../config/values.ts";
import type { FrontMatter } from "../front-matter.ts";
import { joinPath, nameOf, parentOf } from "../tree.ts";
import type { Collection, Generator } from "./generator.ts";
import { address, textOf } from "./paths.ts";

// Rules of https://jekyllrb.com/docs/permalinks/, /docs/collections/, and https://github.com/jekyll/jekyll-redirect-from.

const PAGE = /\.(?:md|markdown|mkdown|mkd|html)$/i;
const KEYS = ["permalink", "redirect_from", "slug", "date", "categories", "category"];
const DATE = "/:categories/:year/:month/:day/:title:output_ext";
/** Names of permalink styles. */
const STYLES: Record<string, string> = {
  date: DATE,
  pretty: "/:categories/:year/:month/:day/:title/",
  none: "/:categories/:title:output_ext",
};

/** Jekyll, also as GitHub Pages runs it. */
export const jekyll: Generator = {
  name: "jekyll",
  weak: true,
  marks: /^(?:(.*)\/)?_config\.yml$/,
  async read({ tree, folder, mark, languages }) {
    // Jupyter Book has a `_config.yml` as well.
    if (mark !== null && tree.has(joinPath(folder, "_toc.yml") ?? "")) return null;
    const source = await tree.text(mark);
    const config = source === null ? undefined : parseData("_config.yml", source);
    const below = (within: string, key: string) =>
      joinPath(within, textAt(config, key) ?? "") ?? within;
    const docs = below(folder, "source");
    const style = textAt(config, "permalink") ?? "date";
    const parent = below(docs, "collections_dir");
    const declared = valueAt(config, "collections");
    const names = Array.isArray(declared)
      ? textsAt(declared)
      : entriesAt(declared).map(([name]) => name);
    const collections = ["posts", ...names.filter((name) => name !== "posts")].map((name) => {
      const own = textAt(declared, name, "permalink");
      const usual = name === "posts" ? (STYLES[style] ?? style) : "/:collection/:path:output_ext";
      return collectionRule(
        joinPath(parent, `_${name}`) ?? "",
        name,
        own ?? defaultOf(config, name) ?? usual,
      );
    });
    const pretty = style === "pretty" || style.endsWith("/");
    const address = ["url", "baseurl"].map((key) => textAt(config, key) ?? "").join("");
    return {
      folder: docs,
      address: address || null,
      languages,
      collections: [pagesRule(docs, pretty), ...collections].filter((each) =>
        tree.hasFolder(each.folder),
      ),
    };
  },
};

/** Returns the permalink that front matter defaults give a collection. */
function defaultOf(config: unknown, name: string): string | null {
  const fitting = listAt(config, "defaults").filter(
    (each) => textAt(each, "scope", "type") === name,
  );
  return (
    fitting.map((each) => textAt(each, "values", "permalink")).find((each) => each !== null) ?? null
  );
}

function pagesRule(folder: string, pretty: boolean): Collection {
  return {
    folder,
    prefix: "",
    keys: KEYS,
    addressesOf: (path, matter) => {
      if (!PAGE.test(path) || /(?:^|\/)(?:[._~#]|node_modules\/|vendor\/)/.test(path)) return [];
      const page = path.replace(PAGE, "");
      const parent = parentOf(page);
      const isIndex = nameOf(page) === "index" || nameOf(page) === "README";
      const own = isIndex ? address(parent, "/") : address(`${page}${pretty ? "/" : ".html"}`);
      return withMatter(own, matter, { path: page, title: nameOf(page) });
    },
  };
}

function collectionRule(folder: string, name: string, template: string): Collection {
  return {
    folder,
    prefix: template.startsWith("/:collection/") ? `/${name}` : "",
    keys: KEYS,
    addressesOf: (path, matter) => {
      if (!PAGE.test(path) || /(?:^|\/)\./.test(path)) return [];
      const page = path.replace(PAGE, "");
      const dated = /^(\d{4})-(\d{1,2})-(\d{1,2})-(.*)$/.exec(nameOf(page));
      if (name === "posts" && !dated) return [];
      const title = textOf(matter.slug) ?? dated?.[4] ?? nameOf(page);
      const [year = "", month, day] = dateOf(matter.date) ?? dated?.slice(1, 4) ?? [];
      const values = {
        collection: name,
        path: page,
        name: nameOf(page),
        title,
        slug: title,
        categories: categoriesOf(matter),
        year,
        month: month?.padStart(2, "0") ?? "",
        day: day?.padStart(2, "0") ?? "",
        i_month: String(Number(month)),
        i_day: String(Number(day)),
      };
      return withMatter(filled(template, values), matter, values);
    },
  };
}

/** A page's own permalink comes first; what redirects to the page leads to it as well. */
function withMatter(
  own: string,
  matter: FrontMatter,
  values: Readonly<Record<string, string>>,
): string[] {
  const permalink = textOf(matter.permalink);
  const published = permalink === null ? own : filled(STYLES[permalink] ?? permalink, values);
  return [published, ...textsAt(matter, "redirect_from").map((each) => address(each))];
}

function filled(template: string, values: Readonly<Record<string, string>>): string {
  const text = template.replace(/:(output_ext|[a-z_]+)/g, (whole, name: string) =>
    name === "output_ext" ? ".html" : (values[name] ?? whole),
  );
  return address(text);
}

function categoriesOf({ categories, category }: FrontMatter): string {
  const all = [categories, category].flatMap((each) =>
    Array.isArray(each) ? each.map(String) : typeof each === "string" ? each.split(/\s+/) : [],
  );
  return all.filter(Boolean).join("/").toLowerCase();
}

function dateOf(value: unknown): string[] | null {
  const text = value instanceof Date ? value.toISOString() : (textOf(value) ?? "");
  const match = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(text);
  return match ? match.slice(1) : null;
}
