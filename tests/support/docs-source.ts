import type { z } from "zod";
import { docsRules } from "../../lib/contract/api/docs-rules.ts";
import type { DocsMap, DocsSource } from "../../lib/docs-site/docs-map.ts";
import { readDocsMap } from "../../lib/docs-site/read-docs-map.ts";

/** A repository in memory: contents by path. A content such as `-> README.md` is a link to that path. */
export type Files = Readonly<Record<string, string>>;

/** Returns paths without contents. */
export function paths(...names: readonly string[]): Files {
  return Object.fromEntries(names.map((name) => [name, ""]));
}

/** Returns the source of a repository in memory. */
export function docsSource(files: Files): DocsSource {
  const target = (path: string) => /^-> (.*)$/.exec(files[path] ?? "")?.[1];
  const contentOf = (path: string) => Buffer.from(files[target(path) ?? path] ?? "");
  return {
    files: Object.keys(files).map((path) => {
      const link = target(path);
      const file = { path, id: path, size: contentOf(path).length };
      return link === undefined ? file : { ...file, target: link };
    }),
    read: async (wanted) => wanted.map(({ path }) => contentOf(path)),
  };
}

/** Reads the documentation of a repository in memory. */
export function docsMap(
  files: Files,
  rules: z.input<typeof docsRules> = {},
  siteAddress = "",
): Promise<DocsMap> {
  return readDocsMap(docsSource(files), { rules: docsRules.parse(rules), siteAddress });
}

/** Returns the file of each address, or null. */
export function filesAt(map: DocsMap, addresses: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(addresses.map((address) => [address, map.resolve(address).file]));
}
