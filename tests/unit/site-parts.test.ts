import { expect, test } from "vitest";
import { runWithoutPauses } from "../../lib/pause.ts";
import type { LinkContext } from "../../lib/site/links.ts";
import { makingSafe } from "../../lib/site/making-safe.ts";
import { parseMarkdown, parsing, renderingParts, renderTokens } from "../../lib/site/markdown.ts";
import { safeHtml } from "../../lib/site/safe-html.ts";
import type { SitePages } from "../../lib/site/site-pages.ts";

/** Returns what of a page is made safe at once. */
function partsOf(text: string): string[] {
  const tokens = runWithoutPauses(parsing(text, "mdx"));
  const parts = runWithoutPauses(renderingParts(tokens, "mdx", 60)).map(({ html }) => html);
  expect(parts.join("")).toBe(renderTokens(tokens, "mdx"));
  return parts;
}

const sections = (count: number) =>
  Array.from(
    { length: count },
    (_, at) => `## Section ${at}\n\nText.<br>More.\n\n- One\n- Two\n`,
  ).join("\n");

test("a long page is made safe in parts", () => {
  const parts = partsOf(sections(400));
  expect(parts.length).toBeGreaterThan(50);
  for (const part of parts) expect(part.split("<ul>").length).toBe(part.split("</ul>").length);
});

test("a part ends where no block, component, or tag is open", () => {
  const note = '<div class="component component-note">';
  const around: [before: string, after: string, tag: string][] = [
    ["<Note>", "</Note>", note],
    ["<div>", "</div>", "<div>"],
    [":::note", ":::", note],
    ["> A\n", "", "<blockquote>"],
  ];
  for (const [before, after, tag] of around) {
    const inner = before.startsWith(">") ? sections(100).replaceAll("\n", "\n> ") : sections(100);
    const parts = partsOf(`${sections(50)}\n${before}\n\n${inner}\n\n${after}\n\n${sections(50)}`);
    expect(parts.length, before).toBeGreaterThan(10);
    const [part = "", ...others] = parts.filter((each) => each.includes(tag));
    expect(part, before).toContain("Section 99");
    expect(others, before).toEqual([]);
  }
});

test.each(["<div>", "<p>", "</div>", "</em> text", "<b><i></b>", "<br>", "<!-- <ul> -->"])(
  "a page with %s, which nothing closes, is made safe in parts",
  (tag) => {
    const parts = partsOf(`${sections(50)}\n\n${tag}\n\n${sections(100)}`);
    expect(parts.length).toBeGreaterThan(30);
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThan(2_000);
  },
);

const none = new Map<string, never>();
const site: SitePages = {
  pages: none,
  addresses: none,
  stems: none,
  files: none,
  images: none,
  sites: [],
  find: () => null,
  of: () => null,
};
const place: LinkContext = { base: "/site/docs", site, file: "a.md", address: "/a" };
const safe = (html: string) => safeHtml(html, place);

/** Makes the HTML of a page safe in steps. Returns it with the length of what was made safe at once. */
function inSteps(html: string): { made: string; longest: number } {
  let longest = 0;
  const made = runWithoutPauses(
    makingSafe(html, (part) => {
      longest = Math.max(longest, part.length);
      return safe(part);
    }),
  );
  return { made, longest };
}

const lines = (line: string, count = 800) => `${line}\n`.repeat(count);

test.each([
  ["a list", lines("- One *item* with `code`")],
  ["a list of lists", `- A\n${lines("  1. <b>One</b> & more")}`],
  ["a table", `|a|b|\n|-|-:|\n${lines("|One|two|")}`],
  ["a quote", lines("> A line\n>\n> - an item")],
  ["a block of its own", `<div class="component">\n\n${lines("Text.\n")}\n</div>`],
  ["details", `<details open><summary>A "summary"</summary>\n\n${lines("- One")}\n</details>`],
  ["components", `<Note title="A > b">\n\n${lines("- One")}\n</Note>`],
  ["a line of code", `\`${"a < b && ".repeat(1_500)}\``],
  ["escaped characters in a line", `- ${"\\<".repeat(4_000)} *One* ${"&".repeat(9_000)}`],
  ["a long block of code", `\`\`\`xml\n${lines('<a href="b">One</a> &amp;', 600)}\`\`\``],
  ["many tags", `${"<div>\n".repeat(20)}${lines("<p>One <br> two</p>")}${"</div>\n".repeat(20)}`],
])("%s is the same, made safe in steps", (_, text) => {
  const html = renderTokens(parseMarkdown(text, "mdx"), "mdx");
  const { made, longest } = inSteps(html);
  expect(longest).toBeLessThan(12_000);
  expect(made).toBe(safe(html));
});

test.each(
  [
    "<script>\n",
    "<!--\n",
    '<a title="\n<b>\n',
    "<a title='<ul>\n'>\n",
    "<style>\n<li>\n",
    "<ul><li onclick=x>\n",
    "</ul>\n<table><tr>\n",
    `<div x="${"y".repeat(600)}">\n`,
    "<div>\n".repeat(50),
    "\u{f8ff}inside\u{f8ff}<ul>\n",
    `<ul title="${"&amp;".repeat(3_000)}">\n`,
    `<script>${"&lt;".repeat(3_000)}\n`,
    `<!-- ${"&lt;li>".repeat(3_000)}\n`,
  ].map((start) => [start.slice(0, 30), start]),
)("what is cut in the middle of %j has only tags that are safe", (_, start) => {
  const { made } = inSteps(
    start + lines("<li><img src=x onerror=alert(1)>One<script>x</script></li>"),
  );
  for (const [tag] of made.matchAll(/<[^>]*>?/g)) {
    expect(tag).toMatch(/^<\/?(?:a|b|ul|li|div|table|tr|span)(?: title="[^"<>]*")?>$/);
  }
});
