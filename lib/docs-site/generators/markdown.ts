import "server-only";
import type { FrontMatter } from "../front-matter.ts";
import { ANY_INDEX, PAGE_END } from "../page-files.ts";
import type { Generator } from "./generator.ts";
import { address, addressWithIndex, textOf } from "./paths.ts";

const INDEX = new RegExp(`^(?:${ANY_INDEX})$`, "i");
const NUMBER = /(^|\/)\d+[-_.]+(?=[^/\d])/g;

/**
 * A folder of Markdown, reStructuredText, or AsciiDoc that no generator is recognized in. Its pages are also found
 * at the addresses that generators usually give them: without numbers that order files, at the address that the front matter
 * names, and below the folder's own name.
 */
export const markdown: Generator = {
  name: "markdown",
  marks: /(?!)/,
  async read({ folder, languages }) {
    const rule = {
      folder,
      prefix: "",
      keys: ["slug", "permalink", "url"],
      addressesOf: (path: string, matter: FrontMatter) => {
        if (!PAGE_END.test(path) || /(?:^|\/)\./.test(path)) return [];
        const bare = path.replace(PAGE_END, "");
        const own = addressWithIndex(bare, INDEX);
        const all = [
          own,
          addressWithIndex(bare.replace(NUMBER, "$1"), INDEX),
          ...named(own, matter),
        ];
        const below = folder.slice(folder.lastIndexOf("/") + 1);
        return folder === "" ? all : [...all, ...all.map((each) => address(below, each))];
      },
    };
    return { folder, address: null, languages, collections: [rule] };
  },
};

function named(own: string, { slug, permalink, url }: FrontMatter): string[] {
  return [slug, permalink, url].flatMap((value) => {
    const text = textOf(value);
    if (text === null || text.includes("://")) return [];
    return [text.startsWith("/") ? text : own.slice(0, own.lastIndexOf("/") + 1) + text];
  });
}
