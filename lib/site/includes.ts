import "server-only";
import { posix } from "node:path";
import type { MarkdownIt, StateBlock, Token } from "markdown-it";
import { startOf } from "./containers.ts";
import { splitFrontMatter } from "./front-matter.ts";
import { decodePage } from "./page-text.ts";
import type { SiteSource, SourceFile } from "./source.ts";

/** Levels of files within files, and most characters of all of them. */
const MAX_DEPTH = 3;
const MAX_SIZE = 128 * 1_024;
/** Most different files of a page. */
const MAX_FILES = 50;

/** The included texts of a page, by the place of the include, and their names there. */
export interface Includes {
  file: string;
  texts: ReadonlyMap<string, { path: string; text: string }>;
  depth: number;
  budget: { left: number };
}

/** Names of files in the common ways to include one on a line of its own. */
const FORMS = [
  /^-{1,3}8<-{1,3}[ \t]+["']([^"']{1,300})["']$/,
  /^\{\{[ \t]*#(?:include|playground|rustdoc_include)[ \t]+([^\s}]{1,300})[^}]{0,100}\}\}$/,
  /^<!--[ \t]*@include:[ \t]*([^\s>]{1,300})[ \t]*-->$/,
  /^\[!INCLUDE[ \t]*\[[^\]]{0,300}\]\(([^)\s]{1,300})\)\]$/i,
  /^<<<[ \t]+([^\s{[]{1,300})/,
  /^<Snippet[ \t]+file=["']([^"']{1,300})["'][ \t]*\/>$/,
];
const IMPORT = /^import[ \t]+(\w{1,100})[ \t]+from[ \t]+["']([^"']{1,300}\.mdx?)["']/gm;
const COMPONENT = /^<([A-Z]\w{0,100})[ \t]*\/>$/;
const MARKDOWN = /\.(?:md|mdx|markdown)$/i;

/** By the parse environment of a page. */
const includesOf = new WeakMap<object, Includes>();
const modulesOf = new WeakMap<object, ReadonlyMap<string, string>>();

/** Returns the environment in which a page is parsed that includes files. */
export function includingEnvironment(includes: Includes | undefined): Record<string, unknown> {
  const env = {};
  if (includes) includesOf.set(env, includes);
  return env;
}

/** Teaches `markdown` to show included files in place. What isn't in the repository is left out. */
export function addIncludes(markdown: MarkdownIt): void {
  const options = { alt: ["paragraph", "reference", "blockquote", "list"] };
  markdown.block.ruler.before("fence", "include", include, options);
  markdown.core.ruler.after("block", "code_includes", ({ tokens, env }) => {
    const includes = includesOf.get(env);
    for (const token of tokens) if (includes && token.type === "fence") expandCode(token, includes);
  });
}

/**
 * Reads the files that a page includes, and those that they include. Only files of the repository that
 * aren't hidden are read.
 * @param files by their path
 */
export async function readIncludes(
  source: SiteSource,
  files: ReadonlyMap<string, SourceFile>,
  page: { path: string; text: string },
): Promise<Includes> {
  const texts = new Map<string, { path: string; text: string }>();
  const read = new Map<string, string>();
  let left = MAX_SIZE;
  let level = [page];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth += 1) {
    const wanted = level.flatMap(({ path, text }) =>
      namesIn(text).flatMap((name) => {
        const found = resolved(name, path, files);
        return found ? [{ key: keyOf(path, name), file: found }] : [];
      }),
    );
    const fresh = [...new Map(wanted.map(({ file }) => [file.path, file])).values()]
      .filter(({ path }) => !read.has(path))
      .slice(0, MAX_FILES - read.size)
      .filter(({ size }) => {
        if (size > left) return false;
        left -= size;
        return true;
      });
    const contents = fresh.length > 0 ? await source.read(fresh) : [];
    for (const [index, { path }] of fresh.entries())
      read.set(path, decodePage(contents[index] ?? Buffer.alloc(0)));
    for (const { key, file } of wanted) {
      const text = read.get(file.path);
      if (text !== undefined) texts.set(key, { path: file.path, text });
    }
    level = fresh.map(({ path }) => ({ path, text: read.get(path) ?? "" }));
  }
  return { file: page.path, texts, depth: 0, budget: { left: MAX_SIZE } };
}

function keyOf(from: string, name: string): string {
  return `${from}\n${name}`;
}

/** Names of files in a text, with those of MDX modules. */
function namesIn(text: string): string[] {
  const names = new Set(Array.from(text.matchAll(IMPORT), ([, , path = ""]) => path));
  let isList = false;
  for (const line of text.split("\n")) {
    const trimmed = line.trim();
    if (/^-{1,3}8<-{1,3}$/.test(trimmed)) isList = !isList;
    else if (isList && trimmed !== "") names.add(trimmed);
    const name = nameIn(trimmed);
    if (name) names.add(name);
  }
  return [...names].slice(0, MAX_FILES);
}

function nameIn(line: string): string | null {
  if (!/^(?:-{1,3}8<|\{\{|<!--|\[!|<<<|<Snippet)/i.test(line)) return null;
  for (const form of FORMS) {
    const name = form.exec(line)?.[1];
    if (name) return name;
  }
  return null;
}

/** Finds a file beside the page, at the root, or in a usual folder. `..` never leaves the repository. */
function resolved(
  name: string,
  from: string,
  files: ReadonlyMap<string, SourceFile>,
): SourceFile | null {
  const path = pathOf(name);
  if (path.includes("\\")) return null;
  const places = /^[~@]?\//.test(path)
    ? ["", "docs/", "src/", "content/"].map((root) => `/${root}${path.replace(/^[~@]?\//, "")}`)
    : [
        `/${posix.dirname(from)}/${path}`,
        ...["", "docs/", "includes/", "snippets/", "_snippets/"].map((root) => `/${root}${path}`),
      ];
  for (const place of places) {
    const found = files.get(posix.normalize(place).slice(1));
    if (found) return found;
  }
  return null;
}

/** A file's name without a part of it: `file.rs:2:10`, `file.rs:name`, `file.md#region`, `file.js{1-3}`. */
function pathOf(name: string): string {
  return name.replace(/[:#{].*$/s, "");
}

/** The marks before and after a list of files. */
const LIST_MARK = /^-{1,3}8<-{1,3}$/;

function include(state: StateBlock, line: number, end: number, silent: boolean): boolean {
  const includes = includesOf.get(state.env);
  const text = lineAt(state, line);
  const isList = LIST_MARK.test(text);
  const name = isList ? null : (nameIn(text) ?? moduleName(state, text));
  if (!includes || (!isList && name === null)) return false;
  if (silent) return true;
  const last = isList ? endOfList(state, line, end) : line;
  for (let at = line + 1; at <= last; at += 1) show(state, includes, lineAt(state, at), line);
  if (name !== null) show(state, includes, name, line);
  state.line = isList ? Math.min(last + 2, end) : line + 1;
  return true;
}

/** Returns the last line before the mark that ends a list. */
function endOfList(state: StateBlock, line: number, end: number): number {
  let last = line;
  while (last + 1 < end && !LIST_MARK.test(lineAt(state, last + 1))) last += 1;
  return last;
}

/** The file of `<Part />`, which the page imports. */
function moduleName(state: StateBlock, text: string): string | null {
  const component = COMPONENT.exec(text)?.[1];
  if (component === undefined) return null;
  const known = modulesOf.get(state.env);
  const modules = known ?? importsIn(state.src);
  if (!known) modulesOf.set(state.env, modules);
  return modules.get(component) ?? null;
}

function importsIn(text: string): ReadonlyMap<string, string> {
  return new Map(Array.from(text.matchAll(IMPORT), ([, name = "", path = ""]) => [name, path]));
}

function show(state: StateBlock, includes: Includes, name: string, line: number): void {
  const found = includes.texts.get(keyOf(includes.file, name));
  if (!found || includes.depth >= MAX_DEPTH) return;
  const { path, text } = found;
  if (text.length > includes.budget.left) return;
  includes.budget.left -= text.length;
  if (!MARKDOWN.test(path)) {
    const token = state.push("fence", "code", 0);
    Object.assign(token, {
      content: partOf(text, name),
      info: posix.extname(path).slice(1),
      map: [line, line + 1],
    });
    return;
  }
  const env = includingEnvironment({ ...includes, file: path, depth: includes.depth + 1 });
  // Links of the page and of what it includes share their definitions.
  state.env.references ??= {};
  env.references = state.env.references;
  const tokens: Token[] = [];
  state.md.block.parse(splitFrontMatter(partOf(text, name)).text, state.md, env, tokens);
  for (const token of tokens) {
    if (token.map) token.map = [line, line + 1];
    token.level += state.level;
    state.tokens.push(token);
  }
}

/** Includes in code keep the code's own form. */
function expandCode(token: Token, includes: Includes): void {
  if (!/8<-|\{\{[ \t]*#/.test(token.content)) return;
  const lines = token.content.split("\n").map((line) => {
    const name = nameIn(line.trim());
    const found = name === null ? undefined : includes.texts.get(keyOf(includes.file, name));
    if (!found || name === null || found.text.length > includes.budget.left) return line;
    includes.budget.left -= found.text.length;
    return partOf(found.text, name).trimEnd();
  });
  token.content = lines.join("\n");
}

/** Returns the named part of a file: lines, or what is between marks of a section. */
function partOf(text: string, name: string): string {
  const lines = text.split("\n");
  const range = /[:{](\d{1,7})?[:,-](\d{1,7})?\}?$/.exec(name);
  if (range && (range[1] || range[2]))
    return `${lines.slice(Number(range[1] ?? 1) - 1, Number(range[2] ?? lines.length)).join("\n")}\n`;
  const section = /[:#]([\w-]{1,100})$/.exec(name)?.[1];
  const isMark = (line: string) => /ANCHOR(?:_END)?:|8<-+ ?\[|#(?:end)?region\b/.test(line);
  const hasName = (line: string) => section !== undefined && isMark(line) && line.includes(section);
  const from = lines.findIndex(hasName);
  const to = lines.findIndex((line, index) => index > from && hasName(line));
  const shown = from < 0 ? lines : lines.slice(from + 1, to < 0 ? undefined : to);
  return shown.filter((line) => !isMark(line)).join("\n");
}

function lineAt(state: StateBlock, line: number): string {
  const start = startOf(state, line);
  return state.src.slice(start, Math.min(state.eMarks[line] ?? start, start + 1_000)).trim();
}
