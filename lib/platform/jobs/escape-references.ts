import "server-only";

/**
 * Breaks up mentions, issue references, CI directives, and quick actions with a space, so that code hosts don't
 * notify people, close issues, skip checks, or merge because of untrusted text in commits and titles.
 */
export function escapeReferences(text: string): string {
  return (
    text
      .replace(/@(?=[\w-])/g, "@ ")
      .replace(/#(?=\d)/g, "# ")
      .replace(/\b(GH-|issues\/|pull\/|discussions\/)(?=\d)/gi, "$1 ")
      .replace(/\[(?=\s*(?:skip|no|ci|actions)\b)/gi, "[ ")
      // GitLab carries out `/merge` at the start of a line.
      .replace(/^(?=\/[a-z])/gim, " ")
      .replace(/^([^\S\r\n\u2028\u2029]*skip-checks)(?=\s*:)/gim, "$1 ")
  );
}
