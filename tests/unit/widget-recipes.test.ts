import { readdirSync, readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";
import { describe, expect, test } from "vitest";
import { recipesFor, type Snippet } from "../../lib/widget/recipes.ts";

const SERVER = "https://errata.example.com";
/** The generators' packages by the folders of fixtures, with the names that the documentation uses. */
const TRIED = {
  vitepress: { vitepress: "VitePress" },
  docusaurus: { "@docusaurus/core": "Docusaurus" },
  starlight: { "@astrojs/starlight": "Starlight" },
  nextra: { nextra: "Nextra", next: "Next", zod: "zod" },
};
/** Not from npm: whoever runs it has any version. */
const UNPINNED = ["mkdocs"];
const documentation = readFileSync("docs/collect.md", "utf8");
const recipes = recipesFor({ server: SERVER, key: "pub_…" });

describe("the recipes", () => {
  test("have the server's address and the key in every snippet", () => {
    expect(recipes.map(({ id }) => id)).toEqual([
      "html",
      "docusaurus",
      "vitepress",
      "starlight",
      "nextra",
      "mkdocs",
    ]);
    for (const { title, widget, form } of recipes) {
      expect(widget.code, title).toContain(`${SERVER}/collect.js`);
      expect(widget.code, title).toMatch(/data-key"?[=:] ?"pub_…"/);
      expect(form.code, title).toContain("noscript");
      expect(form.code, title).toContain(`${SERVER}/v1/collect/pub_…`);
    }
  });

  test("are valid code", () => {
    const scripts = recipes.flatMap(({ widget, form }) => [widget, form]).filter(isScript);
    expect(scripts).toHaveLength(7);
    for (const { language, code } of scripts) {
      // Some are properties of a configuration.
      const whole = /^\w+: /.test(code) ? `export default {${code}};` : code;
      expect(parseSync(`snippet.${language}`, whole).errors, code).toEqual([]);
    }
  });

  test("were tried with the versions that the documentation names", () => {
    for (const [generator, packages] of Object.entries(TRIED)) {
      const file = `tests/recipes/fixtures/${generator}/package.json`;
      const { dependencies } = JSON.parse(readFileSync(file, "utf8"));
      for (const [name, title] of Object.entries(packages)) {
        expect(documentation).toContain(`${title} ${dependencies[name]}`);
      }
    }
    const folders = [...Object.keys(TRIED), ...UNPINNED];
    expect(readdirSync("tests/recipes/fixtures").sort()).toEqual(folders.sort());
  });

  test("are those of the documentation", () => {
    const text = recipes.map(({ title, widget, form }) => {
      const optional = `For readers without JavaScript, ${described(form)}`;
      return `#### ${title}\n\nIn ${described(widget)}\n\n${optional}`;
    });
    expect(documentation).toContain(text.join("\n\n"));
  });
});

function isScript({ language }: Snippet): boolean {
  return language === "js" || language === "jsx";
}

function described({ file, language, code }: Snippet): string {
  return `${file}:\n\n\`\`\`${language}\n${code}\n\`\`\``;
}
