import "server-only";
import type { Redirect } from "./generators/generator.ts";
import { withoutIndex } from "./page-name.ts";

/** Most redirects of a repository. */
const MAX_REDIRECTS = 20_000;
/** Most redirects with a `*`: each is tried in turn. */
const MAX_PATTERNS = 500;

/** Returns a function that says where an old address leads; null if nowhere. */
export function createRedirects(
  sites: readonly { base: string; redirects: readonly Redirect[] }[],
): (path: string) => string | null {
  const exact = new Map<string, string>();
  const patterns: Redirect[] = [];
  for (const { base, redirects } of sites) {
    for (const { from, to } of redirects.slice(0, MAX_REDIRECTS)) {
      const [old, target] = [withBase(base, from), withBase(base, to)];
      if (target.includes("://")) continue;
      const name = withoutIndex(old);
      if (!old.endsWith("*")) exact.set(name, exact.get(name) ?? target);
      else if (patterns.length < MAX_PATTERNS) patterns.push({ from: old, to: target });
    }
  }
  return (path) => {
    const known = exact.get(withoutIndex(path));
    if (known !== undefined) return known;
    const pattern = patterns.find(({ from }) => path.startsWith(from.slice(0, -1)));
    return pattern ? pattern.to.replace("*", () => path.slice(pattern.from.length - 1)) : null;
  };
}

function withBase(base: string, path: string): string {
  if (path.includes("://")) return path;
  const bare = path.replace(/[?#].*$/s, "");
  const own = bare.startsWith("/") ? bare : `/${bare}`;
  return own === base || own.startsWith(`${base}/`) ? own : `${base}${own}`;
}
