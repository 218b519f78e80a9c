import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { lastLines, run } from "./processes.mjs";
import { root, UserError } from "./project.mjs";

/** Sites with the widget, and generators that are only asked for their addresses. */
const FOLDERS = ["tests/recipes/fixtures", "tests/recipes/addresses/packages"];

/**
 * The folder with a generator's packages. It is kept outside the project, whose own packages and
 * configuration the generators would find otherwise.
 * @param {string} id a generator
 */
export function packagesOf(id) {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
  return join(cache, "errata-recipes", id);
}

/**
 * Installs a generator's packages from the registry, unless they are there. One that isn't written in JavaScript has none.
 * @param {string} id a generator
 * @throws {UserError} when npm fails
 */
export async function installPackages(id) {
  const wanted = FOLDERS.map((folder) => join(root, folder, id, "package.json")).find(existsSync);
  const folder = packagesOf(id);
  if (wanted === undefined) {
    mkdirSync(folder, { recursive: true });
    return;
  }
  const installed = join(folder, "installed.json");
  if (existsSync(installed) && readFileSync(installed, "utf8") === readFileSync(wanted, "utf8")) {
    return;
  }
  console.log(`Installing ${id} (up to 2 minutes)…`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(wanted, join(folder, "package.json"));
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const { ok, output } = await run("npm", args, { cwd: folder });
  if (!ok) throw new UserError(`${lastLines(output)}\n\nCouldn't install ${id}.`);
  // Written last: after an interrupted installation it is missing.
  cpSync(wanted, installed);
}
