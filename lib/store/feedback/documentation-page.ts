import "server-only";

/** Longest page kept, in characters: PostgreSQL refuses index keys of more than about 2,700 bytes. */
const LONGEST = 512;

/**
 * The documentation page that an entry's `path` names, so that all ways of writing it group as one:
 * a full URL, a path without a slash, one with query, fragment or extension. Always begins with a
 * slash. Source of the variants: contract/observed.md, "Feedback export".
 */
export function documentationPageOf(path: string): string {
  const page = pathPart(path)
    .replace(/\/+$/, "")
    .replace(/\.mdx?$/i, "");
  return capped(page) || "/";
}

/** The pages that `/guides/*` means, as the text they begin with; what precedes `*` is normalised. */
export function documentationPagePrefix(pattern: string): string {
  return capped(pathPart(pattern.replace(/\*$/, "")));
}

function pathPart(path: string): string {
  const local = path.trim().replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i, "");
  const bare = decoded(local.replace(/[?#].*$/s, ""));
  // A line break that was hidden as %0A would start a line of its own in a prompt.
  return `/${bare.toWellFormed().replace(/\p{Cc}/gu, "")}`.replace(/\/{2,}/g, "/");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not percent-encoded after all (`100%`): then it stands for itself.
    return text;
  }
}

function capped(page: string): string {
  return page.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, "");
}
