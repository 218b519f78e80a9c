import "server-only";

/** Most characters of a page: PostgreSQL rejects index keys of more than about 2,700 bytes. */
const MAX_LENGTH = 512;

/**
 * Returns the documentation page of a `path`, starting with a slash. All variants of a path map to the
 * same page: full URLs, paths without a leading slash, with a query, a fragment or an extension. See
 * docs/contract/live-services.md, "Feedback export".
 */
export function documentationPageOf(path: string): string {
  const page = pathPart(path)
    .replace(/\/+$/, "")
    .replace(/\.mdx?$/i, "");
  return capped(page) || "/";
}

/** Returns the normalized prefix of the pages that a pattern such as `/guides/*` matches. */
export function documentationPagePrefix(pattern: string): string {
  return capped(pathPart(pattern.replace(/\*$/, "")));
}

function pathPart(path: string): string {
  const local = path.trim().replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i, "");
  const bare = decoded(local.replace(/[?#].*$/s, ""));
  // A line break encoded as %0A would start a new line in a prompt.
  return `/${bare.toWellFormed().replace(/\p{Cc}/gu, "")}`.replace(/\/{2,}/g, "/");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not percent-encoded, for example `100%`.
    return text;
  }
}

function capped(page: string): string {
  return page.slice(0, MAX_LENGTH).replace(/[\uD800-\uDBFF]$/, "");
}
