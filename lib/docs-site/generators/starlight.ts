import "server-only";
import { githubSlug } from "../../text/github-slug.ts";
import { Call } from "../config/js-reader.ts";
import { readJs } from "../config/js-values.ts";
import { entriesAt, listAt, textAt } from "../config/values.ts";
import { joinPath } from "../tree.ts";
import type { Collection, Generator, Redirect } from "./generator.ts";
import { address, hasUnpublishedPart, textOf, withoutEndSlashes } from "./paths.ts";

// Rules of https://starlight.astro.build/guides/pages/ and https://docs.astro.build/en/guides/content-collections/.

const PAGE = /\.(?:mdx?|markdown|mdown|mdoc)$/i;

/** Starlight, and other Astro sites with the collection `docs`. */
export const starlight: Generator = {
  name: "starlight",
  marks:
    /^(?:(.*)\/)?astro\.config\.[cm]?[jt]s$|^(?=.*\.(?:md|mdx|mdoc)$)(?:(.*)\/)?src\/content\/docs\//,
  async read({ tree, folder, mark, languages }) {
    const source = mark?.includes("astro.config.") ? await tree.text(mark) : null;
    const config = source === null ? undefined : readJs(source).exported;
    const starlightOptions = listAt(config, "integrations").find(
      (each): each is Call => each instanceof Call && each.name === "starlight",
    )?.arguments[0];
    const src = joinPath(folder, textAt(config, "srcDir") ?? "src") ?? "";
    const docs = mark === null ? folder : `${src}/content/docs`;
    const pages = `${src}/pages`;
    const collections = [collection(docs), pagesFolder(pages)].filter((each) =>
      tree.hasFolder(each.folder),
    );
    if (collections.length === 0) return null;
    const site = textAt(config, "site");
    const base = textAt(config, "base");
    const locales = entriesAt(starlightOptions, "locales").map(([code]) => code);
    const first = textAt(starlightOptions, "defaultLocale");
    const codes = [...(first === null ? [] : [first]), ...locales, ...languages];
    return {
      folder: collections[0]?.folder ?? docs,
      address: base === null ? site : `${withoutEndSlashes(site ?? "")}${address(base)}`,
      languages: [...new Set(codes)].filter((code) => code !== "root"),
      collections,
      redirects: redirectsOf(config),
    };
  },
};

function collection(folder: string): Collection {
  return {
    folder,
    prefix: "",
    keys: ["slug"],
    addressesOf: (path, matter) => {
      if (!PAGE.test(path) || hasUnpublishedPart(path)) return [];
      const parts = path.replace(PAGE, "").split("/").map(githubSlug);
      const id = textOf(matter.slug) ?? parts.join("/");
      const page = id.replace(/(?:^|\/)index$/, "");
      return [page === "" ? "/" : address(page, "/")];
    },
  };
}

function pagesFolder(folder: string): Collection {
  return {
    folder,
    prefix: "",
    keys: [],
    addressesOf: (path) => {
      if (!PAGE.test(path) || /(?:^|\/)_|\[/.test(path)) return [];
      const page = path.replace(PAGE, "").replace(/(?:^|\/)index$/, "");
      return [page === "" ? "/" : address(page, "/")];
    },
  };
}

function redirectsOf(config: unknown): Redirect[] {
  return entriesAt(config, "redirects").flatMap(([from, value]) => {
    const to = typeof value === "string" ? value : textAt(value, "destination");
    return to === null ? [] : [{ from: withNames(from), to: withNames(to) }];
  });
}

/** `/old/[...slug]` and `/old/[slug]` are `/old/:slug*` and `/old/:slug`. */
function withNames(path: string): string {
  return path.replace(/\[\.\.\.(\w{1,60})\]/g, ":$1*").replace(/\[(\w{1,60})\]/g, ":$1");
}
