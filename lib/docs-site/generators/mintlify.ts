import "server-only";
import { parseData } from "../config/data-file.ts";
import { listAt, textAt, valueAt } from "../config/values.ts";
import type { Generator } from "./generator.ts";
import {
  addressWithIndex,
  sourcesAndDestinations,
  withoutEndSlash,
  withoutEndSlashes,
} from "./paths.ts";

// Rules of https://mintlify.com/docs/organize/pages and https://mintlify.com/docs/organize/settings.

/** Mintlify. */
export const mintlify: Generator = {
  name: "mintlify",
  marks: /^(?:(.*)\/)?(?:docs|mint)\.json$/,
  async read({ tree, folder, mark, languages }) {
    const source = await tree.text(mark);
    const config = source === null ? undefined : parseData("docs.json", source);
    // Other tools have a file of this name as well.
    if (mark !== null && valueAt(config, "navigation") === undefined) return null;
    const codes = listAt(config, "navigation", "languages").flatMap((each) => {
      const code = textAt(each, "language");
      return code === null ? [] : [code];
    });
    const first = firstPage(valueAt(config, "navigation"), MAX_DEPTH);
    return {
      folder,
      address: null,
      languages: [...codes, ...languages],
      collections: [
        {
          folder,
          prefix: "",
          keys: [],
          addressesOf: (path) => {
            if (!/\.mdx?$/i.test(path) || /(?:^|\/)(?:\.|node_modules\/)|^snippets\//.test(path))
              return [];
            const page = path.replace(/\.mdx?$/i, "");
            const spelled = withoutEndSlash(addressWithIndex(page, /^index$/i));
            return page === (first ?? "README") ? [spelled, "/"] : [spelled];
          },
        },
      ],
      redirects: sourcesAndDestinations(config),
    };
  },
};

/** Most levels of tabs, groups, and pages. */
const MAX_DEPTH = 12;
/** Keys under which navigation is nested, in the order of the documentation. */
const LEVELS = [
  "languages",
  "versions",
  "tabs",
  "dropdowns",
  "anchors",
  "products",
  "groups",
  "pages",
];

/** The home page shows the first page of the navigation. */
function firstPage(value: unknown, depth: number): string | null {
  if (typeof value === "string") return withoutEndSlashes(value).replace(/^\/+/, "");
  if (depth === 0) return null;
  const parts = Array.isArray(value) ? value : LEVELS.flatMap((level) => listAt(value, level));
  for (const part of parts) {
    const page = firstPage(part, depth - 1);
    if (page !== null) return page;
  }
  return null;
}
