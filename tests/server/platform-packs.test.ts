import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { combinePacks } from "../../lib/platform/host/combine-packs.ts";
import { gitHome } from "../../lib/platform/host/git.ts";
import { fillRepository, gitIn } from "../support/repository.ts";

let root: string;
let folder: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "errata-packs-"));
  folder = join(root, "docs.git");
  mkdirSync(folder);
  fillRepository(folder, "main");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Writes an object that no branch has, as a closed pull request's commit, and packs all single ones. */
function addPack(text: string): string {
  const file = join(root, "file");
  writeFileSync(file, text);
  const id = gitIn(folder, "hash-object", "-w", file);
  gitIn(folder, "repack", "-q", "-d", "--geometric=1");
  return id;
}

function counts(): Record<string, string> {
  const lines = gitIn(folder, "count-objects", "-v").split("\n");
  return Object.fromEntries(lines.map((line) => line.split(": ")));
}

test("many packs and objects become few, and none of the objects is lost", async () => {
  const place = { folder, home: await gitHome(root) };
  const ids = ["one", "two", "three"].map(addPack);
  writeFileSync(join(root, "file"), "alone");
  ids.push(gitIn(folder, "hash-object", "-w", join(root, "file")));
  const before = counts();
  expect(before).toMatchObject({ count: "1", packs: "3" });
  await combinePacks(place, { packs: 50, objects: 1_000 });
  expect(counts()).toEqual(before);
  await combinePacks(place, { packs: 2, objects: 1_000 });
  // Small packs aren't combined with ones that are much larger.
  expect(counts()).toMatchObject({ count: "0", packs: "2" });
  for (const id of ids) expect(gitIn(folder, "cat-file", "-t", id)).toBe("blob");
});
