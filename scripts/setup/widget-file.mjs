import { createHash } from "node:crypto";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { rolldown } from "rolldown";
import { CHALLENGE_FILE, WIDGET_FILE } from "./build.mjs";
import { root } from "./project.mjs";

/**
 * Bundles the widget (lib/widget) into one script. Builds of the same sources are the same byte for byte.
 * @returns {Promise<string>}
 */
export function bundleWidget() {
  return bundled("collect.ts", "iife");
}

/**
 * Bundles what the widget loads when a key asks for a challenge, as a module.
 * @returns {Promise<string>}
 */
export function bundleChallenge() {
  return bundled("challenge.ts", "es");
}

/**
 * @param {string} entry in lib/widget
 * @param {"iife" | "es"} format
 */
async function bundled(entry, format) {
  const input = join(root, "lib/widget", entry);
  const bundle = await rolldown({ input, cwd: root, plugins: [shortStyles, apart] });
  try {
    const { output } = await bundle.generate({ format, minify: true, comments: false });
    return output[0].code;
  } finally {
    await bundle.close();
  }
}

/** Leaves the challenge in a script of its own, which browsers look for beside the widget's. */
const apart = {
  name: "apart",
  /** @param {string} id */
  resolveId: (id) =>
    id === "./challenge.ts" ? { id: "./collect-challenge.js", external: true } : null,
};

/** Drops the spaces and last semicolons of the style sheet, which is a string that no minifier touches. */
const shortStyles = {
  name: "short-styles",
  transform: {
    filter: { id: /lib\/widget\/style\.ts$/ },
    /** @param {string} code */
    handler: (code) => code.replaceAll(/\n\s*|(?<=[:;,{]) | (?=[{}])/g, "").replaceAll(";}", "}"),
  },
};

/**
 * Writes the widget's files.
 * @returns {Promise<string>} its version: the start of its SHA-256
 */
export async function writeWidget() {
  const code = await bundleWidget();
  writeScript(WIDGET_FILE, code);
  writeScript(CHALLENGE_FILE, await bundleChallenge());
  return createHash("sha256").update(code).digest("hex").slice(0, 12);
}

/**
 * @param {string} name
 * @param {string} code
 */
function writeScript(name, code) {
  const file = join(root, name);
  mkdirSync(dirname(file), { recursive: true });
  // Builds can run at the same time.
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, code);
  renameSync(temporary, file);
}
