import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./project.mjs";

/**
 * What a finished build says about itself.
 * @typedef {object} BuildRecord
 * @property {string} commit of the sources; empty if unknown
 * @property {string} sources their hash
 * @property {string} outputs hash of what the build wrote
 * @property {number} seconds that it took
 */

/** The build that the HTTP and browser tests run, apart from the one that `npm start` serves. */
export const testDistDir = ".next-test";

/** The file in the build's folder. */
const FILE = "errata-build.json";

/**
 * @param {string} distDir the build's folder in the project
 * @returns {BuildRecord | null} null if no build has finished there
 */
export function readRecord(distDir, project = root) {
  try {
    return JSON.parse(readFileSync(join(project, distDir, FILE), "utf8"));
  } catch {
    return null;
  }
}

/**
 * @param {string} distDir
 * @param {BuildRecord} record
 */
export function writeRecord(distDir, record, project = root) {
  writeFileSync(join(project, distDir, FILE), `${JSON.stringify(record)}\n`);
}

/** @param {string} distDir */
export function removeRecord(distDir) {
  rmSync(join(root, distDir, FILE), { force: true });
}

/**
 * Returns the git commit that runs: `ERRATA_COMMIT`, the checkout's own, or the one that the build recorded, as in a
 * container image. Empty if nothing says so.
 * @param {string} distDir the build's folder in the project
 */
export function currentCommit(distDir) {
  return process.env.ERRATA_COMMIT || checkedOut() || (readRecord(distDir)?.commit ?? "");
}

function checkedOut() {
  // Otherwise git would find a repository around the project.
  if (!existsSync(join(root, ".git"))) return "";
  try {
    // Errata's user may read a checkout that belongs to another one.
    const args = ["-c", "safe.directory=*", "-C", root, "rev-parse", "HEAD"];
    return execFileSync("git", args, { encoding: "utf8", stdio: "pipe" }).trim();
  } catch {
    return "";
  }
}
