import "server-only";
import manifest from "../package.json" with { type: "json" };

/** The version of Errata that runs, as in package.json. */
export const VERSION: string = manifest.version;

/** The git commit that runs; null if unknown. scripts/server.mjs and scripts/runtime.ts set the variable. */
export const COMMIT: string | null = process.env.ERRATA_COMMIT || null;

/** Names a version and the start of its commit for people. */
export function versionText(version: string, commit: string | null): string {
  return commit === null ? version : `${version} (${commit.slice(0, 8)})`;
}
