import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { npm } from "./npm.mjs";
import { run } from "./processes.mjs";
import { node, root, UserError } from "./project.mjs";

/** Errata is tested with the version that package.json names. From this minor version on, its major version will do. */
const OLDEST_MINOR = 11;

/** @returns {string} the version that package.json names */
export function pinnedVersion() {
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8")).dependencies.node;
}

/**
 * Whether Errata runs with a Node like this one. Node 20 has Node-API 9, and better-sqlite3 ends it with a segmentation fault;
 * Node 22 lacks parts of JavaScript that Errata uses. Some distributions build Node without TypeScript or without languages.
 * @param {string} pinned
 * @param {Pick<NodeJS.Process, "versions" | "features">} [machine]
 */
export function isSuitable(pinned, { versions, features } = process) {
  const [major, minor] = versions.node.split(".").map(Number);
  return (
    major === Number.parseInt(pinned, 10) &&
    minor >= OLDEST_MINOR &&
    features.typescript === "strip" &&
    versions.icu !== undefined
  );
}

/**
 * Whether node_modules/node has a Node: its own, or a link to the one that runs this process.
 * @param {boolean} own
 */
export function hasNode(own) {
  if (!existsSync(node)) return false;
  if (!lstatSync(node).isSymbolicLink()) return true;
  return (
    !own && realpathSync(node) === realpathSync(process.execPath) && isSuitable(pinnedVersion())
  );
}

/**
 * Finds a Node for the project: the machine's, if it will do, or the pinned one.
 * @param {string} folder for the download
 * @param {boolean} own
 * @returns {Promise<string>} its path
 */
export async function findNode(folder, own) {
  const version = pinnedVersion();
  const isMachines = !isInside(process.execPath);
  if (isMachines && !own && isSuitable(version)) return process.execPath;
  const { platform, arch } = process;
  const prefix = platform === "darwin" && arch === "arm64" ? "node-bin" : "node";
  const name = `${prefix}-${platform}-${arch}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ dependencies: { [name]: version } }),
  );
  const path = join(folder, "node_modules", name, "bin/node");
  const remedy = `install Node ${Number.parseInt(version, 10)} from https://nodejs.org`;
  await npm(folder, ["install", "--no-package-lock"], `, or ${remedy},`);
  if ((await run(path, ["--version"])).ok) return path;
  throw new UserError(
    `Node ${version} from the npm registry doesn't run on this machine (${platform}, ${arch}): ${remedy} and try again.`,
  );
}

/**
 * Puts a Node at its place in node_modules: a link to the machine's, or else the file itself.
 * @param {string} path
 * @param {string} packages a node_modules folder
 */
export function addNode(path, packages) {
  const target = join(packages, "node/bin/node");
  const added = `${target}.${process.pid}`;
  mkdirSync(dirname(target), { recursive: true });
  if (!isInside(path)) symlinkSync(path, added);
  else {
    try {
      linkSync(path, added);
    } catch {
      // Some file systems have no hard links.
      copyFileSync(path, added);
    }
  }
  renameSync(added, target);
  // What npm runs finds it here. npm doesn't link a program that isn't there yet.
  const link = join(packages, ".bin/node");
  mkdirSync(dirname(link), { recursive: true });
  if (!existsSync(link)) {
    rmSync(link, { force: true });
    symlinkSync("../node/bin/node", link);
  }
}

/** @param {string} path */
function isInside(path) {
  return path.startsWith(`${realpathSync(root)}/`) || path.startsWith(`${root}/`);
}
