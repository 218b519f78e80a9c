/**
 * Splits a path or a URL after its slashes, where a line should break before it breaks within a word. The first
 * slashes stay with what follows.
 */
export function pathParts(path: string): string[] {
  return path.split(/(?!\/)(?<=[^/]\/+)/);
}
