import "server-only";

/** A token of JavaScript or TypeScript. The text of a `text` token is the string's value. */
export interface Token {
  kind: "text" | "template" | "number" | "name" | "mark";
  text: string;
}

/** Most tokens that are read of a file. */
const MAX_TOKENS = 100_000;

// Bounds texts and regular expressions, so that an unclosed one isn't searched to the end of the file again and
// again.
const SPACE = /[\s;]+/y;
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const NUMBER = /\d[\w.]*/y;
const TEXT = /"(?:[^"\\\n]|\\.){0,2000}"|'(?:[^'\\\n]|\\.){0,2000}'/sy;
const REGEXP = /\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.){0,100}\]){1,300}\/[a-z]{0,8}/y;
const MARK = /=>|\.\.\.|\?\?|\|\||&&/y;

/** Splits a configuration file into tokens. It is never run. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length && tokens.length < MAX_TOKENS) {
    const start = at;
    at = endOfComment(source, endOf(SPACE, source, at));
    if (at > start) continue;
    const { end, token } = tokenAt(source, at, tokens.at(-1));
    tokens.push(token);
    at = end;
  }
  return tokens;
}

function tokenAt(
  source: string,
  at: number,
  before: Token | undefined,
): { end: number; token: Token } {
  const sign = source.charAt(at);
  if (sign === "`") {
    const end = endOfTemplate(source, at);
    return { end, token: { kind: "template", text: source.slice(at + 1, end - 1) } };
  }
  const text = endOf(TEXT, source, at);
  if (text > at) {
    return { end: text, token: { kind: "text", text: unescaped(source.slice(at + 1, text - 1)) } };
  }
  for (const [kind, pattern] of [
    ["name", NAME],
    ["number", NUMBER],
  ] as const) {
    const end = endOf(pattern, source, at);
    if (end > at) return { end, token: { kind, text: source.slice(at, end) } };
  }
  const expression = sign === "/" && mayStartRegExp(before) ? endOf(REGEXP, source, at) : at;
  if (expression > at) return { end: expression, token: { kind: "mark", text: "/" } };
  const end = Math.max(endOf(MARK, source, at), at + 1);
  return { end, token: { kind: "mark", text: source.slice(at, end) } };
}

/** Returns where a match ends that begins at `at`; `at` without one. */
function endOf(pattern: RegExp, source: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(source) ? pattern.lastIndex : at;
}

/** Returns the end of a comment that begins at `start`; `start` if there is none. */
function endOfComment(source: string, start: number): number {
  const begin = source.slice(start, start + 2);
  if (begin !== "//" && begin !== "/*") return start;
  const mark = begin === "//" ? "\n" : "*/";
  const end = source.indexOf(mark, start + 2);
  return end < 0 ? source.length : end + mark.length;
}

/** After a value, a slash divides. */
function mayStartRegExp(before: Token | undefined): boolean {
  if (!before) return true;
  if (before.kind === "name") return before.text === "return";
  return before.kind === "mark" && !")]}".includes(before.text);
}

const TEMPLATE_SIGN = /\\.|\$\{|[`{}]/gs;
/** The quote or brace that ends each open template and expression. */
const ENDS = new Map([
  ["`", "`"],
  ["{", "}"],
  ["${", "}"],
]);

/** Returns where a template that begins at `start` ends, with the templates inside it. */
function endOfTemplate(source: string, start: number): number {
  const open = ["`"];
  for (const { 0: sign, index } of source.slice(start + 1).matchAll(TEMPLATE_SIGN)) {
    const end = open.at(-1);
    // A text has nothing but expressions inside.
    const inside = end === "}" || sign === "${" ? ENDS.get(sign) : undefined;
    if (sign === end) open.pop();
    else if (inside) open.push(inside);
    if (open.length === 0) return start + 1 + index + 1;
  }
  return source.length;
}

function unescaped(text: string): string {
  if (!text.includes("\\")) return text;
  const marks: Record<string, string> = { n: "\n", t: "\t", r: "\r", "\n": "" };
  return text.replace(/\\(?:u([\da-f]{4})|x([\da-f]{2})|(.))/gis, (_, long, short, sign) =>
    sign === undefined
      ? String.fromCharCode(Number.parseInt(long ?? short, 16))
      : (marks[sign] ?? sign),
  );
}
