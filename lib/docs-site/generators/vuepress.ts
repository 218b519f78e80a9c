import "server-only";
import { parseData } from "../config/data-file.ts";
import { readJs } from "../config/js-values.ts";
import { entriesAt, textAt } from "../config/values.ts";
import type { Generator } from "./generator.ts";
import { addressWithIndex, textOf } from "./paths.ts";

// Rules of https://vuepress.vuejs.org/guide/page.html.

/** VuePress 1 and 2. */
export const vuepress: Generator = {
  name: "vuepress",
  marks: /^(?:(.*)\/)?\.vuepress\/config\.(?:[cm]?[jt]s|ya?ml|toml)$/,
  async read({ tree, folder, mark, languages }) {
    const source = await tree.text(mark);
    const config = source === null ? undefined : configOf(mark ?? "", source);
    const locales = entriesAt(config, "locales").map(([path]) => path.replace(/^\/|\/$/g, ""));
    return {
      folder,
      address: textAt(config, "base"),
      languages: [...locales.filter((code) => code !== ""), ...languages],
      collections: [
        {
          folder,
          prefix: "",
          keys: ["permalink"],
          addressesOf: (path, matter) => {
            if (!path.endsWith(".md") || /(?:^|\/)(?:\.|node_modules\/)/.test(path)) return [];
            const own = addressWithIndex(path.slice(0, -3), /^(?:index|readme)$/i, ".html");
            const permalink = textOf(matter.permalink);
            return permalink === null ? [own] : [`/${permalink.replace(/^\/+/, "")}`, own];
          },
        },
      ],
    };
  },
};

function configOf(mark: string, source: string): unknown {
  return /\.(?:ya?ml|toml)$/.test(mark) ? parseData(mark, source) : readJs(source).exported;
}
