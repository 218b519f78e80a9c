import "server-only";
import MarkdownIt from "markdown-it";

/** The kind of a character of a page. `barrier` is between blocks, and in no correction. */
export type CharacterKind = "text" | "code" | "url" | "title" | "barrier";

/** Receives visible characters, and the range of the block's text that they are written in. */
export type EmitCharacters = (
  characters: string,
  from: number,
  to: number,
  kind: CharacterKind,
) => void;

export interface InlineContext {
  isMdx: boolean;
  isRow: boolean;
  /** Labels of link reference definitions, in lower case. */
  labels: ReadonlySet<string>;
}

/** Most characters of a tag, of a link's target, and of an expression. */
const MAX_TAG = 2_000;
const MAX_TARGET = 1_000;
const MAX_EXPRESSION = 1_000;

const { unescapeAll } = new MarkdownIt().utils;
const ESCAPE = /\\([!-/:-@[-`{-~])/y;
const ENTITY = /&(?:#x[\da-f]{1,6}|#\d{1,7}|[a-z][a-z\d]{1,31});/iy;
const URL = /(?:https?:\/\/|www\.)[^\s<>`|"'\])]+|[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,100}/iy;
const AUTOLINK = /<(?:[a-z][a-z\d+.-]{1,31}:[^\s<>]{0,1000}|[\w.+-]{1,64}@[\w.-]{1,200})>/iy;
/** A placeholder for a value is text, although it looks like a tag: `<API_KEY>`. */
const PLACEHOLDER = /<[A-Z][A-Z\d_-]{0,60}>/y;
const TAG_NAME = /<\/?(?:[a-zA-Z][\w.:-]{0,100})?/y;
const LIQUID = [
  ["{{", "}}"],
  ["{%", "%}"],
] as const;

/**
 * Reads the visible characters of a block of Markdown: without emphasis, targets of links, images, tags,
 * comments, expressions, and attributes. Every search is bounded, so the time is linear.
 */
export function scanInline(text: string, context: InlineContext, emit: EmitCharacters): void {
  new InlineScanner(text, context, emit).scan();
}

class InlineScanner {
  readonly #text: string;
  readonly #context: InlineContext;
  readonly #emit: EmitCharacters;
  /** Maps each run of backticks that starts code to the one that ends it. */
  readonly #code: ReadonlyMap<number, number>;
  /** Brackets that are part of a link or an image. */
  readonly #links: LinkBrackets;
  #at = 0;

  constructor(text: string, context: InlineContext, emit: EmitCharacters) {
    this.#text = text;
    this.#context = context;
    this.#emit = emit;
    this.#code = codeSpans(text);
    this.#links = linkBrackets(text, this.#code, context.labels);
  }

  scan(): void {
    while (this.#at < this.#text.length) this.#step();
  }

  #step(): void {
    const at = this.#at;
    const character = this.#text.charAt(at);
    const link = this.#links.get(at);
    if (link !== undefined) this.#at = link;
    else if (character === "`") this.#readCode();
    else if (character === "|" && this.#context.isRow) {
      this.#emit("\n", at, at + 1, "barrier");
      this.#at += 1;
    } else if (!this.#readMarkup(character)) this.#put(character, 1);
  }

  #readMarkup(character: string): boolean {
    if (character === "\\") return this.#readEscape();
    if (character === "&") return this.#readEntity();
    if (character === "<") return this.#readTag();
    if (character === "{") return this.#readBraces();
    if (/[*_~]/.test(character)) return this.#readEmphasis(character);
    return /[\w+]/.test(character) && this.#readUrl();
  }

  #readEscape(): boolean {
    if (!this.#match(ESCAPE)) return false;
    this.#put(this.#text.charAt(this.#at + 1), 2);
    return true;
  }

  #readUrl(): boolean {
    if (isWord(this.#text[this.#at - 1])) return false;
    const url = this.#match(URL);
    if (url) this.#putEach(url, "url");
    return url !== null;
  }

  #put(character: string, length: number): void {
    this.#emit(character, this.#at, this.#at + length, "text");
    this.#at += length;
  }

  #putEach(text: string, kind: CharacterKind): void {
    for (let index = 0; index < text.length; index += 1)
      this.#emit(text.charAt(index), this.#at + index, this.#at + index + 1, kind);
    this.#at += text.length;
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text)?.[0] ?? null;
  }

  #readCode(): void {
    const length = runLength(this.#text, this.#at, "`");
    const end = this.#code.get(this.#at);
    if (end === undefined) {
      this.#putEach("`".repeat(length), "text");
      return;
    }
    this.#at += length;
    this.#putEach(this.#text.slice(this.#at, end), "code");
    this.#at = end + length;
  }

  #readEntity(): boolean {
    const entity = this.#match(ENTITY);
    if (!entity) return false;
    const decoded = unescapeAll(entity);
    if (decoded === entity) return false;
    this.#put(decoded, entity.length);
    return true;
  }

  /** Skips a tag or a comment. A URL in angle brackets is visible. */
  #readTag(): boolean {
    const autolink = this.#match(AUTOLINK);
    if (autolink) {
      this.#at += 1;
      this.#putEach(autolink.slice(1, -1), "url");
      this.#at += 1;
      return true;
    }
    if (this.#match(PLACEHOLDER)) return false;
    const end = this.#text.startsWith("<!--", this.#at)
      ? closingAfter(this.#text, this.#at + 4, "-->", MAX_TAG)
      : tagEnd(this.#text, this.#at + (this.#match(TAG_NAME)?.length ?? 0), this.#at);
    if (end === null) return false;
    this.#at = end;
    return true;
  }

  /** Skips templates, MDX expressions, and attributes such as `{#id}`. */
  #readBraces(): boolean {
    for (const [open, close] of LIQUID) {
      if (!this.#text.startsWith(open, this.#at)) continue;
      const end = closingAfter(this.#text, this.#at + 2, close, MAX_EXPRESSION);
      if (end === null) return false;
      this.#emit("\n", this.#at, end, "barrier");
      this.#at = end;
      return true;
    }
    const isAttribute = /^\{[ \t]?[#.:/]/.test(this.#text.slice(this.#at, this.#at + 3));
    if (!this.#context.isMdx && !isAttribute) return false;
    const end = bracesEnd(this.#text, this.#at);
    if (end === null) return false;
    // The value of an expression is unknown.
    if (!isAttribute) this.#emit("\n", this.#at, end, "barrier");
    this.#at = end;
    return true;
  }

  /** Skips the marks of emphasis. Between two spaces, and `_` within a word, they are text. */
  #readEmphasis(mark: string): boolean {
    const length = runLength(this.#text, this.#at, mark);
    const [before, after] = [this.#text[this.#at - 1], this.#text[this.#at + length]];
    const isAlone = isSpace(before) && isSpace(after);
    const isInside = mark === "_" && isWord(before) && isWord(after);
    if (isAlone || isInside || (mark === "~" && length < 2)) {
      this.#putEach(mark.repeat(length), "text");
      return true;
    }
    this.#at += length;
    return true;
  }
}

/** For each position in a link's markup, where the markup ends. */
type LinkBrackets = ReadonlyMap<number, number>;

function linkBrackets(
  text: string,
  code: ReadonlyMap<number, number>,
  labels: ReadonlySet<string>,
): LinkBrackets {
  const skipped = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === "`") {
      const last = code.get(at) ?? at;
      at = last + runLength(text, last, "`") - 1;
    } else if (character === "\\") at += 1;
    else if (character === "[") open.push(at);
    else if (character === "]") {
      const start = open.pop();
      if (start === undefined) continue;
      const end = linkEnd(text, start, at, labels);
      if (end === null) continue;
      if (text[start - 1] === "!") skipped.set(start - 1, end);
      else if (text[start + 1] === "^") skipped.set(start, end);
      else {
        skipped.set(start, start + 1);
        skipped.set(at, end);
      }
      at = end - 1;
    }
  }
  return skipped;
}

/** Where a link whose text is between `start` and `close` ends; null if it isn't one. */
function linkEnd(
  text: string,
  start: number,
  close: number,
  labels: ReadonlySet<string>,
): number | null {
  if (text[close + 1] === "(") return targetEnd(text, close + 2);
  if (text[close + 1] === "[") return closingAfter(text, close + 2, "]", MAX_TARGET);
  if (text[start + 1] === "^") return close + 1;
  const isReference =
    close - start <= MAX_TARGET && labels.has(text.slice(start + 1, close).toLowerCase());
  return isReference ? close + 1 : null;
}

function targetEnd(text: string, from: number): number | null {
  let depth = 1;
  for (let at = from; at < Math.min(text.length, from + MAX_TARGET); at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === "(") depth += 1;
    else if (text[at] === ")") depth -= 1;
    if (depth === 0) return at + 1;
  }
  return null;
}

/** Where a tag ends, past its attributes with their quotes and braces; null if it isn't one. */
function tagEnd(text: string, from: number, start: number): number | null {
  if (from <= start + 1 && text[from] !== ">") return null;
  const stop = Math.min(text.length, start + MAX_TAG);
  for (let at = from; at < stop; at += 1) {
    const character = text.charAt(at);
    if (character === ">") return at + 1;
    if (character === "<") return null;
    const end = /["']/.test(character)
      ? text.indexOf(character, at + 1)
      : character === "{"
        ? (bracesEnd(text, at) ?? 0) - 1
        : at;
    if (end < at || end >= stop) return null;
    at = end;
  }
  return null;
}

function bracesEnd(text: string, from: number): number | null {
  let depth = 0;
  for (let at = from; at < Math.min(text.length, from + MAX_EXPRESSION); at += 1) {
    if (text[at] === "{") depth += 1;
    else if (text[at] === "}") depth -= 1;
    if (depth === 0) return at + 1;
  }
  return null;
}

function closingAfter(text: string, from: number, mark: string, limit: number): number | null {
  const found = text.slice(from, from + limit).indexOf(mark);
  return found < 0 ? null : from + found + mark.length;
}

/** Maps each run of backticks to the next one of the same length. */
function codeSpans(text: string): ReadonlyMap<number, number> {
  const spans = new Map<number, number>();
  const next = new Map<number, number>();
  const runs = Array.from(text.matchAll(/`+/g), ({ 0: run, index }) => ({
    at: index,
    size: run.length,
  }));
  for (const { at, size } of runs.reverse()) {
    const end = next.get(size);
    if (end !== undefined) spans.set(at, end);
    next.set(size, at);
  }
  return spans;
}

function runLength(text: string, from: number, mark: string): number {
  let end = from;
  while (text[end] === mark) end += 1;
  return end - from;
}

/** Whether a character is a letter, a digit, or `_`. */
export function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character);
}

function isSpace(character: string | undefined): boolean {
  return character === undefined || /\s/.test(character);
}
