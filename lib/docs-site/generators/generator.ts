import "server-only";
import type { DocsGenerator } from "../../contract/api/docs-generators.ts";
import type { FrontMatter } from "../front-matter.ts";
import type { Tree } from "../tree.ts";

/** How one generator is recognized and publishes files. */
export interface Generator {
  name: DocsGenerator;
  /** Whether its files also occur in repositories of other generators, whose sites then come first. */
  weak?: boolean;
  /**
   * Matches the path of a file that a site is recognized by. Its group, of two the one that matches, is the site's
   * folder.
   */
  marks: RegExp;
  /** Reads the site of a folder; null if the file turns out to be another tool's. */
  read(place: SiteFolder): Promise<SitePlan | null>;
}

/** Where a generator may have a site. */
export interface SiteFolder {
  tree: Tree;
  /** Folder of the site; empty for the root. */
  folder: string;
  /** The file that the site is recognized by; null if the project says that there is a site. */
  mark: string | null;
  /** Languages that the project names. */
  languages: readonly string[];
}

/** The folders that a site publishes, and their addresses. */
export interface SitePlan {
  /** Folder of the pages, for people. */
  folder: string;
  /** URL or path of the site according to its configuration; null if it doesn't say. */
  address: string | null;
  languages: readonly string[];
  collections: readonly Collection[];
  /** Whether pages are behind `/#`. */
  hash?: boolean;
  /**
   * Old addresses, or files, and where they lead. `/old/*` and `/old/:name*` stand for any rest, `/:name` for a part;
   * in the new address, they are `*`, `:splat`, or `:name`.
   */
  redirects?: readonly Redirect[];
  /** Whether the configuration makes redirects by code, which isn't run. */
  hasUnreadRedirects?: boolean;
}

export interface Redirect {
  from: string;
  to: string;
}

/** A folder of pages and the rule of their addresses. A file belongs to the innermost folder with a rule. */
export interface Collection {
  folder: string;
  /** Prefix of its pages' addresses; empty for the root of the site. */
  prefix: string;
  /** Keys of the front matter that addresses depend on. */
  keys: readonly string[];
  /** Whether addresses depend on the title of pages, which is the first heading where the front matter has none. */
  titled?: boolean;
  /**
   * Returns the addresses of a file, the published one first; none if the file isn't a page.
   * @param path relative to the folder
   */
  addressesOf(path: string, matter: FrontMatter): readonly string[];
}
