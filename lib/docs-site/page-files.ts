import "server-only";

const ENDS = ["md", "mdx", "markdown", "rst", "adoc"];

/** Names of the page of a folder, the likeliest first. */
export const INDEX_NAMES = ["index", "README", "_index"];

/** Alternatives of a regular expression. */
export const [ANY_END, ANY_INDEX] = [ENDS.join("|"), INDEX_NAMES.join("|")];

/** Matches the end of a page's file with its dot. */
export const PAGE_END = new RegExp(`\\.(?:${ANY_END})$`, "i");

/** Returns the files that a path without an end may mean, the likeliest first. */
export function pageFilesAt(path: string): string[] {
  const named = path === "" ? [] : [path, ...ENDS.map((end) => `${path}.${end}`)];
  const folder = path === "" ? "" : `${path}/`;
  return [...named, ...INDEX_NAMES.flatMap((name) => ENDS.map((end) => `${folder}${name}.${end}`))];
}
