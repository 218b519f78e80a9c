import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { RenderedPage } from "../../lib/contract/api/rendered-page.ts";
import { readDocsMap } from "../../lib/docs-site/read-docs-map.ts";
import { createSite } from "../../lib/site/site.ts";
import { NO_RULES } from "../support/find-files.ts";

const FILES = { "guides/auth.md": "# Auth", "images/flow.png": "png" };

/** Compares two texts of a page, beside which there are `guides/auth.md` and `images/flow.png`. */
async function compared(
  before: string | null,
  after: string | null,
  { name = "start.md", isWhole = false } = {},
): Promise<RenderedPage> {
  const files = Object.entries({ ...FILES, [name]: after ?? before ?? "" });
  const texts = new Map(files);
  const listed = files.map(([path, text]) => fileOf(path, text));
  const read = async (wanted: readonly { path: string; id: string }[]) =>
    wanted.map(({ path, id }) => {
      const own = [before, after].find((text) => text !== null && fileOf(name, text).id === id);
      return Buffer.from(path === name ? (own ?? "") : (texts.get(path) ?? ""));
    });
  const snapshot = {
    key: "1",
    files: listed,
    map: await readDocsMap({ files: listed, read }, NO_RULES),
  };
  const source = { newest: async () => snapshot, read, urlOf: async () => null };
  const side = (text: string | null) => (text === null ? null : fileOf(name, text));
  const pages = { snapshot, before: side(before), after: side(after), query: "?at=b" };
  return createSite(source, "/site/docs").compare(pages, isWhole);
}

function fileOf(path: string, text: string) {
  const id = createHash("sha1").update(text).digest("hex");
  return { path, id, size: Buffer.byteLength(text) };
}

/** The rows as lines: unchanged blocks, `before => after`, and how many blocks aren't shown. */
async function rowsOf(...given: Parameters<typeof compared>): Promise<string[]> {
  const { rows } = await compared(...given);
  return rows.map((row) => {
    if (row.kind === "hidden") return `(${row.blocks})`;
    return row.kind === "same" ? row.html : `${row.before} => ${row.after}`;
  });
}

const paragraphs = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `Paragraph ${from + index}.\n\n`).join("");

describe("a page before and after a change", () => {
  test("marks the words that differ, and shows what is around them under their heading", async () => {
    const page = (word: string) =>
      `# Start\n\n## Keys\n\n${paragraphs(1, 5)}Send the ${word} key.\n\n${paragraphs(6, 9)}`;
    expect(await rowsOf(page("old"), page("new"))).toEqual([
      "(1)",
      '<p class="heading-2">Keys</p>',
      "(3)",
      "<p>Paragraph 4.</p><p>Paragraph 5.</p>",
      "<p>Send the <del>old</del> key.</p> => <p>Send the <ins>new</ins> key.</p>",
      "<p>Paragraph 6.</p><p>Paragraph 7.</p>",
      "(2)",
    ]);
    const whole = await rowsOf(page("old"), page("new"), { isWhole: true });
    expect(whole.join("")).toContain("Paragraph 1.");
    expect(whole).toHaveLength(3);
  });

  test.each([
    ["an added paragraph", "A.\n", "A.\n\nB.\n", "null => <ins><p>B.</p></ins>"],
    ["a removed page", "A.\n", null, "<del><p>A.</p></del> => null"],
    ["a new page", null, "A.\n", "null => <ins><p>A.</p></ins>"],
    [
      "a rewritten paragraph",
      "One two three four.\n",
      "Nothing else.\n",
      "<del><p>One two three four.</p></del> => <ins><p>Nothing else.</p></ins>",
    ],
    [
      "words that follow each other",
      "Send a very old key now.\n",
      "Send a fresh new key now.\n",
      "<p>Send a <del>very old</del> key now.</p> => <p>Send a <ins>fresh new</ins> key now.</p>",
    ],
    [
      "a title of the front matter",
      "---\ntitle: Old\n---\nA.\n",
      "---\ntitle: New\n---\nA.\n",
      '<del><p class="heading-1">Old</p></del> => <ins><p class="heading-1">New</p></ins>',
    ],
    [
      "an image",
      "See ![Flow](images/flow.png) here and now.\n",
      "See here and now.\n",
      '<p>See <del><img src="/site/docs/images/flow.png" alt="Flow" loading="lazy" /> </del>here and now.</p> => <p>See here and now.</p>',
    ],
    [
      "a link that leads elsewhere",
      "Read [auth](https://a.example) first, then go on.\n",
      "Read [auth](/guides/auth) first, then go on.\n",
      '<p>Read <a href="https://a.example" target="_blank" rel="noopener nofollow"><del>auth</del></a> first, then go on.</p>' +
        ' => <p>Read <a href="/site/docs/guides/auth?at=b" target="_blank" rel="noopener nofollow"><ins>auth</ins></a> first, then go on.</p>',
    ],
    [
      "an escaped character",
      "Use a & b and c.\n",
      "Use a < b and c.\n",
      "<p>Use a <del>&amp;</del> b and c.</p> => <p>Use a <ins>&lt;</ins> b and c.</p>",
    ],
    [
      "the page's own marks",
      "An <ins>old</ins> <del>text</del> here.\n",
      "An <ins>new</ins> <del>text</del> here.\n",
      "<p>An <u><del>old</del></u> <s>text</s> here.</p> => <p>An <u><ins>new</ins></u> <s>text</s> here.</p>",
    ],
  ])("marks %s", async (_name, before, after, row) => {
    expect((await rowsOf(before, after)).filter((each) => each.includes(" => "))).toEqual([row]);
  });

  test("compares a section in which everything changes block by block", async () => {
    const section = (word: string) =>
      `## Send ${word} keys\n\nSend the ${word} key now.\n\n- one ${word} key\n- two keys\n\n\`\`\`\nsend ${word} key\n\`\`\`\n\n`;
    const more = `${section("new")}Added at the end.\n`;
    const rows = await rowsOf(section("old").repeat(2), section("new") + more);
    expect(rows).toHaveLength(9);
    expect(rows[1]).toBe(
      "<p>Send the <del>old</del> key now.</p> => <p>Send the <ins>new</ins> key now.</p>",
    );
    expect(rows.at(-1)).toBe("null => <ins><p>Added at the end.</p></ins>");
  });

  test("puts no mark between the cells of a table or the items of a list", async () => {
    const table = (rows: string) => `| A | B |\n|---|---|\n| one | two |\n${rows}`;
    const [row = ""] = (await rowsOf(table(""), table("| three | four |\n"))).filter((each) =>
      each.includes(" => "),
    );
    expect(row).toContain("<td><ins>three</ins></td>");
    expect(row).not.toMatch(/<ins>\s*<\/ins>|<ins>\s*<t|<\/tr>\s*<ins>/);
    const list = await rowsOf("- one\n- two\n", "- one\n- two\n- three\n");
    expect(list.join("")).toContain("<li><ins>three</ins></li>");
  });

  test("shows a long list, a long table, and long code only around the change", async () => {
    const items = (word: string) =>
      Array.from({ length: 60 }, (_, n) => `${n + 1}. Item ${n === 30 ? word : n} of a long list.`);
    const list = await rowsOf(items("old").join("\n"), items("new").join("\n"));
    expect(list.at(2)).toBe(
      '<ol start="31"><li>Item <del>old</del> of a long list.</li>\n</ol> => '.replace("\n", "") +
        '<ol start="31"><li>Item <ins>new</ins> of a long list.</li></ol>',
    );
    expect(list.at(0)).toBe("(28)");

    const rows = (word: string) =>
      ["| Key | Value |", "|---|---|"].concat(
        Array.from({ length: 80 }, (_, n) => `| key ${n} | ${n === 40 ? word : "a value"} |`),
      );
    const table = await rowsOf(rows("old").join("\n"), rows("new").join("\n"));
    const row = table.find((each) => each.includes(" => "));
    expect(row).toMatch(/<th>Key<\/th>.*<td>key 40<\/td>\s*<td><del>old<\/del>/s);
    expect(row).not.toContain("key 39");

    const code = (word: string) =>
      `\`\`\`ts\n${Array.from({ length: 90 }, (_, n) => `const value${n} = ${n === 50 ? word : "same"};`).join("\n")}\n\`\`\`\n`;
    const lines = await rowsOf(code("old"), code("new"));
    expect(lines.find((each) => each.includes(" => "))).toBe(
      '<pre tabindex="0"><code class="language-ts">const value50 = <del>old</del>;\n</code></pre> => ' +
        '<pre tabindex="0"><code class="language-ts">const value50 = <ins>new</ins>;\n</code></pre>',
    );
    expect(lines.join("")).not.toContain("value47");
  });

  test("says where a change is in the file", async () => {
    const { rows } = await compared(
      "---\ntitle: A\n---\n\nOne.\n\nTwo words here.\n",
      "---\ntitle: A\n---\n\nOne.\n\nNew.\n\nTwo other words here.\n",
    );
    const changed = rows.flatMap((row) => (row.kind === "changed" ? row : []));
    expect(changed.map(({ oldLines, newLines }) => [oldLines, newLines])).toEqual([
      [
        [7, 7],
        [7, 9],
      ],
    ]);
  });

  test("is safe, and a hidden character marks nothing", async () => {
    const hostile = '<img src=x onerror="a()"><script>b()</script><a href="javascript:c()">d</a>';
    const { rows } = await compared("A.\n", `A.\n\n${hostile}\n\n<ins onclick="e()">f</ins>\n`);
    expect(JSON.stringify(rows)).not.toMatch(/onerror|script|onclick/);
    expect(await rowsOf("One two.\n", "One\u200b two.\n")).toEqual(["(1)"]);
  });

  test("is too large to render where the page itself is", async () => {
    const large = await compared("A.\n", "a\n".repeat(200_000));
    expect(large).toEqual({ rows: [], isTooLarge: true });
    expect((await compared("A.\n", "\n".repeat(9_000))).isTooLarge).toBe(true);
  });
});
