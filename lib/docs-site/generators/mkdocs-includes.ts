import "server-only";
import { normalForm } from "../../text/normal-form.ts";
import { parseData } from "../config/data-file.ts";
import { textAt } from "../config/values.ts";
import { joinPath, parentOf, type Tree } from "../tree.ts";

// Rules of https://backstage.github.io/mkdocs-monorepo-plugin/.

/** A site whose pages are published as part of another one. */
export interface IncludedSite {
  folder: string;
  /** `/name`, by the site's name. */
  prefix: string;
}

/** Most sites that are included in another one, and most lists in each other in the navigation. */
const MAX_SITES = 200;
const MAX_DEPTH = 10;

/** Returns the sites that the navigation includes: `- Name: "!include ./name/mkdocs.yml"`. */
export async function includedSites(
  tree: Tree,
  folder: string,
  navigation: unknown,
): Promise<IncludedSite[]> {
  const files = textsIn(navigation).flatMap((text) => configsOf(tree, folder, text));
  const sites: IncludedSite[] = [];
  for (const file of new Set(files.slice(0, MAX_SITES))) {
    const config = parseData(file, (await tree.text(file)) ?? "");
    const docs = joinPath(parentOf(file), textAt(config, "docs_dir") ?? "docs");
    const name = textAt(config, "site_name");
    if (docs !== null && name !== null) sites.push({ folder: docs, prefix: `/${aliasOf(name)}` });
  }
  return sites;
}

function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return [];
  return Object.values(value).flatMap((each) => textsIn(each, depth + 1));
}

/** Returns the configurations of an `!include`, or of an `*include` with a `*` for a folder's name. */
function configsOf(tree: Tree, folder: string, text: string): string[] {
  const [, kind, path = ""] = /^([!*])include (.*\.ya?ml)$/.exec(text) ?? [];
  const file = kind === undefined ? null : joinPath(folder, path);
  if (file === null) return [];
  const [start = "", end, ...more] = kind === "*" ? file.split("*") : [file];
  if (end === undefined || more.length > 0) return tree.has(file) ? [file] : [];
  return tree.files
    .map((each) => each.path)
    .filter((each) => each.startsWith(start) && each.endsWith(end))
    .filter((each) => !each.slice(start.length, -end.length).includes("/"));
}

/** A name that is no path becomes one: `Billing API` is `billing-api`. */
function aliasOf(name: string): string {
  if (/^[\w/-]+$/.test(name)) return name.replace(/^\/|\/$/g, "");
  return normalForm(name, "NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
