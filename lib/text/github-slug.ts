/** Returns what GitHub makes of a heading: lower case, hyphens for spaces, and letters, digits, and `_` only. */
export function githubSlug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-");
}
