import "server-only";
import { readJs } from "../config/js-values.ts";
import { textAt, textsAt, valueAt } from "../config/values.ts";
import { joinPath, type Tree } from "../tree.ts";
import type { Collection, Generator } from "./generator.ts";
import { address, hasUnpublishedPart, sourcesAndDestinations, withoutMarkdown } from "./paths.ts";

// Rules of https://nextra.site/docs/file-conventions and https://nextjs.org/docs/app/api-reference/config/next-config-js.

/** Nextra 2 to 4. */
export const nextra: Generator = {
  name: "nextra",
  marks: /^(?:(.*)\/)?next\.config\.[cm]?[jt]s$/,
  async read({ tree, folder, mark, languages }) {
    const source = await tree.text(mark);
    if (mark !== null && !source?.includes("nextra")) return null;
    const js = readJs(source ?? "");
    const locales = textsAt(js.exported, "i18n", "locales");
    const first = textAt(js.exported, "i18n", "defaultLocale") ?? locales[0] ?? "";
    const options = js.calls("nextra").map(({ call }) => call.arguments[0]);
    const declared = options.map((each) => valueAt(each, "contentDirBasePath")).find(Boolean);
    const route = typeof declared === "string" ? declared : catchAllRoute(tree, folder);
    const codes = [...new Set([first, ...locales, ...languages])].filter((code) => code !== "");
    const under = (name: string) =>
      [name, `src/${name}`].map((path) => joinPath(folder, path) ?? "").filter(tree.hasFolder);
    const collections =
      mark === null
        ? [contentRule(folder, "", codes)]
        : [
            ...under("content").map((each) => contentRule(each, route, codes)),
            ...under("pages").map((each) => contentRule(each, "", codes)),
            ...under("app").map(appRule),
          ];
    if (collections.length === 0) return null;
    return {
      folder: collections[0]?.folder ?? folder,
      address: textAt(js.exported, "basePath"),
      languages: codes,
      collections,
      redirects: sourcesAndDestinations(js.exported),
    };
  },
};

/** `app/docs/[[...mdxPath]]/page.jsx` shows the content at `/docs`; segments such as `[lang]` are in the content. */
function catchAllRoute(tree: Tree, folder: string): string {
  const start = folder === "" ? "" : `${folder}/`;
  for (const { path } of tree.files) {
    if (!path.startsWith(start)) continue;
    const route = /^(?:src\/)?app\/(.*?)\[{1,2}\.\.\.mdxPath\]{1,2}\/page\.\w+$/.exec(
      path.slice(start.length),
    )?.[1];
    if (route !== undefined) return address(withoutGroups(route));
  }
  return "/";
}

/** Removes route groups such as `(home)` and parameters such as `[lang]`. */
function withoutGroups(path: string): string {
  return path
    .split("/")
    .filter((part) => !/^[([].*[)\]]$/.test(part))
    .join("/");
}

/** A language is a folder, or a suffix as in `index.en-US.mdx`. */
function contentRule(folder: string, route: string, codes: readonly string[]): Collection {
  const prefix = route.replace(/\/$/, "");
  return {
    folder,
    prefix,
    keys: [],
    addressesOf: (path) => {
      const page = withoutMarkdown(path);
      if (page === null || hasUnpublishedPart(path) || page.includes("[")) return [];
      const end = page.slice(page.lastIndexOf(".") + 1);
      const language = codes.includes(end) ? end : "";
      const name = language === "" ? page : page.slice(0, -end.length - 1);
      const own = withoutGroups(name).replace(/(?:^|\/)index$/, "");
      const [code = "", ...rest] = own.split("/");
      if (codes.includes(code)) return [address(code, prefix, ...rest)];
      const plain = address(prefix, own);
      if (language === "") return [plain];
      return language === codes[0] ? [plain, address(language, plain)] : [address(language, plain)];
    },
  };
}

/** `app/docs/(guides)/install/page.mdx` is `/docs/install`. */
function appRule(folder: string): Collection {
  return {
    folder,
    prefix: "",
    keys: [],
    addressesOf: (path) => {
      if (!/(?:^|\/)page\.mdx?$/.test(path) || hasUnpublishedPart(path) || path.includes("["))
        return [];
      return [address(withoutGroups(path.replace(/(?:^|\/)page\.mdx?$/, "")))];
    },
  };
}
