import "server-only";
import { parseData } from "../config/data-file.ts";
import { entriesAt, textAt } from "../config/values.ts";
import { joinPath } from "../tree.ts";
import type { Generator } from "./generator.ts";
import { addressWithIndex } from "./paths.ts";

// Rules of https://rust-lang.github.io/mdBook/format/configuration/general.html and /format/summary.html.

/** mdBook. */
export const mdbook: Generator = {
  name: "mdbook",
  marks: /^(?:(.*)\/)?book\.toml$/,
  async read({ tree, folder, mark, languages }) {
    const source = await tree.text(mark);
    const config = source === null ? undefined : parseData("book.toml", source);
    const src = mark === null ? "" : (textAt(config, "book", "src") ?? "src");
    const docs = joinPath(folder, src) ?? folder;
    const first = firstChapter((await tree.text(joinPath(docs, "SUMMARY.md") ?? "")) ?? "");
    return {
      folder: docs,
      address: textAt(config, "output", "html", "site-url"),
      languages,
      collections: [
        {
          folder: docs,
          prefix: "",
          keys: [],
          addressesOf: (path) => {
            if (!/\.md$/i.test(path) || path === "SUMMARY.md") return [];
            const own = addressWithIndex(
              path.replace(/\.md$/i, ""),
              /^(?:readme|index)$/i,
              ".html",
            );
            return path === first ? [own, "/"] : [own];
          },
        },
      ],
      redirects: entriesAt(config, "output", "html", "redirect").flatMap(([from, to]) =>
        typeof to === "string" ? [{ from, to: joinedAddress(from, to) }] : [],
      ),
    };
  },
};

/** The first chapter is also the home page. */
function firstChapter(summary: string): string | null {
  return /\]\((?:\.\/)?([^()\n]{1,300}\.md)\)/i.exec(summary)?.[1]?.replaceAll("%20", " ") ?? null;
}

/** A redirect leads to an address or, like a link, to one beside the old page. */
function joinedAddress(from: string, to: string): string {
  return URL.canParse(to) ? to : new URL(to, new URL(from, "http://localhost")).pathname;
}
