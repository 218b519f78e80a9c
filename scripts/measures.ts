import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { type Node, parseSync, visitorKeys } from "oxc-parser";
import { printTable } from "./print-table.ts";

/**
 * Prints how large the code is, and what of it is large or scattered: `npm run measures -- [--list] [folder]`.
 * docs/architecture.md says what each measure counts.
 */

const FOLDERS = ["app", "components", "lib"];
const MAX_LINES = 60;
const MAX_BRANCHES = 10;
const MAX_SMALL_FILE = 30;

const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);
const BRANCHES = new Set([
  ...["IfStatement", "ConditionalExpression", "LogicalExpression", "CatchClause"],
  ...["ForStatement", "ForInStatement", "ForOfStatement", "WhileStatement", "DoWhileStatement"],
]);

/** The scatter of a change: the files that name an example of it. */
const CHANGES: [change: string, example: RegExp][] = [
  ["a filter", /dismissedFor/],
  ["a job state", /unconfirmed/],
  ["a setting", /siteAddress/],
  ["an item field", /assignee/i],
  ["an intake format", /hotjar/i],
  ["a notification", /recurrence"/],
];

interface Measured {
  file: string;
  /** Changes that the file is a part of. */
  changes: string[];
  lines: number;
  /** Names of functions with their size. */
  long: [name: string, lines: number][];
  complex: [name: string, branches: number][];
  /** What is cast, with its line. */
  casts: [source: string, line: number][];
  /** Paths of the files that it imports, and those that it imports when they are needed. */
  imports: Set<string>;
  lazyImports: Set<string>;
}

function main(): void {
  const given = process.argv.slice(2);
  const root = resolve(given.find((each) => !each.startsWith("-")) ?? ".");
  const files = [...FOLDERS, "scripts"].flatMap((folder) => sourcesIn(root, folder));
  // Files at the top, such as the proxy, and scripts import as well, but aren't measured.
  const top = readdirSync(root).filter((name) => /\.(?:ts|mjs)$/.test(name));
  const all = [...files, ...top].map((file) => measure(root, file));
  const isMeasured = (file: string) => FOLDERS.some((folder) => file.startsWith(`${folder}/`));
  const small = smallWithOneImporter(all).filter(([file]) => isMeasured(file));
  const rows = FOLDERS.map((folder) => {
    const within = (file: string) => file.startsWith(`${folder}/`);
    return countsOf(
      all.filter(({ file }) => within(file)),
      small.filter(([file]) => within(file)).length,
    );
  });
  const total = (rows[0] ?? []).map((_, column) =>
    rows.reduce((sum, row) => sum + (row[column] ?? 0), 0),
  );
  printTable([
    [
      ...["", "files", "lines", `functions over ${MAX_LINES} lines`],
      ...[`functions over ${MAX_BRANCHES} branches`, "casts"],
      `files up to ${MAX_SMALL_FILE} lines with one importer`,
    ],
    ...[...rows, total].map((row, index) => [
      FOLDERS[index] ?? "total",
      ...row.map((count) => count.toLocaleString("en")),
    ]),
  ]);
  const measured = all.filter(({ file }) => isMeasured(file));
  console.log("\nFiles that name an example of:");
  printTable(
    CHANGES.map(([change]) => [
      change,
      String(measured.filter(({ changes }) => changes.includes(change)).length),
    ]),
  );
  if (given.includes("--list")) list(measured, small);
}

function countsOf(files: readonly Measured[], small: number): number[] {
  const sum = (count: (file: Measured) => number) =>
    files.reduce((total, file) => total + count(file), 0);
  return [
    files.length,
    sum(({ lines }) => lines),
    sum(({ long }) => long.length),
    sum(({ complex }) => complex.length),
    sum(({ casts }) => casts.length),
    small,
  ];
}

function list(measured: readonly Measured[], small: readonly (readonly [string, string])[]): void {
  const largest = (of: (file: Measured) => [string, number][]) =>
    measured
      .flatMap((each) => of(each).map(([name, size]) => [String(size), name, each.file]))
      .sort(([one], [other]) => Number(other) - Number(one));
  console.log(`\nFunctions over ${MAX_LINES} lines:`);
  printTable(largest(({ long }) => long));
  console.log(`\nFunctions over ${MAX_BRANCHES} branches:`);
  printTable(largest(({ complex }) => complex));
  console.log("\nCasts:");
  printTable(
    measured.flatMap(({ file, casts }) => casts.map(([cast, line]) => [`${file}:${line}`, cast])),
  );
  console.log(`\nFiles up to ${MAX_SMALL_FILE} lines, and their importer:`);
  printTable(small);
}

/** Chunks that the browser loads when it needs them are files for that reason, and aren't counted. */
function smallWithOneImporter(all: readonly Measured[]): (readonly [string, string])[] {
  const importers = new Map<string, Set<string>>();
  const lazy = new Set(all.flatMap(({ lazyImports }) => [...lazyImports]));
  for (const { file, imports } of all) {
    for (const to of imports) importers.set(to, (importers.get(to) ?? new Set()).add(file));
  }
  return all.flatMap(({ file, lines }) => {
    const [importer, ...others] = importers.get(file) ?? [];
    if (lines > MAX_SMALL_FILE || !importer || others.length > 0 || lazy.has(file)) return [];
    return [[file, importer] as const];
  });
}

function sourcesIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

function measure(root: string, file: string): Measured {
  const source = readFileSync(join(root, file), "utf8");
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const linesOf = ({ start, end }: Node) =>
    starts.filter((each) => each > start && each <= end).length + 1;
  const found: Measured = {
    file,
    lines: starts.length - 1,
    long: [],
    complex: [],
    casts: [],
    changes: CHANGES.flatMap(([change, example]) => (example.test(source) ? [change] : [])),
    imports: new Set(),
    lazyImports: new Set(),
  };
  const importFrom = (to: unknown, isLazy: boolean) => {
    if (typeof to !== "string" || !to.startsWith(".")) return;
    found[isLazy ? "lazyImports" : "imports"].add(relative(root, resolve(root, file, "..", to)));
  };
  /** Counts what is in a node. @returns the branches of the function that it is in */
  const visit = (node: Node, name: string): number => {
    if (node.type === "TSAsExpression" && !isConst(node.typeAnnotation)) {
      const line = starts.filter((each) => each <= node.end).length;
      found.casts.push([source.slice(node.start, node.end).replace(/\s+/g, " "), line]);
    }
    if (node.type === "ImportExpression" && node.source.type === "Literal") {
      importFrom(node.source.value, true);
    }
    if ("source" in node && node.source?.type === "Literal" && node.type !== "ImportExpression") {
      importFrom(node.source.value, false);
    }
    const inside = childrenOf(node)
      .map((child) => visit(child, nameOf(node) ?? name))
      .reduce((sum, branches) => sum + branches, 0);
    if (!FUNCTIONS.has(node.type)) return inside + (isBranch(node) ? 1 : 0);
    const lines = linesOf(node);
    if (lines > MAX_LINES) found.long.push([nameOf(node) ?? name, lines]);
    if (inside > MAX_BRANCHES) found.complex.push([nameOf(node) ?? name, inside]);
    // Its branches are its own.
    return 0;
  };
  visit(parseSync(file, source).program, "");
  return found;
}

function isBranch(node: Node): boolean {
  return BRANCHES.has(node.type) || (node.type === "SwitchCase" && node.test !== null);
}

function isConst(node: Node): boolean {
  if (node.type !== "TSTypeReference" || node.typeName.type !== "Identifier") return false;
  return node.typeName.name === "const";
}

/** The name that a node gives to the function that it is or has. */
function nameOf(node: Node): string | null {
  const named = "id" in node ? node.id : "key" in node ? node.key : null;
  return named?.type === "Identifier" ? named.name : null;
}

function childrenOf(node: Node): Node[] {
  return (visitorKeys[node.type] ?? [])
    .flatMap((key) => Reflect.get(node, key) as Node | Node[] | null)
    .filter((child) => child !== null && child !== undefined);
}

main();
