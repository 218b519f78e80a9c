import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { describe, expect, test } from "vitest";
import { FORBIDDEN } from "../support/wording.ts";

interface Text {
  /** Where the text starts in its file. */
  offset: number;
  text: string;
}

/** Returns the string literals, templates and JSX texts of a source file, without its imports. */
function textsOf(file: string, source: string): Text[] {
  const texts: Text[] = [];
  const imports = new Set<number>();
  const skip = (node: { source: { start: number } | null }) => {
    if (node.source) imports.add(node.source.start);
  };
  const { program } = parseSync(file, source);
  new Visitor({
    ImportDeclaration: skip,
    ExportNamedDeclaration: skip,
    Literal: ({ start, value }) => {
      if (typeof value === "string" && !imports.has(start))
        texts.push({ offset: start, text: value });
    },
    TemplateElement: ({ start, value }) => {
      texts.push({ offset: start, text: value.cooked ?? value.raw });
    },
    JSXText: ({ start, value }) => {
      texts.push({ offset: start, text: value });
    },
  }).visit(program);
  return texts;
}

function problemsIn(file: string): string[] {
  const source = readFileSync(file, "utf8");
  const isCode = /\.(ts|tsx|mjs)$/.test(file);
  const texts = isCode ? textsOf(file, source) : [{ offset: 0, text: source }];
  return texts.flatMap(({ offset, text }) => {
    const flat = text.replaceAll(/\s/g, " ");
    return FORBIDDEN.flatMap(([phrase, instead]) => {
      const found = phrase.exec(flat);
      if (!found) return [];
      const line = source.slice(0, offset + (isCode ? 0 : found.index)).split("\n").length;
      return [`${file}:${line}: "${found[0]}" (instead: ${instead})`];
    });
  });
}

/** The sample site has mistakes on purpose. */
const EXEMPT = ["lib/platform/sample/"];

function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !EXEMPT.some((folder) => file.startsWith(folder)));
}

describe("no text for readers has a phrase that the style guide forbids", () => {
  test.each(["app", "components", "lib", "scripts"])("in the code of %s", (folder) => {
    expect(filesIn(folder, /\.(ts|tsx|mjs)$/).flatMap(problemsIn)).toEqual([]);
  });

  test("in the documentation", () => {
    const files = [
      ...["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", ".env.example"],
      ...["compose.yaml", "deploy/errata.service", "tests/README.md", ...filesIn("docs", /\.md$/)],
    ];
    expect(files.flatMap(problemsIn)).toEqual([]);
  });
});

test("texts are read from strings, templates and JSX, not from comments and imports", () => {
  const source = [
    'import x from "set aside";',
    "// set aside",
    'const a = "one";',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: This is source code.
    "const b = `two ${a} three`;",
    'const c = <p title="four">five</p>;',
  ].join("\n");
  expect(textsOf("example.tsx", source).map(({ text }) => text.trim())).toEqual(
    expect.arrayContaining(["one", "two", "three", "four", "five"]),
  );
  expect(textsOf("example.tsx", source).map(({ text }) => text)).not.toContain("set aside");
});

test("a phrase is found across lines and at the start of a sentence", () => {
  const found = (text: string) => FORBIDDEN.some(([phrase]) => phrase.test(text));
  expect(["Set aside: 3", "it was taken back", "nobody is here"].every(found)).toBe(true);
  expect(["nobody", "a setting aside-panel", "overlook at"].some(found)).toBe(false);
});
