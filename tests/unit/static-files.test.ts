import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addKeptStaticFiles, keepStaticFiles } from "../../scripts/setup/static-files.mjs";

const HOUR = 60 * 60 * 1_000;
const START = Date.UTC(2026, 10, 20);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "errata-build-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const chunk = (name: string) => join(folder, "static/chunks", `${name}.js`);

/** Does what `next build` does with the folder: deletes all but the cache, then writes its files. */
function next(...names: string[]): void {
  rmSync(join(folder, "static"), { recursive: true, force: true });
  rmSync(join(folder, "errata-added-static.json"), { force: true });
  for (const name of names) {
    mkdirSync(dirname(chunk(name)), { recursive: true });
    writeFileSync(chunk(name), `content of ${name}`);
  }
}

function build(at: number, ...names: string[]): void {
  keepStaticFiles(folder, at);
  next(...names);
  addKeptStaticFiles(folder);
}

/** Which of the chunks a to d a server of the current build serves. */
function served(): string {
  return ["a", "b", "c", "d"].filter((name) => existsSync(chunk(name))).join("");
}

test("the files of replaced builds stay for a day after they were replaced", () => {
  build(START, "a");
  expect(served()).toBe("a");
  // The day starts when a file is replaced, however old its build is.
  build(START + 100 * HOUR, "b");
  expect(served()).toBe("ab");
  expect(readFileSync(chunk("a"), "utf8")).toBe("content of a");
  build(START + 110 * HOUR, "c");
  expect(served()).toBe("abc");
  build(START + 124 * HOUR, "d");
  expect(served()).toBe("bcd");
  build(START + 134 * HOUR, "d");
  expect(served()).toBe("cd");
});

test("a file that several builds share counts from its last build", () => {
  build(START, "a", "b");
  build(START + HOUR, "a", "c");
  build(START + 20 * HOUR, "d");
  build(START + 26 * HOUR, "d");
  expect(served()).toBe("acd");
});

test("an interrupted build loses nothing", () => {
  build(START, "a");
  keepStaticFiles(folder, START + HOUR);
  next("b");
  build(START + 2 * HOUR, "c");
  expect(served()).toBe("abc");
});
