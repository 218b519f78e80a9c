import { expect, test } from "vitest";
import { operations } from "../../lib/contract/api/operations.ts";
import { loadPagesAddress, serializePagesAddress } from "../../lib/filters/pages-address.ts";

test("the order that version 1.0.0 called harm is by impact", () => {
  expect(loadPagesAddress("sort=harm")).toEqual(loadPagesAddress("sort=impact"));
  expect(serializePagesAddress(loadPagesAddress("sort=harm"))).toBe("");
  const sortOf = (sort: string) => operations.listPages.query.safeParse({ sort }).data?.sort;
  expect(["harm", "impact", "views", "worst"].map(sortOf)).toEqual([
    ...["impact", "impact", "views"],
    undefined,
  ]);
});
