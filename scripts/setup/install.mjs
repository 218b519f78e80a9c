import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { withLock } from "./lock.mjs";
import { npm } from "./npm.mjs";
import { addNode, findNode, hasNode, pinnedVersion } from "./pinned-node.mjs";
import { node, root } from "./project.mjs";

/**
 * @typedef {object} Extent
 * @property {boolean} [dev] also what tests and development need
 * @property {boolean} [ownNode] a Node of the project's own even where the machine's will do, for a server that another user
 *   or another machine runs
 */

/** @typedef {{ version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean }} Package */

const packages = join(root, "node_modules");
/** Packages are complete when they take the place of the ones in use, whatever interrupts the installation. */
const stage = join(root, ".setup");
/** npm writes its own lock file last. */
const INSTALLED = ".package-lock.json";
/** Names packages without what only development reads. `npm ci` removes it, and `npm install` doesn't bring that back. */
const TRIMMED = ".trimmed";

/**
 * Installs what is missing; another process may be doing that.
 * @param {Extent} [extent]
 */
export async function ensureInstalled({ dev = false, ownNode = false } = {}) {
  const isInstalled = () => hasPackages(dev) && hasNode(ownNode);
  if (!isInstalled()) await withLock(async () => isInstalled() || (await install(dev, ownNode)));
}

/**
 * @param {boolean} dev
 * @param {boolean} ownNode
 */
async function install(dev, ownNode) {
  const extent = dev ? "everything for development" : "what running needs";
  console.log(`Installing ${extent} (about a minute)…`);
  rmSync(stage, { recursive: true, force: true });
  const complete = hasPackages(dev);
  // The version of its own Node is that of the package.
  const isPinned = installed()["node_modules/node"]?.version === pinnedVersion();
  const [path] = await Promise.all([
    isPinned && hasNode(true) ? node : findNode(join(stage, "node"), ownNode),
    complete || stagePackages(join(stage, "packages"), dev),
  ]);
  const staged = complete ? packages : join(stage, "packages/node_modules");
  addNode(path, staged);
  if (!complete) replace(staged);
  rmSync(stage, { recursive: true, force: true });
}

/**
 * Checks that node_modules has what package-lock.json names.
 * @param {boolean} dev
 */
function hasPackages(dev) {
  if (dev && existsSync(join(packages, TRIMMED))) return false;
  const found = installed();
  const wanted = Object.entries(packagesIn(join(root, "package-lock.json")));
  return wanted.every(([path, { version, ...flags }]) => {
    if (path === "" || (!dev && (flags.dev || flags.devOptional))) return true;
    return found[path] ? found[path].version === version : flags.optional === true;
  });
}

/**
 * Installs exactly the packages in package-lock.json, without unused ones.
 * @param {string} folder
 * @param {boolean} dev
 */
async function stagePackages(folder, dev) {
  const manifest = readJson(join(root, "package.json"));
  const lock = readJson(join(root, "package-lock.json"));
  // It resizes images, which next.config.mjs turns off.
  delete lock.packages["node_modules/next"]?.optionalDependencies?.sharp;
  if (!dev) {
    // With `npm ci --omit=dev`, those stay that a package names as optional peers, such as a test runner.
    delete manifest.devDependencies;
    // Next looks for TypeScript, but the compiler itself only checks types.
    delete lock.packages["node_modules/typescript"]?.optionalDependencies;
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
  await npm(folder, ["ci", "--include=dev"]);
  if (!dev) trim(join(folder, "node_modules"));
}

/** What only debuggers, editors, and Next's development server read. */
const UNUSED_FILES = /\.(?:map|d\.[cm]?ts|runtime\.dev\.js)$/;
/** Sources, documentation, and other ways to call the same functions. */
const UNUSED_FOLDERS = [
  "better-sqlite3/deps",
  "better-sqlite3/src",
  "date-fns/fp",
  "next/dist/docs",
  "zod/src",
];

/**
 * Removes what isn't needed to build and to run: a third of the packages.
 * @param {string} folder
 */
function trim(folder) {
  writeFileSync(join(folder, TRIMMED), "");
  for (const name of UNUSED_FOLDERS) rmSync(join(folder, name), { recursive: true, force: true });
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    // Next looks for the types of React and Node.
    const isRead = !UNUSED_FILES.test(entry.name) || entry.parentPath.includes("/@types/");
    if (entry.isFile() && !isRead) rmSync(join(entry.parentPath, entry.name));
  }
  const builds = join(folder, "better-sqlite3/prebuilds");
  for (const name of existsSync(builds) ? readdirSync(builds) : []) {
    const isOwn = name.startsWith(process.platform) && name.endsWith(`-${process.arch}.node`);
    if (!isOwn) rmSync(join(builds, name));
  }
}

/**
 * Puts the packages into the place of those that a running server may use: a file with the same version is there again at once.
 * @param {string} staged
 */
function replace(staged) {
  try {
    if (existsSync(packages)) renameSync(packages, join(stage, "replaced"));
    renameSync(staged, packages);
  } catch {
    // A volume, or a folder of a container's image.
    for (const name of readdirSync(packages)) {
      rmSync(join(packages, name), { recursive: true, force: true });
    }
    const options = { recursive: true, verbatimSymlinks: true };
    cpSync(staged, packages, { ...options, filter: (path) => !path.endsWith(INSTALLED) });
    cpSync(join(staged, INSTALLED), join(packages, INSTALLED));
  }
}

function installed() {
  const file = join(packages, INSTALLED);
  return existsSync(file) ? packagesIn(file) : {};
}

/**
 * @param {string} file
 * @returns {Record<string, Package>}
 */
function packagesIn(file) {
  return readJson(file).packages;
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}
