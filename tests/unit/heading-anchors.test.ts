import { expect, test } from "vitest";
import type { DocsGenerator } from "../../lib/contract/api/docs-generators.ts";
import { partAtAnchor } from "../../lib/site/anchors.ts";
import { partsOf } from "../../lib/site/page-parts.ts";
import type { PageFormat } from "../../lib/site/page-text.ts";
import { siteOf } from "../support/site.ts";

/** Returns the line, counted from 1, that each fragment leads to; null if none. */
function linesOf(
  fragments: readonly string[],
  text: string,
  generator: DocsGenerator,
  format: PageFormat = "markdown",
): Record<string, number | null> {
  const page = partsOf(text, format);
  return Object.fromEntries(
    fragments.map((each) => {
      const part = partAtAnchor(page, each, generator);
      return [each, part === null ? null : part.start + 1];
    }),
  );
}

const PAGE = `# Größe & co.

## 2. Café: "set_up" – now

Text.

## C++ / C#

## Same

## Same

## Named {#own-name}

See [below](#x).
`;

test.each<[DocsGenerator, string[]]>([
  ["docusaurus", ["größe--co", "2-café-set_up--now", "c--c", "same", "same-1"]],
  ["starlight", ["größe--co", "2-café-set_up--now", "c--c", "same", "same-1"]],
  ["mdbook", ["größe--co", "2-café-set_up--now", "c--c", "same", "same-1"]],
  ["vitepress", ["große-co", "_2-cafe-set-up-–-now", "c-c", "same", "same-1"]],
  ["vuepress", ["große-co", "_2-cafe-set-up-–-now", "c-c", "same", "same-1"]],
  ["mkdocs", ["groe-co", "2-cafe-set_up-now", "c-c", "same", "same_1"]],
  ["mkdocs", ["größe--co", "2-café-set_up--now", "c--c", "same", "same_1"]],
  ["hugo", ["größe--co", "2-café-set_up--now", "c--c", "same", "same-1"]],
  ["jekyll", ["gre--co", "caf-setup--now", "c--c", "same", "same-1"]],
  ["docsify", ["größe-co", "_2-café-set_up-now", "c-c", "same", "same-1"]],
  ["sphinx", ["groe-co", "cafe-set-up-now", "c-c", "same", "id1"]],
])("%s leads to headings by its own IDs", (generator, ids) => {
  const wanted = Object.fromEntries(ids.map((id, index) => [id, [1, 3, 7, 9, 11][index]]));
  expect(linesOf(ids, PAGE, generator)).toEqual(wanted);
  expect(linesOf(["own-name", "named", "x"], PAGE, generator)).toEqual({
    "own-name": 13,
    named: null,
    x: null,
  });
});

test("labels lead to what is after them, in each format", () => {
  const markdown = [
    "(gear-label)=",
    "## Gear",
    "",
    '<a id="belt"></a>',
    "",
    "- First",
    "- Second",
    "",
    "```html",
    '<a id="shown"></a>',
    "```",
    "",
    '## <a name="oil"></a>Oil',
  ].join("\n");
  expect(linesOf(["gear-label", "belt", "shown", "oil"], markdown, "sphinx")).toEqual({
    "gear-label": 2,
    belt: 6,
    shown: null,
    oil: 13,
  });
  const rst = ".. _Gear Box:\n\nGear and oil\n============\n\nText.\n\n-----\nTitle\n-----\n\nx";
  expect(linesOf(["gear-box", "gear-and-oil", "title"], rst, "sphinx", "text")).toEqual({
    "gear-box": 3,
    "gear-and-oil": 3,
    title: 8,
  });
  const adoc =
    "= Page\n\n[#gear]\n== Gear box\n\nText.\n\n[[belt,Belt]]\n=== Drive belt\n\n== Gear box";
  expect(
    linesOf(["gear", "_gear_box", "belt", "drive-belt", "_gear_box_2"], adoc, "antora", "text"),
  ).toEqual({ gear: 3, _gear_box: 3, belt: 8, "drive-belt": 8, _gear_box_2: 11 });
});

test("an item's passage is found by the rule of its page's site", async () => {
  const page = "# Boot\n\nStart.\n\n## Was für ein Tag?\n\nSunny.\n";
  const site = siteOf({
    "mkdocs.yml": "site_name: x",
    "docs/boot.md": page,
    "next/.vitepress/config.ts": "export default {}",
    "next/late.md": page,
  });
  const find = async (address: string, fragment: string) => {
    const found = await site.find(address, { comment: null, code: null, fragment });
    return found.file === null ? null : [found.file, found.passage?.foundBy, found.line];
  };
  expect(await find("/boot/", "was-fur-ein-tag")).toEqual(["docs/boot.md", "heading", 5]);
  expect(await find("/late", "was-fur-ein-tag")).toEqual(["next/late.md", "heading", 5]);
  expect(await find("/boot/", "boot")).toEqual(["docs/boot.md", "start", null]);
});
