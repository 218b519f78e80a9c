import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { root } from "../../scripts/setup/project.mjs";
import { addKeptStaticFiles, keepStaticFiles } from "../../scripts/setup/static-files.mjs";
import { testDistDir } from "./build.ts";

/** A second build that differs in its ID and in the name of one chunk. */
export const updatedDistDir = `${testDistDir}-updated`;

const NOT_SERVED = new Set(["cache", "types"]);

/** Returns the file names of the test build's own chunks that contain a text. */
export function chunksWith(text: string): string[] {
  const build = join(root, testDistDir);
  const carriedOver: object = JSON.parse(
    readFileSync(join(build, "errata-added-static.json"), "utf8"),
  );
  return readdirSync(join(build, "static/chunks")).filter(
    (name) =>
      name.endsWith(".js") &&
      !Object.hasOwn(carriedOver, `chunks/${name}`) &&
      readFileSync(join(build, "static/chunks", name), "utf8").includes(text),
  );
}

/**
 * Makes `updatedDistDir` from the test build in seconds, as a deploy of changed sources would: the
 * chunk has another name, and its old name answers only because static files are carried over.
 */
export function buildUpdate(chunk: string): void {
  const folder = join(root, updatedDistDir);
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(root, testDistDir), folder, {
    recursive: true,
    // The type check reads generated types wherever they are.
    filter: (source) => !NOT_SERVED.has(relative(join(root, testDistDir), source)),
  });
  keepStaticFiles(folder, Date.now());
  const id = readFileSync(join(folder, "BUILD_ID"), "utf8").trim();
  renameSync(join(folder, "static", id), join(folder, "static", renamed(id)));
  renameSync(join(folder, "static/chunks", chunk), join(folder, "static/chunks", renamed(chunk)));
  for (const file of textFilesIn(folder)) {
    const before = readFileSync(file, "utf8");
    const after = before.replaceAll(id, renamed(id)).replaceAll(chunk, renamed(chunk));
    if (after !== before) writeFileSync(file, after);
  }
  addKeptStaticFiles(folder);
}

export function removeUpdate(): void {
  rmSync(join(root, updatedDistDir), { recursive: true, force: true });
}

function renamed(name: string): string {
  return `updated-${name}`;
}

function textFilesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /(^BUILD_ID|\.(js|json|html|rsc|body|meta))$/.test(entry.name),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(join(folder, "cache")));
}

/** Waits until the page has loaded the parts of its code that contain these texts. */
export async function loadedParts(page: Page, parts: string[]): Promise<void> {
  const chunks = parts.map((text) => chunksWith(text));
  expect(chunks.filter((names) => names.length === 0)).toEqual([]);
  await page.waitForFunction((wanted) => {
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    return wanted.every((names) => names.some((name) => loaded.some((url) => url.includes(name))));
  }, chunks);
}
