import "server-only";
import { parseData } from "../config/data-file.ts";
import { textAt } from "../config/values.ts";
import { joinPath, nameOf, type Tree } from "../tree.ts";
import type { Generator, Redirect } from "./generator.ts";
import { addressWithIndex } from "./paths.ts";

// Rules of https://www.sphinx-doc.org/en/master/usage/configuration.html, https://sphinxext-rediraffe.readthedocs.io, and,
// for Jupyter Book 1, https://jupyterbook.org/v1/structure/toc.html.

const PAGE = /\.(?:rst|md|txt|ipynb)$/i;

/** Sphinx, with pages as files (`html`) or as folders (`dirhtml`), and Jupyter Book 1. */
export const sphinx: Generator = {
  name: "sphinx",
  marks: /^(?:(.*)\/)?(?:conf\.py|_toc\.yml)$/,
  async read({ tree, folder, mark, languages }) {
    const source = mark === null ? "" : ((await tree.text(mark)) ?? "");
    const isBook = nameOf(mark ?? "") === "_toc.yml";
    const home = isBook
      ? (textAt(parseData("_toc.yml", source), "root") ?? "")
      : (assigned(source, "root_doc") ?? assigned(source, "master_doc") ?? "index");
    const hasHome = [".rst", ".md", ".txt", ".ipynb"].some((end) =>
      tree.has(joinPath(folder, home + end) ?? ""),
    );
    // Other tools have files of these names as well.
    if (mark !== null && !hasHome) return null;
    return {
      folder,
      address: assigned(source, "html_baseurl"),
      languages,
      collections: [
        {
          folder,
          prefix: "",
          keys: [],
          addressesOf: (path) => {
            if (!PAGE.test(path) || /(?:^|\/)(?:\.|_build\/|_templates\/)/.test(path)) return [];
            const page = path.replace(PAGE, "");
            if (page === home) return ["/"];
            return [`/${page}.html`, addressWithIndex(page, /^index$/, "/")];
          },
        },
      ],
      redirects: await redirectsOf(tree, folder, assigned(source, "rediraffe_redirects")),
    };
  },
};

/** Old and new files, a pair in each line. */
async function redirectsOf(tree: Tree, folder: string, file: string | null): Promise<Redirect[]> {
  const text = file === null ? null : await tree.text(joinPath(folder, file) ?? "");
  return (text ?? "").split("\n").flatMap((line) => {
    const [, from, to] = /^\s*"?([^\s"#]{1,500})"?\s+"?([^\s"]{1,500})"?\s*$/.exec(line) ?? [];
    return from && to ? [{ from: `/${from}`, to: `/${to}` }] : [];
  });
}

/** Returns the text that a line assigns to a name: `root_doc = "index"`. */
function assigned(source: string, name: string): string | null {
  const line = source.split("\n").find((each) => each.startsWith(name));
  return /^\w+ {0,9}= {0,9}["']([^"'\n]{1,300})["']/.exec(line ?? "")?.[1] ?? null;
}
