import "server-only";
import { parseData } from "../config/data-file.ts";
import { entriesAt, textAt } from "../config/values.ts";
import { joinPath } from "../tree.ts";
import type { Generator } from "./generator.ts";
import { addressWithIndex, withoutEndSlash } from "./paths.ts";

// Rules of https://gitbook.com/docs/getting-started/git-sync/content-configuration.

/** GitBook with Git Sync. */
export const gitbook: Generator = {
  name: "gitbook",
  weak: true,
  marks: /^(?:(.*)\/)?(?:\.gitbook\.yaml|SUMMARY\.md)$/,
  async read({ tree, folder, mark, languages }) {
    const own = joinPath(folder, ".gitbook.yaml") ?? "";
    const source = mark === null ? null : await tree.text(own);
    // A book of mdBook has a summary as well, mostly in a folder below its configuration.
    if (source === null && mark !== null && isMdBook(tree.has, folder)) return null;
    const config = source === null ? undefined : parseData(own, source);
    const docs = joinPath(folder, textAt(config, "root") ?? "") ?? folder;
    const home = textAt(config, "structure", "readme")?.replace(/^\.?\/+/, "") ?? "README.md";
    return {
      folder: docs,
      address: null,
      languages,
      collections: [
        {
          folder: docs,
          prefix: "",
          keys: [],
          addressesOf: (path) => {
            if (!/\.md$/i.test(path) || /(?:^|\/)(?:\.|SUMMARY\.md$)/i.test(path)) return [];
            const page = path === home ? "/" : addressWithIndex(path.slice(0, -3), /^readme$/i);
            return [withoutEndSlash(page)];
          },
        },
      ],
      redirects: entriesAt(config, "redirects").flatMap(([from, to]) =>
        typeof to === "string" ? [{ from: `/${from}`, to: `/${to.replace(/^\.?\/+/, "")}` }] : [],
      ),
    };
  },
};

function isMdBook(has: (path: string) => boolean, folder: string): boolean {
  return ["", ".."].some((step) => has(joinPath(folder, step, "book.toml") ?? ""));
}
