import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";

export type Expression = { where: string; source: string; flags: string };

const FUNCTIONS = ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"] as const;

/**
 * Returns the regular expressions of the code under the folders: literals, and what `new RegExp` gets. Modules that
 * build some when they load are loaded for it. Values that are only known in a call are left out.
 */
export async function findExpressions(root: string, folders: string[]): Promise<Expression[]> {
  const found: Expression[] = [];
  for (const folder of folders) {
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })) {
      if (!/\.(?:ts|tsx|mjs)$/.test(file)) continue;
      const name = join(folder, file);
      const inFile = expressionsIn(join(root, name), name);
      found.push(...inFile.expressions);
      if (inFile.built === 0) continue;
      const built = await builtByModule(join(root, name), name);
      if (built.length < inFile.built) throw new Error(`Not every expression of ${name} was built`);
      found.push(...built);
    }
  }
  return found;
}

/** The expressions in a file's text, and how many others it builds when it loads. */
function expressionsIn(path: string, name: string) {
  const code = readFileSync(path, "utf8");
  const expressions: Expression[] = [];
  let functions = 0;
  let built = 0;
  const enter = () => {
    functions += 1;
  };
  const leave = () => {
    functions -= 1;
  };
  const add = (source: string, flags: string) => expressions.push({ where: name, source, flags });
  new Visitor({
    ...Object.fromEntries(
      FUNCTIONS.flatMap((type) => [
        [type, enter],
        [`${type}:exit`, leave],
      ]),
    ),
    Literal(node) {
      if ("regex" in node) add(node.regex.pattern, node.regex.flags);
    },
    NewExpression(node) {
      if (node.callee.type !== "Identifier" || node.callee.name !== "RegExp") return;
      if (functions === 0) {
        built += 1;
        return;
      }
      const [source, flags] = node.arguments;
      if (source?.type !== "TemplateLiteral") throw new Error(`${path}: give RegExp a template`);
      const text = source.quasis.map(({ value }) => value.cooked).join("");
      add(text, flags?.type === "Literal" ? String(flags.value) : "");
    },
  }).visit(parseSync(path, code).program);
  return { expressions, built };
}

async function builtByModule(path: string, name: string): Promise<Expression[]> {
  const built: Expression[] = [];
  const original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(original, {
    construct(target, [source, flags]) {
      const expression = new target(source, flags);
      if (new Error().stack?.includes(name)) {
        built.push({ where: name, source: expression.source, flags: expression.flags });
      }
      return expression;
    },
  });
  try {
    // The address makes it another module than the one that other tests have loaded.
    await import(/* @vite-ignore */ `${path}?expressions`);
  } finally {
    globalThis.RegExp = original;
  }
  return built;
}
