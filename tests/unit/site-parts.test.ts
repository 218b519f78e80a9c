import { expect, test } from "vitest";
import { runWithoutPauses } from "../../lib/pause.ts";
import { parsing, rendering, renderTokens } from "../../lib/site/markdown.ts";

/** A page is rendered in parts; what is made safe at once is put in brackets here. */
function partsOf(text: string): string[] {
  const tokens = runWithoutPauses(parsing(text, "mdx"));
  const parts: string[] = [];
  const { html } = runWithoutPauses(
    rendering(tokens, "mdx", (part) => {
      parts.push(part);
      return part;
    }),
  );
  expect(html).toBe(renderTokens(tokens, "mdx"));
  expect(html).toBe(parts.join(""));
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

test("what follows a tag that nothing closes is one part", () => {
  const parts = partsOf(`${sections(50)}\n\n<div>\n\n${sections(100)}`);
  expect(parts.at(-1)).toContain("Section 99");
  expect(parts.at(-1)).toContain("<div>");
});
