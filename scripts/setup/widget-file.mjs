import { createHash } from "node:crypto";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { rolldown } from "rolldown";
import { WIDGET_FILE } from "./build.mjs";
import { root } from "./project.mjs";

/**
 * Bundles the widget (lib/widget) into one script. Builds of the same sources are the same byte for byte.
 * @returns {Promise<string>}
 */
export async function bundleWidget() {
  const input = join(root, "lib/widget/collect.ts");
  const bundle = await rolldown({ input, cwd: root, plugins: [shortStyles] });
  try {
    const { output } = await bundle.generate({ format: "iife", minify: true, comments: false });
    return output[0].code;
  } finally {
    await bundle.close();
  }
}

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
 * Writes the widget's file.
 * @returns {Promise<string>} its version: the start of its SHA-256
 */
export async function writeWidget() {
  const code = await bundleWidget();
  const version = createHash("sha256").update(code).digest("hex").slice(0, 12);
  const file = join(root, WIDGET_FILE);
  mkdirSync(dirname(file), { recursive: true });
  // Builds can run at the same time.
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, code);
  renameSync(temporary, file);
  return version;
}
