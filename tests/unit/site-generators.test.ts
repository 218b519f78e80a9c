import { describe, expect, test } from "vitest";
import { decodePage } from "../../lib/site/page-text.ts";
import { pageOf, rendered, siteOf } from "../support/site.ts";

const block = (kind: string, title: string, inner: string) =>
  `<div class="component component-${kind}">${title && `<p class="component-title">${title}</p>`}${inner}</div>`;
const flat = (html: string) => html.replace(/\s*\n\s*/g, "");

describe("a page of a generator is shown without its marks:", () => {
  test.each([
    ["## Set up {#setup-steps}", '<h2 id="setup-steps">Set up</h2>'],
    ["## Set up \\{#setup-steps}", '<h2 id="setup-steps">Set up</h2>'],
    ["## Set up {#setup .big}\n", '<h2 id="setup">Set up</h2>'],
    ["## Set up { .big }\n", '<h2 id="set-up">Set up</h2>'],
    ["## Set up {: #setup }\n", '<h2 id="setup">Set up</h2>'],
    ["\ufeff# Title", '<h1 id="title">Title</h1>'],
    [":::note\nCareful.\n:::", block("note", "Note", "<p>Careful.</p>")],
    [":::tip[A *title*]\nText\n:::", block("tip", "A *title*", "<p>Text</p>")],
    ["::: warning Mind {#x}\nText\n:::", block("warning", "Mind {#x}", "<p>Text</p>")],
    [":::caution{icon=x}\nText\n:::", block("caution", "Caution", "<p>Text</p>")],
    ["::::outer\n:::note\nIn\n:::\n::::", block("outer", "", block("note", "Note", "<p>In</p>"))],
    [
      '!!! note "Title"\n\n    Text\n\n    More\n\nAfter',
      `${block("note", "Title", "<p>Text</p><p>More</p>")}<p>After</p>`,
    ],
    ["??? warning\n    Text", block("warning", "Warning", "<p>Text</p>")],
    ['???+ tip inline end "T"\n    Text', block("tip", "T", "<p>Text</p>")],
    [
      '=== "One"\n\n    First\n\n=== "Two"\n\n    Second\n',
      block("tab", "One", "<p>First</p>") + block("tab", "Two", "<p>Second</p>"),
    ],
    ["> [!NOTE]\n> Text", block("note", "Note", "<p>Text</p>")],
    [
      "> [!WARNING] Mind\n> Text\n\n> quote",
      `${block("warning", "Mind", "<p>Text</p>")}<blockquote><p>quote</p></blockquote>`,
    ],
    [
      "::: code-group\n\n```sh [npm]\nx\n```\n\n:::",
      block(
        "code-group",
        "",
        '<pre tabindex="0" data-filename="npm"><code class="language-sh">x</code></pre>',
      ),
    ],
    [":::tabs\n== A\nText\n:::", block("tabs", "", '<p class="component-title">A</p><p>Text</p>')],
    [
      '{{< tabs >}}\n{{< tab "One" >}}\nText\n{{< /tab >}}\n{{< /tabs >}}',
      block("tabs", "", block("tab", "One", "<p>Text</p>")),
    ],
    ['{{% alert title="T" %}}\nText\n{{% /alert %}}', block("alert", "T", "<p>Text</p>")],
    ["{% hint %}\nText\n{% endhint %}", block("hint", "Hint", "<p>Text</p>")],
    ["{% include x.html %}\n\nA {{ site.name }} and {{ a | b }}.", "<p>A site.name and .</p>"],
    ["[a](#b){ .button } `c`{: .d}", '<p><a href="#b">a</a> <code>c</code></p>'],
    [
      ':::image type="content" source="images/flow.png" alt-text="A":::',
      '<p><img src="/site/docs/images/flow.png" alt="A" loading="lazy" /></p>',
    ],
    [':::zone pivot="x"\nText\n:::zone-end', "<p>Text</p>"],
    [
      "> One\n>\n> [!TIP]\n> Two",
      '<blockquote><p>One</p><p class="component-title">Tip</p><p>Two</p></blockquote>',
    ],
    ["> [!VIDEO https://x.example/a]", block("video", "https://x.example/a", "<p></p>")],
    ['Press :::no-loc text="Win":::.', "<p>Press Win.</p>"],
    [
      "<div>\n{{ site.name }} {{ a | b }}{% if x %}Text{% endif %} {{ open\n</div>",
      "<div>site.name Text {{ open</div>",
    ],
    ["`:::note` {{x", "<p><code>:::note</code> {{x</p>"],
  ])("%j", async (source, html) => {
    expect(flat(await rendered(source, "start.md"))).toBe(html);
  });

  test.each([
    ["Text {\"shown\"}{' '}{1 + 2}.", "<p>Text shown .</p>"],
    ["## Set up {/* #setup */}", '<h2 id="setup">Set up</h2>'],
    [
      '<Tabs>\n<TabItem label="One">\n\nText\n\n</TabItem>\n</Tabs>',
      block("tabs", "", block("tabitem", "One", "<p>Text</p>")),
    ],
  ])("%j in MDX", async (source, html) => {
    expect(flat(await rendered(source))).toBe(html);
  });

  test("front matter in TOML", async () => {
    const site = siteOf({ "a.md": '+++\ntitle = "A page"\n[extra]\ntitle = "No"\n+++\n\nText' });
    expect(await pageOf(site, "/a")).toMatchObject({ title: "A page", html: "<p>Text</p>\n" });
  });

  test("a pointer to Git LFS, other encodings, and other formats", async () => {
    const pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 2\n";
    const site = siteOf({
      "a.md": pointer,
      "b.rst": "Title\n=====\n\n.. note:: <b>x</b>\n   Two\n",
    });
    expect((await pageOf(site, "/a")).html).toContain("stored in Git LFS, so its text isn’t here.");
    expect(flat((await pageOf(site, "/b")).html)).toBe(
      "<p>Title<br />=====</p><p>.. note:: &lt;b&gt;x&lt;/b&gt;<br />Two</p>",
    );
    const found = await site.find("/b", {
      comment: "“x</b> Two” is old",
      code: null,
      fragment: null,
    });
    expect(found).toMatchObject({ line: 4, passage: { foundBy: "quote" } });
    expect(decodePage(Buffer.from("\ufeffé\r\n", "utf16le"))).toBe("é\n");
    expect(decodePage(Buffer.from("é\r\n", "latin1"))).toBe("é\n");
  });
});

describe("an included file", () => {
  const FILES = {
    "docs/parts/a.md": "---\ntitle: x\n---\n\nPart **A**.\n",
    "docs/parts/_b.mdx": "Part B.\n",
    "snippets/c.md": "Part C.\n",
    "src/code.rs": "one\n// ANCHOR: x\ntwo\n// ANCHOR_END: x\n",
    ".env": "SECRET=1",
  };
  const shown = async (text: string, name = "docs/page.md") => {
    const site = siteOf({ ...FILES, [name]: text });
    const { html } = await pageOf(site, "/page");
    return flat(html);
  };

  test.each([
    ['--8<-- "parts/a.md"', "<p>Part <strong>A</strong>.</p>"],
    ['--8<-- "c.md"', "<p>Part C.</p>"],
    [
      "--8<--\nparts/a.md\nc.md\n--8<--\n\nEnd",
      "<p>Part <strong>A</strong>.</p><p>Part C.</p><p>End</p>",
    ],
    ["{{#include parts/a.md}}", "<p>Part <strong>A</strong>.</p>"],
    ["<!--@include: ./parts/a.md-->", "<p>Part <strong>A</strong>.</p>"],
    ["[!INCLUDE [x](parts/a.md)]", "<p>Part <strong>A</strong>.</p>"],
    ["import B from './parts/_b.mdx'\n\n<B />", "<p>Part B.</p>"],
    [
      "```rust\n{{#include ../src/code.rs:x}}\n```",
      '<pre tabindex="0"><code class="language-rust">two</code></pre>',
    ],
    ["<<< @/src/code.rs{1}", '<pre tabindex="0"><code class="language-rs">onetwo</code></pre>'],
    ['--8<-- "missing.md"\n\nText', "<p>Text</p>"],
    ['--8<-- "../../etc/passwd"\n\n--8<-- ".env"\n\n{{#include ../.env}}', ""],
  ])("is shown in its place: %j", async (text, html) => {
    expect(await shown(text)).toBe(html);
  });

  test("is found as a passage at the line that includes it", async () => {
    const site = siteOf({ ...FILES, "docs/page.md": '# P\n\n--8<-- "parts/a.md"\n' });
    const hints = { comment: '"Part A" is wrong', code: null, fragment: null };
    expect(await site.find("/page", hints)).toMatchObject({
      line: 3,
      passage: { foundBy: "quote" },
    });
  });

  test("that includes itself, or is included a thousand times, costs a bounded amount", async () => {
    const loop = "Loop\n\n{{#include page.md}}\n\n{{#include page.md}}\n";
    expect((await shown(loop)).match(/Loop/g)).toHaveLength(15);
    const large = siteOf({
      "docs/page.md": "{{#include a.md}}\n\n".repeat(2_000),
      "docs/a.md": "word ".repeat(20_000),
    });
    expect((await pageOf(large, "/page")).html.length).toBeLessThan(300_000);
  });
});
