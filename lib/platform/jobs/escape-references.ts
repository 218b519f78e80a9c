import "server-only";

/**
 * Breaks up mentions, issue references and CI directives with a space, so that code hosts don't
 * notify people, close issues or skip checks because of untrusted text in commits and titles.
 */
export function escapeReferences(text: string): string {
  return text
    .replace(/@(?=[\w-])/g, "@ ")
    .replace(/#(?=\d)/g, "# ")
    .replace(/\b(GH-|issues\/|pull\/|discussions\/)(?=\d)/gi, "$1 ")
    .replace(/\[(?=\s*(?:skip|no|ci|actions)\b)/gi, "[ ")
    .replace(/^([^\S\r\n\u2028\u2029]*skip-checks)(?=\s*:)/gim, "$1 ");
}
