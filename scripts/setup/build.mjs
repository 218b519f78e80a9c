import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { currentCommit, readRecord, removeRecord, writeRecord } from "./build-record.mjs";
import { lastLines, launchNode, result } from "./processes.mjs";
import { next, root, UserError } from "./project.mjs";
import { addKeptStaticFiles, keepStaticFiles } from "./static-files.mjs";

/** Where the build puts the widget. */
export const WIDGET_FILE = "public/collect.js";
/** What the widget loads when a key asks for a challenge. */
export const CHALLENGE_FILE = "public/collect-challenge.js";

const sources = [
  "app",
  "components",
  "lib",
  "public",
  "instrumentation.ts",
  "next.config.mjs",
  "package-lock.json",
  "postcss.config.mjs",
  "proxy.ts",
  "scripts/setup/widget-file.mjs",
  "tailwind.config.ts",
  "tsconfig.json",
];

/** False in a container image, which has only what the build made of them. */
export function hasSources() {
  return existsSync(join(root, "next.config.mjs"));
}

/** Returns a hash over the name and content of every file that the build reads. */
export function sourcesHash() {
  const hash = createHash("sha256");
  // The build writes these itself.
  const isOutput = (/** @type {string} */ file) =>
    file.startsWith(WIDGET_FILE) || file.startsWith(CHALLENGE_FILE);
  for (const file of sources.flatMap((path) => filesIn(path)).filter((file) => !isOutput(file))) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/**
 * Whether a finished build was made from these sources, and what it wrote is still there.
 * @param {string} distDir the build's folder in the project
 * @param {string} hash of the current sources
 */
export function isBuilt(distDir, hash, project = root) {
  const record = readRecord(distDir, project);
  return record?.sources === hash && record.outputs === outputsHash(distDir, project);
}

/**
 * Marks a build as finished. Other builds write the widget's files as well, so their content counts; the names of
 * static files contain a hash of theirs.
 * @param {string} distDir
 * @param {object} made
 * @param {string} made.sources their hash
 * @param {number} made.seconds that it took
 */
export function stampBuild(distDir, made, project = root) {
  const outputs = outputsHash(distDir, project);
  writeRecord(distDir, { commit: currentCommit(distDir), ...made, outputs }, project);
}

/**
 * @param {string} distDir
 * @param {string} project its folder
 */
function outputsHash(distDir, project) {
  const outputs = createHash("sha256");
  for (const file of [`${distDir}/BUILD_ID`, WIDGET_FILE, CHALLENGE_FILE]) {
    const path = join(project, file);
    outputs.update(`${file}\0`).update(existsSync(path) ? readFileSync(path) : "missing");
  }
  for (const file of filesIn(`${distDir}/static`, project)) outputs.update(`\0${file}`);
  return outputs.digest("hex");
}

/**
 * Builds into `distDir`. Open tabs can load the static files of earlier builds for another day. The
 * build is stamped last, so that an interrupted one is never used.
 * @param {string} distDir
 * @param {string} hash of the sources before the build
 */
export async function build(distDir, hash) {
  // Next writes this file last.
  const finished = join(root, distDir, "BUILD_ID");
  const first = !existsSync(finished);
  console.log(`Building (${first ? "first time" : "sources changed"}, about a minute)…`);
  const began = Date.now();
  removeRecord(distDir);
  keepStaticFiles(join(root, distDir), Date.now());
  const building = launchNode([next, "build"], {
    ...process.env,
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
    ERRATA_DIST_DIR: distDir,
  });
  const { ok, output } = await result(building);
  if (!ok || !existsSync(finished))
    throw new UserError(`${lastLines(output)}\n\nThe build failed; see the output above.`);
  addKeptStaticFiles(join(root, distDir));
  stampBuild(distDir, { sources: hash, seconds: (Date.now() - began) / 1_000 });
}

/**
 * @param {string} path in the project
 * @returns {string[]}
 */
function filesIn(path, project = root) {
  const stat = statSync(join(project, path), { throwIfNoEntry: false });
  if (!stat) return [];
  if (!stat.isDirectory()) return [path];
  return readdirSync(join(project, path))
    .sort()
    .flatMap((name) => filesIn(`${path}/${name}`, project));
}
