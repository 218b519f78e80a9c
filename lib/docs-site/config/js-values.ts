import "server-only";
import { Call, MAX_TYPE, Reader } from "./js-reader.ts";
import { type Token, tokensOf } from "./js-tokens.ts";

/**
 * The literals of a JavaScript or TypeScript file: strings, numbers, booleans, lists, objects, and names of
 * constants that are such literals. Computed values are `undefined`; nothing is run.
 */
export interface JsFile {
  /** The value that the file exports by default: `export default`, or `module.exports`. */
  exported: unknown;
  /** Returns the value of a constant. */
  constant(name: string): unknown;
  /** Returns the value that is assigned to `target`, such as `window.$docsify`. */
  assigned(target: string): unknown;
  /** Returns all calls of a function wherever they are, with the name of the constant that they are given to. */
  calls(name: string): { call: Call; constant: string | null }[];
}

/** Parses a file, so that its literals can be read. */
export function readJs(source: string): JsFile {
  const tokens = tokensOf(source);
  const constants = constantsOf(tokens);
  const reader = new Reader(tokens, constants);
  const valueAt = (at: number) => reader.valueAt(at);
  return {
    get exported() {
      const at = exportedAt(tokens);
      return at < 0 ? undefined : settingsOf(valueAt(at));
    },
    constant: (name) => {
      const at = constants.get(name);
      return at === undefined ? undefined : valueAt(at);
    },
    assigned: (target) => {
      const parts = tokensOf(target).map(({ text }) => text);
      const at = tokens.findIndex(
        (_, index) =>
          parts.every((part, offset) => tokens[index + offset]?.text === part) &&
          tokens[index + parts.length]?.text === "=",
      );
      return at < 0 ? undefined : valueAt(at + parts.length + 1);
    },
    calls: (name) =>
      callsOf(tokens, name).flatMap((at) => {
        const call = valueAt(at);
        const constant = tokens[at - 1]?.text === "=" ? tokens[at - 2] : undefined;
        return call instanceof Call
          ? [{ call, constant: constant?.kind === "name" ? constant.text : null }]
          : [];
      }),
  };
}

/** Most calls of one function that are read. */
const MAX_CALLS = 20;

function callsOf(tokens: readonly Token[], name: string): number[] {
  const found: number[] = [];
  for (let at = 0; at < tokens.length && found.length < MAX_CALLS; at++) {
    const isName = tokens[at]?.kind === "name" && tokens[at]?.text === name;
    if (isName && tokens[at + 1]?.text === "(") found.push(at);
  }
  return found;
}

/** Where the value of each constant begins. A name that is given twice is unknown. */
function constantsOf(tokens: readonly Token[]): Map<string, number> {
  const found = new Map<string, number>();
  const twice = new Set<string>();
  for (const [at, { kind, text }] of tokens.entries()) {
    const name = tokens[at + 1];
    if (kind !== "name" || text !== "const" || name?.kind !== "name") continue;
    const start = valueAfter(tokens, at + 2);
    if (found.has(name.text)) twice.add(name.text);
    if (start > 0) found.set(name.text, start);
  }
  for (const name of twice) found.delete(name);
  return found;
}

/** Skips a type such as `: Config<"a">` to the value after `=`; 0 without one. */
function valueAfter(tokens: readonly Token[], from: number): number {
  if (tokens[from]?.text === "=") return from + 1;
  if (tokens[from]?.text !== ":") return 0;
  const type = tokens.slice(from, from + MAX_TYPE);
  const equals = type.findIndex(({ kind, text }) => kind === "mark" && text === "=");
  return equals < 0 ? 0 : from + equals + 1;
}

/** Where the default export begins; -1 without one. */
function exportedAt(tokens: readonly Token[]): number {
  return tokens.findIndex((_, at) => {
    const before = (steps: number) => tokens[at - steps]?.text;
    return (
      (before(1) === "default" && before(2) === "export") ||
      (before(1) === "=" && before(2) === "exports" && before(3) === "." && before(4) === "module")
    );
  });
}

/** Returns the settings in `defineConfig({ … })`, also within calls that add to them. */
function settingsOf(value: unknown): unknown {
  let found = value;
  while (found instanceof Call) {
    found = found.arguments.find((each) => typeof each === "object" && each !== null);
  }
  return found;
}
