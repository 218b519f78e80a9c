import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";

/** Milliseconds for which a tab that was open before a new build can load files of the old one. */
const KEPT_FOR = 24 * 60 * 60 * 1_000;

/**
 * Before a build: keeps the static files of the build that is about to be replaced, and deletes kept
 * files that expired. Next deletes everything in the build's folder except for `cache`.
 * @param {string} folder of the build, absolute
 * @param {number} now in epoch milliseconds
 */
export function keepStaticFiles(folder, now) {
  const kept = keptFolder(folder);
  // Files from an earlier build aren't this build's own, so their time doesn't start again.
  const added = new Set(Object.keys(readJson(addedFile(folder))));
  const own = filesIn(join(folder, "static")).filter((name) => !added.has(name));
  const expiries = readJson(expiryFile(folder));
  for (const name of own) {
    copy(join(folder, "static", name), join(kept, name));
    expiries[name] = now + KEPT_FOR;
  }
  for (const name of filesIn(kept)) {
    if ((expiries[name] ?? 0) > now) continue;
    rmSync(join(kept, name), { force: true });
    delete expiries[name];
  }
  mkdirSync(kept, { recursive: true });
  writeFileSync(expiryFile(folder), JSON.stringify(expiries));
}

/**
 * After a build: adds the kept files of earlier builds to its static files. File names contain a hash
 * of the content or the build's ID, so they never mean two things.
 * @param {string} folder of the build, absolute
 */
export function addKeptStaticFiles(folder) {
  /** @type {Record<string, number>} */
  const added = {};
  for (const [name, expiry] of Object.entries(readJson(expiryFile(folder)))) {
    const target = join(folder, "static", name);
    if (existsSync(target)) continue;
    copy(join(keptFolder(folder), name), target);
    added[name] = expiry;
  }
  writeFileSync(addedFile(folder), JSON.stringify(added));
}

/** Where files of earlier builds are. @param {string} folder of the build */
export function keptFolder(folder) {
  return join(folder, "cache/errata-static");
}

/** @param {string} folder */
function expiryFile(folder) {
  return join(folder, "cache/errata-static.json");
}

/** @param {string} folder */
function addedFile(folder) {
  return join(folder, "errata-added-static.json");
}

/**
 * @param {string} from
 * @param {string} to
 */
function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}

/**
 * @param {string} file
 * @returns {Record<string, number>} empty if the file is missing or incomplete
 */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}

/**
 * @param {string} folder
 * @returns {string[]} the files in it, relative to it
 */
function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
