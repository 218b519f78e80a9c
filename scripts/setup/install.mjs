import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./lock.mjs";
import { lastLines, run } from "./processes.mjs";
import { node, root, UserError } from "./project.mjs";

/** Checks that node_modules matches package-lock.json, including the pinned Node. */
export function isInstalled() {
  const installedLock = join(root, "node_modules/.package-lock.json");
  // npm writes its own lock file last: after an interrupted installation it is missing.
  if (!existsSync(installedLock) || !existsSync(node)) return false;
  const wanted = packagesIn(join(root, "package-lock.json"));
  const installed = packagesIn(installedLock);
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === "") return true;
    const found = installed[path];
    return found ? found.version === version : optional === true;
  });
}

/** Installs the packages if they don't match package-lock.json; another process may be doing that. */
export async function ensureInstalled() {
  if (!isInstalled()) await withLock(async () => isInstalled() || (await install()));
}

/** Installs exactly the packages in package-lock.json. */
export async function install() {
  const first = !existsSync(join(root, "node_modules"));
  console.log(
    `Installing dependencies (${first ? "first start" : "package-lock.json changed"}, about a minute)…`,
  );
  // Only `node` needs its install script; better-sqlite3's would require a compiler.
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  await npm(["ci", "--include=dev", "--ignore-scripts", ...quiet]);
  await npm(["rebuild", "node", "--ignore-scripts=false", ...quiet]);
}

/** @param {string[]} args */
async function npm(args) {
  const { ok, output } = await run("npm", args);
  if (ok) return;
  throw new UserError(
    `${lastLines(output)}\n\nThe dependencies couldn't be installed. Check the connection to the npm registry and try again.`,
  );
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function packagesIn(file) {
  return JSON.parse(readFileSync(file, "utf8")).packages;
}
