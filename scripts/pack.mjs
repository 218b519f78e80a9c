import "./setup/require-node.mjs";
import { cpSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import nft from "next/dist/compiled/@vercel/nft/index.js";
import { root } from "./setup/project.mjs";

// Run by the Dockerfile after the build: copies what the container image needs, and nothing else, to the
// folder given as a parameter. That is Next's standalone output for the server, and the sources and
// packages that the commands reach (backup, keys, …), found by the tracer that Next uses itself.

/** What of the standalone output is used. It also has Next's own server file, and traces too many sources. */
const STANDALONE = [".next", "node_modules", "package.json"];
/** Packages in it that resize images, which `images.unoptimized` turns off. */
const UNUSED = /\/node_modules\/(?:@img|sharp)$/;

const COPIED = [
  ...["public", ".next/static", ".next/errata-build.json", "node_modules/node/bin"],
  // Read or run, not imported.
  ...["lib/platform/sample/repository", "lib/platform/program-starter-main.ts"],
];

/** The standalone output has them: Next traces native modules, and itself, with more knowledge. */
const TRACED_BY_NEXT = ["node_modules/next/**", "node_modules/better-sqlite3/prebuilds/**"];

/**
 * @returns {Promise<Iterable<string>>} the files that the commands and the start need, relative to the
 *   project
 */
async function commandFiles() {
  const scripts = readdirSync(join(root, "scripts"));
  const commands = scripts.filter((name) => name.endsWith(".ts"));
  const entries = ["start.mjs", "server.mjs", ...commands];
  const { fileList } = await nft.nodeFileTrace(
    entries.map((name) => join(root, "scripts", name)),
    {
      base: root,
      // Otherwise a path that starts at the working folder would add every package.
      processCwd: "/",
      conditions: ["node", "react-server"],
      exportsOnly: true,
      ts: true,
      ignore: [...TRACED_BY_NEXT, "node_modules/node/**"],
      readFile: readJavaScript,
    },
  );
  return fileList;
}

/**
 * @param {string} path
 * @returns {Promise<string | null>} null if it isn't a file
 */
async function readJavaScript(path) {
  try {
    const text = await readFile(path, "utf8");
    return path.endsWith(".ts") ? stripTypeScriptTypes(text) : text;
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "EISDIR") return null;
    throw error;
  }
}

/**
 * @param {string} from
 * @param {string} to
 */
function copy(from, to) {
  // Next links packages by names of its own. The links are relative and must stay so.
  const options = { recursive: true, verbatimSymlinks: true };
  cpSync(from, to, { ...options, filter: (path) => !UNUSED.test(path) });
}

const [target] = process.argv.slice(2);
if (target === undefined) throw new Error("Usage: node scripts/pack.mjs FOLDER");
for (const path of STANDALONE) copy(join(root, ".next/standalone", path), join(target, path));
for (const path of [...COPIED, ...(await commandFiles())])
  copy(join(root, path), join(target, path));
