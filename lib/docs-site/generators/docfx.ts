import "server-only";
import { parseData } from "../config/data-file.ts";
import { listAt, textAt } from "../config/values.ts";
import { joinPath, type Tree } from "../tree.ts";
import type { Collection, Generator, Redirect } from "./generator.ts";
import { address, addressWithIndex, withoutEndSlashes } from "./paths.ts";

// Rules of https://dotnet.github.io/docfx/docs/config.html and https://learn.microsoft.com/contribute/.

/** DocFX, also as Microsoft Learn publishes it: `/en-us/windows/wsl/install`. */
export const docfx: Generator = {
  name: "docfx",
  marks: /^(?:(.*)\/)?docfx\.json$/,
  async read({ tree, folder, mark, languages }) {
    const source = await tree.text(mark);
    const config = source === null ? undefined : parseData("docfx.json", source);
    const breadcrumb = textAt(config, "build", "globalMetadata", "breadcrumb_path");
    const base = breadcrumb?.startsWith("/") ? breadcrumb.replace(/\/[^/]+\/[^/]+$/, "") : null;
    // Learn publishes without an extension.
    const end = breadcrumb === null ? ".html" : "";
    const content = listAt(config, "build", "content");
    const collections = (content.length === 0 ? [{}] : content).map((each): Collection => {
      const prefix = withoutEndSlashes(textAt(each, "dest") ?? "").replace(/^\.?\/*/, "");
      return {
        folder: joinPath(folder, textAt(each, "src") ?? "") ?? folder,
        prefix: prefix === "" || prefix === "." ? "" : `/${prefix}`,
        keys: [],
        addressesOf: (path) => addressesOf(path, prefix, end),
      };
    });
    return {
      folder,
      address: base,
      languages,
      // Several lists of files in one folder are one rule.
      collections: [...new Map(collections.map((each) => [each.folder, each])).values()],
      redirects: await redirectsOf(tree, folder),
    };
  },
};

function addressesOf(path: string, prefix: string, end: string): string[] {
  const isPage = /\.md$/i.test(path) || /(?:^|\/)index\.ya?ml$/i.test(path);
  if (!isPage || /(?:^|\/)(?:\.|includes\/|obj\/)|^(?:README|LICENSE)/i.test(path)) return [];
  return [address(prefix, addressWithIndex(path.replace(/\.(?:md|ya?ml)$/i, ""), /^index$/i, end))];
}

/** Old files and where they lead: `source_path` is a file of the repository. */
async function redirectsOf(tree: Tree, folder: string): Promise<Redirect[]> {
  const names = ["", folder].map(
    (each) => joinPath(each, ".openpublishing.redirection.json") ?? "",
  );
  const found: Redirect[] = [];
  for (const name of new Set(names)) {
    const text = await tree.text(name);
    if (text === null) continue;
    for (const each of listAt(parseData(name, text), "redirections")) {
      const [from, to] = [textAt(each, "source_path"), textAt(each, "redirect_url")];
      const start = folder === "" ? "" : `${folder}/`;
      if (from?.startsWith(start) && to) found.push({ from: `/${from.slice(start.length)}`, to });
    }
  }
  return found;
}
