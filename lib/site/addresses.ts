import "server-only";
import { posix } from "node:path";
import type { SourceFile } from "./source.ts";

/** The files that a site publishes, by their address on it, such as `/guides/auth` and `/images/flow.png`. */
export interface SiteFiles {
  /** Navigation file, if there is one. */
  navigation: SourceFile | null;
  pages: ReadonlyMap<string, SourceFile>;
  images: ReadonlyMap<string, SourceFile>;
  /** Folder of the pages in the repository, with a slash at its end unless it's the root. */
  root: string;
}

const PAGE = /\.(?:mdx?|markdown|rst|adoc|asciidoc)$/i;
/** Files that answer for their folder, the preferred one first. */
const INDEX = /(?:^|\/)(?:index|readme)$/i;
/** Folders in which repositories usually keep their pages, if not at their root. */
const ROOTS = ["docs/", "content/"];
const NAVIGATION = "docs.json";

/** Content types of images. Browsers run no scripts in any of them: see `respond.ts` for SVG. */
export const IMAGE_TYPES: Readonly<Record<string, string>> = {
  ".avif": "image/avif",
  ".gif": "image/gif",
  ".jpeg": "image/jpeg",
  ".jpg": "image/jpeg",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".webp": "image/webp",
};

/** Finds a repository's pages and images. Hidden files and folders are left out. */
export function siteFiles(files: readonly SourceFile[]): SiteFiles {
  const shown = files.filter(({ path }) => !/(?:^|\/)\.|[\\\p{Cc}]/u.test(path));
  const root = rootOf(shown);
  const inside = shown.filter(({ path }) => path.startsWith(root));
  const pages = new Map<string, SourceFile>();
  const images = new Map<string, SourceFile>();
  for (const file of inside.toSorted(byPreference)) {
    const address = `/${file.path.slice(root.length)}`;
    if (PAGE.test(address)) {
      const page = pageAddress(address);
      if (!pages.has(page)) pages.set(page, file);
    } else if (imageType(address)) images.set(address, file);
  }
  const navigation = inside.find(({ path }) => path === `${root}${NAVIGATION}`) ?? null;
  return { root, pages, images, navigation };
}

/** Returns the content type of an image, or null for other files. */
export function imageType(path: string): string | null {
  return IMAGE_TYPES[posix.extname(path).toLowerCase()] ?? null;
}

/** The folder of the navigation file, or else a usual one with pages in it. */
function rootOf(files: readonly SourceFile[]): string {
  const has = (test: (path: string) => boolean) => files.some(({ path }) => test(path));
  const named = ["", ...ROOTS].find((root) => has((path) => path === `${root}${NAVIGATION}`));
  if (named !== undefined) return named;
  return ROOTS.find((root) => has((path) => path.startsWith(root) && PAGE.test(path))) ?? "";
}

/** `/guides/auth.mdx` is published as `/guides/auth`, `/guides/index.md` as `/guides`. */
function pageAddress(path: string): string {
  return path.replace(PAGE, "").replace(INDEX, "") || "/";
}

/** `index` before `README`, and either after a page with the folder's name. */
function byPreference(one: SourceFile, other: SourceFile): number {
  const rank = ({ path }: SourceFile) => {
    const name = path.replace(PAGE, "");
    return INDEX.test(name) ? (/readme$/i.test(name) ? 2 : 1) : 0;
  };
  return rank(one) - rank(other) || (one.path < other.path ? -1 : 1);
}
