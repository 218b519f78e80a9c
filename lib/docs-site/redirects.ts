import "server-only";
import type { Redirect } from "./generators/generator.ts";
import { withoutIndex } from "./page-name.ts";

/** Most redirects of a repository. */
const MAX_REDIRECTS = 20_000;
/**
 * Maximum number of redirects with a `*` or a `:name`, and of those with the same beginning: each is tried in
 * turn.
 */
const MAX_PATTERNS = 2_000;
const MAX_ALIKE = 200;

/** The redirects of a site, or of a host. */
export interface RedirectSource {
  /** Prefix of the site's addresses. */
  base: string;
  redirects: readonly Redirect[];
}

interface Exact {
  to: string;
  order: number;
}

/**
 * Returns a function that says where an old address leads; null if nowhere. The first redirect that matches counts.
 * @param hosts where the sites are published: a URL there is its path
 */
export function createRedirects(
  sources: readonly RedirectSource[],
  hosts: ReadonlySet<string>,
): (path: string) => string | null {
  const exact = new Map<string, Exact>();
  const patterns = new Map<string, (Pattern & { order: number })[]>();
  let count = 0;
  let order = 0;
  for (const { base, redirects } of sources) {
    for (const { from, to } of redirects.slice(0, MAX_REDIRECTS)) {
      const [old, target] = [pathOn(hosts, base, from), pathOn(hosts, base, to)];
      if (old === null || target === null) continue;
      order += 1;
      const pattern = patternOf(old, target);
      if (pattern === "exact") {
        const name = withoutIndex(old);
        if (!exact.has(name)) exact.set(name, { to: target, order });
      } else if (pattern && count < MAX_PATTERNS) {
        const alike = patterns.get(pattern.first) ?? [];
        if (alike.length >= MAX_ALIKE) continue;
        count += 1;
        patterns.set(pattern.first, [...alike, { ...pattern, order }]);
      }
    }
  }
  return (path) => {
    const name = withoutIndex(path);
    let best = exact.get(name) ?? null;
    for (const first of new Set([firstPart(path), ""])) {
      for (const { order: place, lead } of patterns.get(first) ?? []) {
        if (best && best.order < place) break;
        const to = lead(path);
        // Another host or a slash at the end isn't another page.
        if (to !== null && withoutIndex(to) !== name) best = { to, order: place };
      }
    }
    return best?.to ?? null;
  };
}

/** Returns the path of an address with the base path; null on another host. */
function pathOn(hosts: ReadonlySet<string>, base: string, address: string): string | null {
  const url = /^https?:\/\/([^/?#]+)(.*)$/is.exec(address);
  if (url && !hosts.has(url[1]?.toLowerCase() ?? "")) return null;
  const bare = (url?.[2] ?? address).replace(/[?#].*$/s, "");
  const own = bare.startsWith("/") ? bare : `/${bare}`;
  const hasBase = url !== null || own === base || own.startsWith(`${base}/`);
  return decoded(hasBase ? own : `${base}${own}`);
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** An old address with parts that stay open. */
interface Pattern {
  /** The first part of the path; empty if it is open. */
  first: string;
  /** Returns where an address leads; null if it doesn't match. */
  lead(path: string): string | null;
}

/**
 * `*`, `(.*)`, `:name*`, and `:name(.*)` are any rest, `:name` is a part of the path, and `:name(a|b)` one of these words.
 */
const OPEN =
  /(\*|\(\.\*\))|(?<=\/):([a-z_]\w{0,60})(\*|\+|\(\.\*\))?(\([\w-]{1,60}(?:\|[\w-]{1,60}){0,60}\))?/gi;
/** Maximum number of placeholders. */
const MAX_OPEN = 6;
/** Signs of regular expressions, which aren't run. */
const EXPRESSION = /[()[\]{}|+^$\\]/;

/** Reads an address as hosts and generators write it; null if it has other signs than those above. */
function patternOf(from: string, to: string): Pattern | "exact" | null {
  const open = [...from.matchAll(OPEN)];
  const [first] = open;
  if (!first) return "exact";
  const names = open.map(([, rest, name = ""]) => (rest ? "splat" : name));
  const restAt = open.findIndex(([, rest, , many]) => rest ?? many);
  const literals = from.split(OPEN).filter((_, at) => at % (OPEN_GROUPS + 1) === 0);
  // A long rest would be tried with each part after it.
  const isLast = restAt < 0 || restAt === open.length - 1;
  if (!isLast || open.length > MAX_OPEN || literals.some((text) => EXPRESSION.test(text)))
    return null;
  const source = literals.map((text, at) => {
    const [, rest, , many, words] = open[at] ?? [];
    const isEnd = at === literals.length - 2 && literals.at(-1) === "";
    if (open[at] === undefined) return escaped(text);
    if (!(rest ?? many)) return `${escaped(text)}${words ?? "([^/]+)"}`;
    // `/old/*` is `/old` as well.
    return isEnd && text.endsWith("/")
      ? `${escaped(text.slice(0, -1))}(?:/(.*))?`
      : `${escaped(text)}(.*)`;
  });
  const match = new RegExp(`^${source.join("")}/?$`, "s");
  return {
    first: first.index > firstPart(from).length + 1 ? firstPart(from) : "",
    lead: (path) => {
      const found = match.exec(path);
      return found && filled(to, names, found.slice(1));
    },
  };
}

function firstPart(path: string): string {
  return path.split("/", 2)[1] ?? "";
}

/** Groups of `OPEN`. */
const OPEN_GROUPS = 4;

function escaped(text: string): string {
  return text.replace(/[.*?-]/g, "\\$&");
}

/** Puts the open parts of an old address into the new one, in which `$1` is the first. */
function filled(to: string, names: readonly string[], parts: readonly (string | undefined)[]) {
  const part = (at: number) => parts[at]?.replace(/\/$/, "") ?? "";
  const given = to.replace(
    /\*|\$(\d)|:([a-z_]\w{0,60})(?:\*|\+|\(\.\*\))?/gi,
    (whole, number?: string, name?: string) => {
      if (number !== undefined) return part(Number(number) - 1);
      const at = names.indexOf(name ?? "splat");
      return at < 0 ? whole : part(at);
    },
  );
  return given.replace(/\/{2,}/g, "/");
}
