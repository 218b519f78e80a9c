import "server-only";
import { readJs } from "../config/js-values.ts";
import { entriesAt, textAt, valueAt } from "../config/values.ts";
import { joinPath } from "../tree.ts";
import type { Generator } from "./generator.ts";
import { addressWithIndex } from "./paths.ts";

// Rules of https://vitepress.dev/guide/routing and https://vitepress.dev/reference/site-config.

/** VitePress. */
export const vitepress: Generator = {
  name: "vitepress",
  marks: /^(?:(.*)\/)?\.vitepress\/config(?:\/index)?\.[cm]?[jt]s$/,
  async read({ tree, folder, mark, languages }) {
    const source = await tree.text(mark);
    const config = source === null ? undefined : readJs(source).exported;
    const docs = joinPath(folder, textAt(config, "srcDir") ?? "") ?? folder;
    const end = valueAt(config, "cleanUrls") === true ? "" : ".html";
    const rewrites = entriesAt(config, "rewrites").flatMap(([from, to]) =>
      typeof to === "string" ? [rewriteOf(from, to)] : [],
    );
    const locales = entriesAt(config, "locales").map(([code]) => code.replace(/^\/|\/$/g, ""));
    return {
      folder: docs,
      address: textAt(config, "base"),
      languages: [...locales.filter((code) => code !== "root" && code !== ""), ...languages],
      collections: [
        {
          folder: docs,
          prefix: "",
          keys: [],
          addressesOf: (path) => {
            if (!path.endsWith(".md") || /(?:^|\/)(?:\.|node_modules\/)|\[/.test(path)) return [];
            const moved = firstOf(rewrites, path) ?? path;
            return [addressWithIndex(moved.slice(0, -3), /^index$/, end)];
          },
        },
      ],
    };
  },
};

type Rewrite = (path: string) => string | null;

function firstOf(rewrites: readonly Rewrite[], path: string): string | null {
  for (const rewrite of rewrites) {
    const moved = rewrite(path);
    if (moved !== null) return moved;
  }
  return null;
}

/** Most parameters of a rewrite. */
const MAX_PARAMETERS = 6;

/** `packages/:pkg/src/:rest*` → `:pkg/:rest*`, also with `(.*)` after a name. Other patterns match nothing. */
function rewriteOf(from: string, to: string): Rewrite {
  const names: string[] = [];
  const pattern = from
    .split(/(:\w+(?:\(\.\*\)|\*)?)/)
    .map((part, at) => {
      if (at % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      names.push(/\w+/.exec(part)?.[0] ?? "");
      return /\*/.test(part) ? "(.*)" : "([^/]+)";
    })
    .join("");
  // With a second rest, or two parameters between slashes, matching could take very long.
  const isAmbiguous = from.split("/").some((part) => part.split(":").length > 2);
  if (isAmbiguous || names.length > MAX_PARAMETERS || pattern.split("(.*)").length > 2)
    return () => null;
  const whole = new RegExp(`^${pattern}$`);
  return (path) => {
    const match = whole.exec(path);
    return match
      ? to.replace(/:(\w+)(?:\(\.\*\)|\*)?/g, (_, name) => match[names.indexOf(name) + 1] ?? "")
      : null;
  };
}
