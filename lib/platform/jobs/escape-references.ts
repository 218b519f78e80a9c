import "server-only";

/**
 * Text that a code host reads as nothing but text: in commits and titles it would notify whoever is
 * mentioned, close the issues that are named, and skip checks on request. A space is put in between.
 */
export function escapeReferences(text: string): string {
  return text
    .replace(/@(?=[\w-])/g, "@ ")
    .replace(/#(?=\d)/g, "# ")
    .replace(/\b(GH-|issues\/|pull\/|discussions\/)(?=\d)/gi, "$1 ")
    .replace(/\[(?=\s*(?:skip|no|ci|actions)\b)/gi, "[ ")
    .replace(/^([^\S\n]*skip-checks)(?=\s*:)/gim, "$1 ");
}
