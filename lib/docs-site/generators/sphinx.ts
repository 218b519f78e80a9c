import "server-only";
import { joined } from "../tree.ts";
import type { Generator } from "./generator.ts";
import { addressWithIndex } from "./paths.ts";

// Rules of https://www.sphinx-doc.org/en/master/usage/configuration.html.

const PAGE = /\.(?:rst|md|txt|ipynb)$/i;

/** Sphinx, with pages as files (`html`) or as folders (`dirhtml`). */
export const sphinx: Generator = {
  name: "sphinx",
  marks: /^(?:(.*)\/)?conf\.py$/,
  async read({ tree, folder, mark, languages }) {
    const source = mark === null ? "" : ((await tree.text(mark)) ?? "");
    const home = assigned(source, "root_doc") ?? assigned(source, "master_doc") ?? "index";
    const hasHome = [".rst", ".md", ".txt"].some((end) =>
      tree.has(joined(folder, home + end) ?? ""),
    );
    // Other tools have a `conf.py` as well.
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
    };
  },
};

/** Returns the text that a line assigns to a name: `root_doc = "index"`. */
function assigned(source: string, name: string): string | null {
  const line = source.split("\n").find((each) => each.startsWith(name));
  return /^\w+ {0,9}= {0,9}["']([^"'\n]{1,300})["']/.exec(line ?? "")?.[1] ?? null;
}
