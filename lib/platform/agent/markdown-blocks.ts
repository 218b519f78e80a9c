import "server-only";
import { frontMatterEnd, type Range, titleRanges } from "./front-matter.ts";

/** How a page is written. */
export type PageFormat = "markdown" | "mdx" | "rst" | "asciidoc";

/** Returns the format that a file's name says. */
export function formatOf(file: string): PageFormat {
  if (/\.mdx$/i.test(file)) return "mdx";
  if (/\.rst$/i.test(file)) return "rst";
  return /\.(?:adoc|asciidoc)$/i.test(file) ? "asciidoc" : "markdown";
}

/** A block of a page with text that is read together. */
export interface Block {
  kind: "text" | "code" | "title";
  /** The text of each line, without the marks of quotes, lists, and headings. */
  pieces: Range[];
  /** Whether it is a row of a table, where `|` divides cells. */
  isRow: boolean;
}

export interface PageBlocks {
  blocks: Block[];
  /** Labels of link reference definitions, in lower case. */
  labels: ReadonlySet<string>;
}

/** Levels of quotes and lists of one line. */
const MAX_MARKS = 12;
/** The mark of a quote or a list. */
const MARK = /^(?:>|(?:[-*+]|\d{1,9}[.)])(?: \[[ xX]\])?(?=[ \t]|$))/;
const THEMATIC_BREAK = /^([-*_])[ \t]*(?:\1[ \t]*){2,}$/;
/** Starts of an indented part: an admonition, a tab, a definition, or a footnote. */
const CONTAINER = /^(?:!!!|\?\?\?\+?|===)[ \t]|^:[ \t]{1,3}\S|^\[\^[^\]\s]{1,100}\]:/;
const DEFINITION = /^\[([^\]^][^\]]{0,300})\]:/;
const DELIMITER_ROW = /^(?=[ \t|:]*-)[ \t|:-]*$/;
const RAW_TAG = /^<(script|style|pre|textarea|svg|math)(?=[\s>])/i;

/**
 * Divides a Markdown page into blocks of visible text, and code. Leaves out comments, link definitions, raw
 * HTML such as scripts, MDX modules, and front matter except for its titles. Takes linear time.
 */
export function markdownBlocks(content: string, isMdx: boolean): PageBlocks {
  const reader = new BlockReader(content, isMdx);
  for (const title of titleRanges(content))
    reader.blocks.push({ kind: "title", pieces: [title], isRow: false });
  for (let start = frontMatterEnd(content); start < content.length; ) {
    const found = content.indexOf("\n", start);
    const stop = found < 0 ? content.length : found;
    reader.read(start, content[stop - 1] === "\r" ? stop - 1 : stop);
    start = stop + 1;
  }
  return { blocks: reader.blocks.filter(({ pieces }) => pieces.length > 0), labels: reader.labels };
}

/** The mark of a heading, or of an admonition, a tab, or a container. */
const TITLE_MARK = /^(?:#{1,6}[ \t]+|(?:!!!|\?\?\?\+?|===|:{3,})[ \t]*[\w-]*)/;

class BlockReader {
  readonly blocks: Block[] = [];
  readonly labels = new Set<string>();
  readonly #content: string;
  readonly #isMdx: boolean;
  #open: Block | null = null;
  /** The mark that ends a fence. */
  #fence: string | null = null;
  /** The end of a comment, a raw element, or an MDX module; empty for an empty line. */
  #skippedUntil: string | null = null;
  #isContainerOpen = false;

  constructor(content: string, isMdx: boolean) {
    this.#content = content;
    this.#isMdx = isMdx;
  }

  read(start: number, end: number): void {
    const line = this.#content.slice(start, end);
    if (this.#skippedUntil !== null) {
      this.#skip(line);
      return;
    }
    const { at, indent, starts } = marksOf(line);
    const text = line.slice(at);
    if (this.#fence !== null) {
      this.#readCode(line, text, start, end);
      return;
    }
    if (text.trim() === "") {
      this.#open = null;
      return;
    }
    const fence = /^(`{3,}(?=[^`]*$)|~{3,})/.exec(text)?.[1];
    if (fence) {
      this.#fence = fence;
      this.#open = this.#begin("code");
      return;
    }
    if (this.#isCode(indent, starts)) {
      this.#addCode(start, end);
      return;
    }
    this.#isContainerOpen = starts || CONTAINER.test(text) || (this.#isContainerOpen && indent > 0);
    if (this.#startsSkipped(text)) return;
    this.#readText(text, { from: start + at, to: end }, starts);
  }

  #begin(kind: Block["kind"], isRow = false): Block {
    const block = { kind, pieces: [], isRow };
    this.blocks.push(block);
    return block;
  }

  #skip(line: string): void {
    const until = this.#skippedUntil ?? "";
    if (until === "" ? line.trim() === "" : line.toLowerCase().includes(until))
      this.#skippedUntil = null;
  }

  #readCode(line: string, text: string, start: number, end: number): void {
    const mark =
      /^[ \t>]*(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1] ?? /^(`{3,}|~{3,})[ \t]*$/.exec(text)?.[1];
    if (mark?.startsWith(this.#fence ?? "")) {
      this.#fence = null;
      this.#open = null;
    } else this.#open?.pieces.push({ from: start, to: end });
  }

  /** Indented code: never in MDX, and not in a list or another indented part. */
  #isCode(indent: number, starts: boolean): boolean {
    if (this.#isMdx || starts || indent < 4 || this.#isContainerOpen) return false;
    return this.#open === null || this.#open.kind === "code";
  }

  #addCode(start: number, end: number): void {
    this.#open ??= this.#begin("code");
    this.#open.pieces.push({ from: start, to: end });
  }

  #startsSkipped(text: string): boolean {
    const raw = RAW_TAG.exec(text)?.[1]?.toLowerCase();
    const isModule = this.#isMdx && this.#open === null && /^(?:import|export)\s/.test(text);
    const until = text.startsWith("<!--")
      ? "-->"
      : text.startsWith("{/*")
        ? "*/}"
        : raw
          ? `</${raw}`
          : text === "$$"
            ? "$$"
            : isModule
              ? ""
              : null;
    if (until === null) return false;
    this.#open = null;
    if (until === "" || !text.slice(2).toLowerCase().includes(until)) this.#skippedUntil = until;
    return true;
  }

  #readText(text: string, piece: Range, starts: boolean): void {
    const label = DEFINITION.exec(text)?.[1];
    if (label !== undefined && (this.#open === null || this.#open.pieces.length === 0)) {
      this.labels.add(label.toLowerCase());
      return;
    }
    if (/^\*\[[^\]]{1,100}\]:/.test(text)) return;
    if (/^(?:=+|-+|\*[ *]*|_[ _]*|:{2,})$/.test(text.trimEnd())) {
      this.#open = null;
      return;
    }
    if (DELIMITER_ROW.test(text) && text.includes("|")) {
      this.#startTable();
      return;
    }
    this.#addText(text, piece, starts);
  }

  /** Headings, admonitions, and the titles of tabs are blocks of their own. */
  #addText(text: string, piece: Range, starts: boolean): void {
    const mark = TITLE_MARK.exec(text)?.[0];
    const shown = { ...piece, from: piece.from + (mark?.length ?? 0) };
    if (this.#open?.isRow) this.#begin("text", true).pieces.push(shown);
    else {
      if (mark !== undefined || starts) this.#open = null;
      if (this.#open?.kind !== "text") this.#open = this.#begin("text");
      this.#open.pieces.push(shown);
    }
    if (mark !== undefined) this.#open = null;
  }

  /** The last line before the delimiter is the head of the table. */
  #startTable(): void {
    const head = this.#open?.kind === "text" ? this.#open.pieces.pop() : undefined;
    const first = this.#begin("text", true);
    if (head) first.pieces.push(head);
    this.#open = this.#begin("text", true);
  }
}

/** Measures a line's indentation, and the marks of quotes, lists, and definitions that begin it. */
function marksOf(line: string): { at: number; indent: number; starts: boolean } {
  let at = 0;
  let starts = false;
  let indent = 0;
  for (let marks = 0; marks < MAX_MARKS; marks += 1) {
    const [space = ""] = /^[ \t]*/.exec(line.slice(at)) ?? [];
    const width = space.replaceAll("\t", "    ").length;
    at += space.length;
    if (marks === 0 || (width >= 4 && !starts)) indent = width;
    const mark = MARK.exec(line.slice(at, at + 20))?.[0];
    if (mark === undefined || THEMATIC_BREAK.test(line.slice(at))) break;
    starts ||= mark !== ">";
    at += mark.length;
  }
  const definition = /^(?::[ \t]{1,3}(?=\S)|\[\^[^\]\s]{1,100}\]:[ \t]*)/.exec(line.slice(at))?.[0];
  return { at: at + (definition?.length ?? 0), indent, starts: starts || definition !== undefined };
}
