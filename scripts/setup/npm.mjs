import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { lastLines, run } from "./processes.mjs";
import { root, UserError } from "./project.mjs";

/** Nothing needs an install script: better-sqlite3's would require a compiler. */
const QUIET = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];

/**
 * Runs npm with the project's settings.
 * @param {string} folder
 * @param {string[]} args
 * @param {string} [alternative] to a connection
 * @throws {UserError} with npm's output and the remedy
 */
export async function npm(folder, args, alternative = "") {
  const settings = join(root, ".npmrc");
  if (existsSync(settings)) copyFileSync(settings, join(folder, ".npmrc"));
  const { ok, output } = await run("npm", [...args, ...QUIET], { cwd: folder });
  if (ok) return;
  throw new UserError(
    `${lastLines(output)}\n\nThe dependencies couldn't be installed. Check the connection to the npm registry${alternative} and try again.`,
  );
}
