import { lastLines, run } from "./processes.mjs";
import { UserError } from "./project.mjs";

/** Nothing needs an install script: better-sqlite3's would require a compiler. */
const QUIET = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];

/**
 * @param {string} folder
 * @param {string[]} args
 * @throws {UserError} with npm's output
 */
export async function npm(folder, args) {
  const { ok, output } = await run("npm", [...args, ...QUIET], { cwd: folder });
  if (ok) return;
  throw new UserError(
    `${lastLines(output)}\n\nThe dependencies couldn't be installed. Check the connection to the npm registry and try again.`,
  );
}
