import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isBuilt, sourcesHash } from "../../scripts/setup/build.mjs";
import { root } from "../../scripts/setup/project.mjs";

let folder: string;
beforeEach(() => {
  mkdirSync(join(root, "test-results"), { recursive: true });
  folder = mkdtempSync(join(root, "test-results", "build-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a build counts only for the sources it was made from", () => {
  const distDir = relative(root, folder);
  const hash = sourcesHash();
  expect(sourcesHash()).toBe(hash);
  expect(isBuilt(distDir, hash)).toBe(false);
  writeFileSync(join(folder, "errata-sources"), hash);
  expect(isBuilt(distDir, hash)).toBe(true);
  expect(isBuilt(distDir, "of other sources")).toBe(false);
});
