import { expect, test } from "vitest";
import { createDocsMaps } from "../../lib/services/docs-maps.ts";
import { NO_RULES } from "../support/find-files.ts";

/** A repository whose commits have one page each, named after the commit. */
function repository() {
  const reads: string[] = [];
  const files = {
    head: async () => "first",
    list: async (commit: string) => {
      reads.push(commit);
      return [{ path: `${commit}.md`, id: commit, size: 7 }];
    },
    read: async (wanted: readonly object[]) => wanted.map(() => Buffer.from("# Page\n")),
  };
  return { reads, files };
}

test("a commit is read once for those who ask together, and again after a push", async () => {
  const { reads, files } = repository();
  const maps = createDocsMaps(files);
  const all = await Promise.all([1, 2, 3].map(() => maps.newest(NO_RULES)));
  expect(new Set(all).size).toBe(1);
  expect(all[0]?.map.resolve("/first").file).toBe("first.md");
  files.head = async () => "second";
  const { commit, map } = await maps.newest(NO_RULES);
  expect([commit, map.resolve("/first").file]).toEqual(["second", null]);
  const other = await maps.newest({ ...NO_RULES, siteAddress: "https://example.com/x" });
  expect(other.map).not.toBe(map);
  expect(await maps.at("first", NO_RULES)).toBe(all[0]);
  expect(reads).toEqual(["first", "second"]);
});

test("the commit from before is used while the repository doesn't answer", async () => {
  const { files } = repository();
  const maps = createDocsMaps(files, 1);
  const fails = () => Promise.reject(new Error("away"));
  files.head = fails;
  await expect(maps.newest(NO_RULES)).rejects.toThrow("away");
  files.head = async () => "first";
  const first = await maps.newest(NO_RULES);
  files.head = () => new Promise(() => undefined);
  expect(await maps.newest(NO_RULES)).toBe(first);
  files.head = fails;
  expect(await maps.newest(NO_RULES)).toBe(first);
  const { list } = files;
  files.head = async () => "second";
  files.list = fails;
  await expect(maps.newest(NO_RULES)).rejects.toThrow("away");
  files.list = list;
  expect((await maps.newest(NO_RULES)).commit).toBe("second");
});
