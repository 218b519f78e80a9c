import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isBuilt, sourcesHash, stampBuild } from "../../scripts/setup/build.mjs";

const SOURCES = "the hash of the sources";
const MADE = { sources: SOURCES, seconds: 60 };
const OUTPUTS = ["dist/BUILD_ID", "dist/static/a.js", "public/collect.js"];
let project: string;

const write = (name: string, content: string) => {
  mkdirSync(dirname(join(project, name)), { recursive: true });
  writeFileSync(join(project, name), content);
};

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "errata-build-"));
  for (const name of [...OUTPUTS, "public/collect-challenge.js"]) write(name, name);
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

describe("a build", () => {
  test("counts only for the sources it was made from", () => {
    expect(sourcesHash()).toBe(sourcesHash());
    expect(isBuilt("dist", SOURCES, project)).toBe(false);
    stampBuild("dist", MADE, project);
    expect(isBuilt("dist", SOURCES, project)).toBe(true);
    expect(isBuilt("dist", "of other sources", project)).toBe(false);
  });

  test.each(OUTPUTS)("doesn't count without its %s", (name) => {
    stampBuild("dist", MADE, project);
    rmSync(join(project, name));
    expect(isBuilt("dist", SOURCES, project)).toBe(false);
  });

  test("doesn't count with the widget of another build", () => {
    stampBuild("dist", MADE, project);
    write("public/collect.js", "of other sources");
    expect(isBuilt("dist", SOURCES, project)).toBe(false);
  });
});
