import "server-only";
import { parseData } from "../config/data-file.ts";
import { textAt } from "../config/values.ts";
import { joinPath } from "../tree.ts";
import type { Generator } from "./generator.ts";
import { address, hasUnpublishedPart } from "./paths.ts";

// Rules of https://docs.antora.org/antora/latest/how-antora-builds-urls/.

/** A component of Antora: `modules/{module}/pages` is published at `/{component}/{version}/{module}`. */
export const antora: Generator = {
  name: "antora",
  marks: /^(?:(.*)\/)?antora\.ya?ml$/,
  async read({ tree, folder, mark, languages }) {
    const source = await tree.text(mark);
    const config = source === null ? undefined : parseData("antora.yml", source);
    const modules = joinPath(folder, "modules") ?? "";
    if (!tree.hasFolder(modules)) return null;
    const component = rootless(textAt(config, "name") ?? "");
    const version = textAt(config, "version") ?? "";
    return {
      folder: modules,
      address: null,
      languages,
      collections: [
        {
          folder: modules,
          prefix: "",
          keys: [],
          addressesOf: (path) => {
            const [, module = "", page] = /^([^/]+)\/pages\/(.+)\.adoc$/.exec(path) ?? [];
            if (page === undefined || hasUnpublishedPart(page)) return [];
            const own = address(rootless(module), `${page}.html`);
            return [address(component, version, own), address(component, own), own];
          },
        },
      ],
      // The folder also occurs in versions on other branches.
      redirects: component === "" ? [] : [{ from: `/${component}/*`, to: "/*" }],
    };
  },
};

/** The module `ROOT` isn't part of the address. */
function rootless(name: string): string {
  return name === "ROOT" ? "" : name;
}
