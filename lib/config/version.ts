import "server-only";
import manifest from "../../package.json" with { type: "json" };

/** The version of Errata that runs, as in package.json. */
export const VERSION: string = manifest.version;
