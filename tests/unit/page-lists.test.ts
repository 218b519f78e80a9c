import { expect, test } from "vitest";
import { isPageList, isUnlisted, keyOf, readPageList } from "../../lib/platform/jobs/page-lists.ts";

const PAGES = [
  "docs/index.md",
  "docs/start.md",
  "docs/guides/keys.md",
  "docs/guides/left out.md",
  "docs/api/one.md",
  "docs/api/two.mdx",
  "docs/_partial.md",
  "docs/README.md",
  "docs/snippets/note.mdx",
  "CONTRIBUTING.md",
];

/** Returns which pages a list leaves out. */
function unlisted(path: string, text: string): string[] | null {
  expect(isPageList(path)).toBe(true);
  const keys = new Set(PAGES.map(keyOf));
  const has = (folder: string, key: string) => keys.has(folder === "" ? key : `${folder}/${key}`);
  const list = readPageList(path, text, has);
  return list && PAGES.filter((page) => isUnlisted(page, [list]));
}

test.each<[string, string, string, string[]]>([
  [
    "Mintlify",
    "docs/docs.json",
    '{"navigation":{"groups":[{"group":"Start","pages":["index","start","/guides/keys",{"group":"API","pages":["api/one"]}]}]}}',
    ["docs/guides/left out.md", "docs/api/two.mdx"],
  ],
  [
    "MkDocs, with a folder as a whole",
    "mkdocs.yml",
    "site_name: Relay\nnav:\n  - index.md\n  - Start: start.md\n  - Guides:\n      - 'Keys: all': \"guides/keys.md\"\n  - API: api/\nplugins:\n  - search: guides/left out.md\n",
    ["docs/guides/left out.md"],
  ],
  [
    "MkDocs with folders of another name",
    "mkdocs.yaml",
    "docs_dir: 'docs/guides'\nnav:\n- keys.md\n- left out.md\n",
    [],
  ],
  [
    "mdBook and GitBook",
    "docs/SUMMARY.md",
    "# Summary\n\n* [Start](./start.md)\n* [Left](guides/left%20out.md#part)\n  * [One](<api/one.md>)\n",
    ["docs/guides/keys.md", "docs/api/two.mdx"],
  ],
  [
    "DocFX",
    "docs/toc.yml",
    "- name: Start\n  href: start.md\n- name: API\n  href: api/\n- href: guides/keys.md\n",
    ["docs/guides/left out.md"],
  ],
  [
    "Jupyter Book",
    "docs/_toc.yml",
    "format: jb-book\nroot: index\nchapters:\n- file: start\n- file: guides/keys\n  sections:\n  - file: api/one\n  - file: api/two\n",
    ["docs/guides/left out.md"],
  ],
])("finds what the list of %s leaves out", (_, path, text, expected) => {
  expect(unlisted(path, text)).toEqual(expected);
});

test.each([
  ["of a tool that lists all pages by itself", "mkdocs.yml", "site_name: Relay\n"],
  ["with settings of another tool", "docs/docs.json", '{"files":["start","api/one"]}'],
  [
    "with parts in others",
    "docs/docs.json",
    '{"navigation":{"$ref":"./x.json"},"a":["start","api/one"]}',
  ],
  ["that is about something else", "docs/SUMMARY.md", "See [the code](../src/main.ts).\n"],
])("reads no list from a file %s", (_, path, text) => {
  expect(unlisted(path, text)).toBeNull();
});
