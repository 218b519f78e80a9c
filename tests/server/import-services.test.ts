import { afterEach, beforeEach, expect, test } from "vitest";
import type { ImportItem } from "../../lib/contract/api/import.ts";
import { importServices } from "../../lib/services/import-services.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

let platform: TestPlatform;
beforeEach(async () => {
  platform = await openTestPlatform({ name: "sqlite" });
});
afterEach(() => platform.close());

const ANN = { id: "ann", name: "Ann" };
const value: ImportItem["value"] = {
  path: "/a",
  comment: "Step 2 fails",
  helpful: false,
  createdAt: "2026-11-01",
  source: "contextual",
  contact: null,
};

function item(line: number, changes: Partial<ImportItem["value"]> = {}, copy = 0): ImportItem {
  return { line, copy, value: { ...value, ...changes } };
}

test("a batch is imported once, in the audit log before, with a reason for each rejected row", async () => {
  const log: unknown[] = [];
  const record = async (...entry: unknown[]) => {
    log.push([...entry, (await platform.changes("docs", 0, 100)).length]);
  };
  const imports = importServices(platform, { record });
  const rejected = Array.from({ length: 30 }, (_, index) => item(index + 10, { helpful: "maybe" }));
  const items = [
    item(2),
    item(3, {}, 1),
    item(4, { comment: null, contact: "a@b.example" }),
    item(5, { id: "own-1" }),
    ...rejected,
  ];
  const batch = { file: "export.csv", items };
  const result = await imports.add("docs", batch, ANN);
  expect(result).toMatchObject({ added: 4, updated: 0, unchanged: 0, deleted: 0 });
  expect(result.rejected).toHaveLength(30);
  expect(result.rejected[0]).toEqual({ line: 10, reason: expect.stringMatching(/^helpful: /) });
  expect(log).toEqual([[ANN, "imported", "rows 2 to 39 of export.csv into docs", 0]]);

  const again = await imports.add("docs", batch, ANN);
  expect(again).toMatchObject({ added: 0, unchanged: 4 });
  const ids = (await platform.changes("docs", 0, 100)).map(({ id }) => id);
  expect(ids.toSorted()).toEqual([
    ...Array(3).fill(expect.stringMatching(/^import_[0-9a-f]{32}$/)),
    "own-1",
  ]);
});

test("nothing is imported without the audit log, or with a hosted platform", async () => {
  const failing = importServices(platform, {
    record: async () => {
      throw new Error("no log");
    },
  });
  await expect(failing.add("docs", { file: "a", items: [item(2)] }, ANN)).rejects.toThrow("no log");
  expect(await platform.changes("docs", 0, 100)).toEqual([]);
  const hosted = importServices(null, { record: async () => {} });
  await expect(hosted.add("docs", { file: "a", items: [item(2)] }, ANN)).rejects.toThrow(
    "Imports aren't available with a hosted platform.",
  );
});
