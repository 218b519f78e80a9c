import "server-only";
import { readJs } from "../config/js-values.ts";
import { entriesAt, textAt, textsAt } from "../config/values.ts";
import { joinPath, type Tree } from "../tree.ts";
import type { Generator } from "./generator.ts";
import { addressWithIndex } from "./paths.ts";

// Rules of https://docsify.js.org/#/configuration and https://docsify.js.org/#/more-pages.

/** docsify. Its pages are behind `/#` unless `routerMode` is `history`. */
export const docsify: Generator = {
  name: "docsify",
  marks: /^(?:(.*)\/)?index\.html$/,
  async read({ tree, folder, mark, languages }) {
    const script = mark === null ? "" : await scriptIn(tree, folder, mark);
    if (script === null) return null;
    const config = readJs(script).assigned("$docsify");
    const base = textAt(config, "basePath") ?? "";
    // The files are elsewhere, so that no address leads to a file of this repository.
    if (URL.canParse(base) || base.startsWith("//")) return null;
    const docs = joinPath(folder, base.replace(/^\/+/, "")) ?? folder;
    const home = textAt(config, "homepage") ?? "README.md";
    const ext = textAt(config, "ext") ?? ".md";
    const codes = textsAt(config, "fallbackLanguages");
    return {
      folder: docs,
      address: null,
      languages: [...codes, ...languages],
      hash: textAt(config, "routerMode") !== "history",
      collections: [
        {
          folder: docs,
          prefix: "",
          keys: [],
          addressesOf: (path) => {
            if (!path.endsWith(ext) || /(?:^|\/)[._]|node_modules\//.test(path)) return [];
            const page = path.slice(0, -ext.length);
            const own = addressWithIndex(page, /^README$/i);
            return path === home.replace(/^\.?\/+/, "") ? ["/", `/${page}`] : [own];
          },
        },
      ],
      redirects: entriesAt(config, "alias").flatMap(([from, to]) =>
        // Other patterns are regular expressions of the site.
        typeof to === "string" && /^[\w/.-]*$/.test(from) ? [{ from, to }] : [],
      ),
    };
  },
};

/** Returns the script of a page that configures docsify; null if it has none. */
async function scriptIn(tree: Tree, folder: string, file: string): Promise<string | null> {
  const beside = ["README.md", "_sidebar.md", ".nojekyll"].map(
    (name) => joinPath(folder, name) ?? "",
  );
  // Most files of this name deep in a repository are built pages: they aren't read.
  if (folder.includes("/") && !beside.some(tree.has)) return null;
  const html = (await tree.text(file)) ?? "";
  return /\$docsify[\s\S]*?(?=<\/script>|$)/.exec(html)?.[0] ?? null;
}
