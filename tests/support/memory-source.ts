import type { DocsSource } from "../../lib/docs-site/docs-map.ts";

/** A repository in memory, by its files' texts. */
export function memorySource(files: Readonly<Record<string, string>>): DocsSource {
  const contents = new Map(
    Object.entries(files).map(([path, text]) => [path, Buffer.from(text)] as const),
  );
  return {
    files: [...contents].map(([path, content]) => ({ path, id: path, size: content.length })),
    read: async (wanted) => wanted.map(({ id }) => contents.get(id) ?? Buffer.alloc(0)),
  };
}
