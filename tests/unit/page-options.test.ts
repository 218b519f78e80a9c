import { expect, test } from "vitest";
import { initialOption, pageOptions } from "../../components/inbox/filters/page-options.ts";

const found = (...pages: string[]) => ({
  pages: pages.map((page) => ({ page, total: 1 })),
  total: pages.length,
});

test.each([
  ["/gui", ["/guides/a", "/guides/b"], "/gui*"],
  ["/guides/*", ["/guides/a", "/guides/b"], "/guides/*"],
  ["/guides/a", ["/guides/a", "/guides/a/b"], "/guides/a"],
  ["guides/a", ["/guides/a", "/guides/ab"], "/guides/a"],
  ["/gui", ["/guides/a"], "/guides/a"],
  ["", ["/guides/a", "/guides/b"], undefined],
  ["/nowhere", [], undefined],
])("after typing %j among %j, Enter takes %s", (typed, pages, taken) => {
  const options = pageOptions(typed.replace(/\*$/, ""), found(...pages));
  expect(options[initialOption(options, typed)]?.value).toBe(taken);
});
