import "server-only";
import type { Token } from "./js-tokens.ts";

/** A call with its literal arguments, such as `loader({ baseUrl: "/docs" })`. */
export class Call {
  readonly name: string;
  readonly arguments: unknown[];

  constructor(name: string, values: unknown[]) {
    this.name = name;
    this.arguments = values;
  }
}

/** Most levels of objects, lists, calls, and names in one value. */
const MAX_DEPTH = 30;

/** Most values of one file, with those that are spread into others. */
const MAX_VALUES = 100_000;

/** Most tokens of a type between a name and what it is the type of. */
export const MAX_TYPE = 100;

/** Returns the closing position of each opening bracket; the end of the file if there is none. */
function closingsOf(tokens: readonly Token[]): number[] {
  const closings: number[] = [];
  const open: number[] = [];
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== "mark") continue;
    if ("([{".includes(text)) open.push(at);
    else if (")]}".includes(text)) closings[open.pop() ?? tokens.length] = at;
  }
  for (const at of open) closings[at] = tokens.length;
  return closings;
}

/** Reads values from tokens. Every method leaves `at` after what it read. */
export class Reader {
  private readonly tokens: readonly Token[];
  private readonly constants: ReadonlyMap<string, number>;
  private readonly closings: readonly number[];
  /** Values of constants, by where they begin. */
  private readonly known = new Map<number, unknown>();
  private at = 0;
  private depth = 0;
  private count = 0;

  constructor(tokens: readonly Token[], constants: ReadonlyMap<string, number>) {
    this.tokens = tokens;
    this.constants = constants;
    this.closings = closingsOf(tokens);
  }

  valueAt(at: number): unknown {
    const back = this.at;
    this.at = at;
    const value = this.value();
    this.at = back;
    return value;
  }

  /** Reads an expression to the comma or bracket after it. */
  private value(): unknown {
    if (this.depth >= MAX_DEPTH || ++this.count > MAX_VALUES) return this.skip();
    this.depth++;
    const value = this.start();
    this.depth--;
    const next = this.here();
    // Skip `as const` and `satisfies Options`, which don't change the value.
    if (next?.kind === "name" && (next.text === "as" || next.text === "satisfies")) this.skip();
    if (this.atEnd()) return value;
    const separate = this.here()?.kind === "name" || this.here()?.text === "@";
    // The semicolon before the next statement isn't a token, so its first token ends the value.
    if (separate) return value;
    return this.skip();
  }

  private start(): unknown {
    const token = this.here();
    if (!token) return undefined;
    if (token.kind === "mark") {
      if (token.text === "{") return this.object();
      if (token.text === "[") return this.list();
      return token.text === "(" ? this.inParentheses() : undefined;
    }
    this.at++;
    if (token.kind === "text") return token.text;
    if (token.kind === "template") return token.text.includes("${") ? undefined : token.text;
    if (token.kind === "number") return Number(token.text);
    return this.named(token.text);
  }

  private named(name: string): unknown {
    if (name === "true" || name === "false") return name === "true";
    if (name === "null") return null;
    const isFunction = name === "async" || name === "function" || this.here()?.text === "=>";
    if (isFunction) return this.returned();
    this.skipTypes();
    if (this.here()?.text === "(") return this.call(name);
    if (this.here()?.kind === "mark" && !this.atEnd()) return this.member(name);
    return this.constant(name);
  }

  /** Skips the types of `defineConfig<Theme>({ … })`. */
  private skipTypes(): void {
    if (this.here()?.text !== "<") return;
    const types = this.tokens.slice(this.at, this.at + MAX_TYPE);
    const end = types.findIndex(({ text }, at) => text === ">" && types[at + 1]?.text === "(");
    if (end > 0) this.at += end + 1;
  }

  private constant(name: string): unknown {
    const at = this.constants.get(name);
    if (at === undefined) return undefined;
    if (!this.known.has(at)) {
      // A constant that refers to itself is unknown.
      this.known.set(at, undefined);
      this.known.set(at, this.valueAt(at));
    }
    return this.known.get(at);
  }

  /** `docs.toSource()` and `require.resolve("x")`: a call named by its last part, with the object first. */
  private member(object: string): unknown {
    let name = object;
    while (this.here()?.text === "." && this.tokens[this.at + 1]?.kind === "name") {
      name = `${name}.${this.tokens[this.at + 1]?.text}`;
      this.at += 2;
    }
    return this.here()?.text === "(" && name !== object ? this.call(name) : undefined;
  }

  private call(name: string): unknown {
    this.at++;
    const values = this.items(")");
    const function_ = this.here()?.text === "=>" ? this.returned() : undefined;
    if (function_ !== undefined) return function_;
    // A computed member of the result.
    return this.atEnd() || this.here()?.kind === "name" ? new Call(name, values) : undefined;
  }

  private inParentheses(): unknown {
    const close = this.closing();
    if (this.tokens[close + 1]?.text === "=>") {
      this.at = close + 1;
      return this.returned();
    }
    this.at++;
    const value = this.value();
    this.at = close + 1;
    return value;
  }

  /** Reads what a function returns: the value after its arrow, or of its first `return`. */
  private returned(): unknown {
    while (this.here() && this.here()?.text !== "{" && this.here()?.text !== "=>") {
      if (this.here()?.text === "(") this.at = this.closing();
      this.at++;
    }
    if (this.here()?.text === "=>") this.at++;
    if (this.here()?.text !== "{") return this.value();
    const end = this.closing();
    const statement = this.tokens
      .slice(this.at, end)
      .findIndex(({ kind, text }) => kind === "name" && text === "return");
    const value = statement < 0 ? undefined : this.valueAt(this.at + statement + 1);
    this.at = end + 1;
    return value;
  }

  private object(): Record<string, unknown> {
    const close = this.closing();
    const values: Record<string, unknown> = Object.create(null);
    this.at++;
    while (this.at < close) {
      const token = this.tokens[this.at++];
      if (!token || token.text === ",") continue;
      if (token.text === "...") Object.assign(values, this.spreadRecord());
      else if (this.here()?.text === ":" && token.kind !== "mark") {
        this.at++;
        values[token.text] = this.value();
      } else if (token.kind === "name" && this.atEnd()) {
        values[token.text] = this.constant(token.text);
      } else if (token.kind === "name" && this.here()?.text === "(") {
        values[token.text] = this.returned();
      } else if (token.text !== "async") this.skip();
    }
    this.at = close + 1;
    return values;
  }

  private spreadRecord(): Record<string, unknown> | null {
    const spread = this.value();
    return isRecord(spread) && this.mayCopy(Object.keys(spread).length) ? spread : null;
  }

  /** Counts spread values. The limit is checked after they are counted. */
  private mayCopy(count: number): boolean {
    this.count += count;
    return this.count <= MAX_VALUES;
  }

  private list(): unknown[] {
    this.at++;
    return this.items("]");
  }

  private items(end: string): unknown[] {
    const values: unknown[] = [];
    while (this.here() && this.here()?.text !== end) {
      const before = this.at;
      if (this.here()?.text === "...") {
        this.at++;
        const spread = this.value();
        if (!Array.isArray(spread)) continue;
        if (this.mayCopy(spread.length)) for (const each of spread) values.push(each);
      } else values.push(this.value());
      if (this.here()?.text === "," || this.at === before) this.at++;
    }
    this.at++;
    return values;
  }

  /** Skips what is computed, to the comma or bracket after it. */
  private skip(): undefined {
    while (this.here() && !this.atEnd()) {
      if (this.isOpening()) this.at = this.closing();
      this.at++;
    }
    return undefined;
  }

  private closing(): number {
    return this.closings[this.at] ?? this.tokens.length;
  }

  private here(): Token | undefined {
    return this.tokens[this.at];
  }

  private isOpening(): boolean {
    const token = this.here();
    return token?.kind === "mark" && "([{".includes(token.text);
  }

  private atEnd(): boolean {
    const token = this.here();
    return !token || (token.kind === "mark" && ",)]}".includes(token.text));
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Call)
  );
}
