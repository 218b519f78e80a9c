import { afterEach, beforeEach, expect, test } from "vitest";
import type { Audit } from "../../lib/auth/audit.ts";
import type { ImportItem } from "../../lib/contract/api/import.ts";
import { importServices } from "../../lib/services/import-services.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { openTestStore, type TestDatabase } from "../support/databases.ts";
import { openTestPlatform, type TestPlatform } from "../support/platform.ts";

let platform: TestPlatform;
let store: TestDatabase<StoreSchema>;
beforeEach(async () => {
  platform = await openTestPlatform({ name: "sqlite" });
  store = await openTestStore({ name: "sqlite" }, "imports");
});
afterEach(() => Promise.all([platform.close(), store.close()]));

const servicesWith = (record: Audit["record"], available: TestPlatform | null = platform) =>
  importServices({
    store,
    platform: available,
    clock: platform.clock,
    audit: { record },
    people: async () => [ANN],
  });

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
  const imports = servicesWith(record);
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
  const failing = servicesWith(async () => {
    throw new Error("no log");
  });
  await expect(failing.add("docs", { file: "a", items: [item(2)] }, ANN)).rejects.toThrow("no log");
  expect(await platform.changes("docs", 0, 100)).toEqual([]);
  const hosted = servicesWith(async () => {}, null);
  await expect(hosted.add("docs", { file: "a", items: [item(2)] }, ANN)).rejects.toThrow(
    "Imports aren't available with a hosted platform.",
  );
});
