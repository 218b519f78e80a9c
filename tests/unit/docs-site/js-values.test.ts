import { describe, expect, test } from "vitest";
import { Call } from "../../../lib/docs-site/config/js-reader.ts";
import { readJs } from "../../../lib/docs-site/config/js-values.ts";
import { cpuTime } from "../../support/cpu-time.ts";

describe("the default export", () => {
  test.each([
    [
      "export default { a: 'x', b: [1, true, null], c: { d: \"y\" } }",
      { a: "x", b: [1, true, null], c: { d: "y" } },
    ],
    ["module.exports = { a: 'x' };", { a: "x" }],
    ["export default defineConfig({ a: 'x' })", { a: "x" }],
    ["export default withA(withB<Options<'t'>>({ a: 'x' }))", { a: "x" }],
    ["const config: Config = { a: 'x' }\nexport default config", { a: "x" }],
    ["const config = { a: 'x' } satisfies Config;\nmodule.exports = config", { a: "x" }],
    ["module.exports = async function create() { const y = 1; return { a: 'x' } }", { a: "x" }],
    ["export default () => ({ a: 'x' })", { a: "x" }],
    ["export default (env) => { return { a: 'x' } }", { a: "x" }],
    ["module.exports = (ctx) => ({ a: 'x' })", { a: "x" }],
    ["module.exports = ctx => ({ a: 'x' })", { a: "x" }],
    [
      "const shared = { a: 'x' }; export default { ...shared, b: shared.a }",
      { a: "x", b: undefined },
    ],
    ["const a = 'x', z = 1; export default { a }", { a: "x" }],
    [
      "export default { a: ('x'), 'b-c': `y`, /* d: 1 */ e: 2, // f\n async g() { return 1 }, h: 3 }",
      { a: "x", "b-c": "y", e: 2, g: 1, h: 3 },
    ],
    ['export default { a: "\\u0041\\n\\\'" }', { a: "A\n'" }],
    [
      "export default { a: /[/\"']{2}/g, b: 4 / 2 / 1, c: 'x' }",
      { a: undefined, b: undefined, c: "x" },
    ],
  ])("of %j", (source, value) => {
    expect({ ...(readJs(source).exported as object) }).toEqual(value);
  });
});

test.each([
  "process.env.BASE",
  "process.env.BASE || '/'",
  "isDev ? '/a' : '/b'",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is a configuration file's.
  "`/${name}`",
  "'/a' + name",
  "'/A'.toLowerCase()",
  "base",
  "import.meta.env.X",
  "twice",
])("%s is computed, so that it is unknown", (expression) => {
  const source = `import { base } from './x'; const twice = 'a'; { const twice = 'b' }
    export default { a: ${expression}, b: 'x' }`;
  expect(readJs(source).exported).toEqual({ a: undefined, b: "x" });
});

test("calls are found with the constants that they are given to", () => {
  const js = readJs(
    "export const docs = loader({ base: '/d', from: pages.toSource() });\nloader(1)",
  );
  expect(js.calls("loader")).toEqual([
    {
      constant: "docs",
      call: new Call("loader", [{ base: "/d", from: new Call("pages.toSource", []) }]),
    },
    { constant: null, call: new Call("loader", [1]) },
  ]);
  expect(readJs("window.$x = { a: 1 }").assigned("window.$x")).toEqual({ a: 1 });
});

test("a file that refers to itself ends", () => {
  const names = Array.from(
    { length: 60 },
    (_, at) => `const a${at} = [...a${at + 1}, ...a${at + 1}];`,
  );
  expect(readJs("const a = { b }; const b = { a }; export default a").exported).toEqual({
    b: { a: undefined },
  });
  expect(readJs(`${names.join("\n")} const a60 = [1]; export default a0`).exported).toBeDefined();
});

const UNITS = [
  "{",
  "[",
  "(",
  "`",
  "${",
  "`${",
  "'",
  '"',
  "/",
  "/*",
  "//",
  "/[",
  "\\",
  "a:",
  "a(",
  "=>",
  "...",
  "<",
  "const a=",
  "export default ",
];

test.each(UNITS)("reading takes time in proportion to the length of %j", (unit) => {
  const source = `export default ${unit.repeat(100_000 / unit.length)}`;
  const start = cpuTime();
  readJs(source).exported;
  expect(cpuTime() - start).toBeLessThan(1_000);
});
