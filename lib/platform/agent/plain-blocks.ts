import "server-only";
import type { Block } from "./markdown-blocks.ts";
import {
  asciidocTitle,
  type Layout,
  type Line,
  linesIn,
  rangeAt,
  referencesIn,
  rstTableEnd,
  rstTitle,
  type Table,
} from "./page-layout.ts";

/** The blocks of a page that isn't Markdown, with its titles and tables. */
export interface PlainPage extends Layout {
  blocks: Block[];
}

type Kind = "text" | "code" | "skip";

/** Text of AsciiDoc between these lines is code, or isn't shown. */
const DELIMITER = /^(?:-{4,}|\.{4,}|\/{4,}|\+{4,}|`{3,})$/;
/** An attribute, a comment, a block's attributes, an image, or an include. */
const ASCIIDOC_COMMAND =
  /^(?::[\w!-]{1,60}:|\/\/|\[[^\]]{0,300}\]$|(?:image|include|video|audio)::)/;

/** Divides an AsciiDoc page into blocks of plain text and code. */
export function asciidocPage(content: string): PlainPage {
  const reader = new AsciidocReader(content);
  const blocks = blocksOf(reader.lines, (line, at) => reader.kindOf(line.text.trim(), at));
  const { references } = referencesIn(content, "asciidoc");
  return { blocks, titles: reader.titles, tables: reader.tables, references };
}

/** Cells of other formats than the usual one are divided by other signs, such as commas. */
const CELL_TEXT_ONLY = /[^\p{L}\p{N}\p{M} .'’-]/u;

class AsciidocReader {
  readonly lines: readonly Line[];
  readonly titles: PlainPage["titles"] = [];
  readonly tables: Table[] = [];
  /** The end of a block of code. */
  #delimiter: string | null = null;
  #table: { delimiter: string; table: Table } | null = null;
  readonly #divider: RegExp;

  constructor(content: string) {
    this.lines = linesIn(content);
    this.#divider = /^!={3,}\s*$/m.test(content) ? /[|!]/ : /\|/;
  }

  kindOf(text: string, at: number): Kind {
    if (this.#delimiter !== null) {
      const isComment = this.#delimiter.startsWith("/");
      if (text !== this.#delimiter) return isComment ? "skip" : "code";
      this.#delimiter = null;
      return "skip";
    }
    if (this.titles.at(-1)?.marks[0]?.from === this.lines[at]?.from) return "skip";
    if (DELIMITER.test(text)) {
      this.#delimiter = text;
      return "skip";
    }
    if (this.#readTable(text, at)) return "skip";
    if (ASCIIDOC_COMMAND.test(text)) return "skip";
    const title = this.#table ? null : asciidocTitle(this.lines, at);
    if (title) this.titles.push(title);
    return "text";
  }

  /** Whether a line starts or ends a table. */
  #readTable(text: string, at: number): boolean {
    const line = this.lines[at];
    if (!line || !/^[|,:]={3,}$/.test(text)) return false;
    if (this.#table?.delimiter === text) {
      this.#table.table.to = line.to;
      this.#table = null;
    } else if (!this.#table) {
      const isUsual = text.startsWith("|") && !this.#isFormatted(at);
      const cells = isUsual ? this.#divider : CELL_TEXT_ONLY;
      const table = { from: line.from, to: this.lines.at(-1)?.to ?? line.to, cells };
      this.tables.push(table);
      this.#table = { delimiter: text, table };
    }
    return true;
  }

  /** Whether the attributes above a table name another format. */
  #isFormatted(at: number): boolean {
    const above = [this.lines[at - 1], this.lines[at - 2]].map((line) => line?.text ?? "");
    return above.some((text) => /^\[.{0,300}(?:format|separator) ?=/.test(text));
  }
}

/** Divides a reStructuredText page. What is indented after `::` or a directive is code, or isn't shown. */
export function rstPage(content: string): PlainPage {
  const lines = linesIn(content);
  const { references, words } = referencesIn(content, "rst");
  const titles = lines.flatMap((_, at) => rstTitle(lines, at, words) ?? []);
  const skipped = new Set(titles.flatMap(({ marks }) => marks.map(({ from }) => from)));
  const tables: Table[] = [];
  const kindInTable = (line: Line, at: number, text: string): Kind | null => {
    if (line.from <= (tables.at(-1)?.to ?? -1)) return /^[-=+ ]+$/.test(text) ? "skip" : "text";
    const end = rstTableEnd(lines, at);
    if (end === null) return null;
    tables.push({ from: line.from, to: lines[end]?.to ?? line.to, cells: "fixed" });
    return "skip";
  };
  let under: { indent: number; kind: "code" | "skip" } | null = null;
  const blocks = blocksOf(lines, (line, at) => {
    const indent = line.text.length - line.text.trimStart().length;
    if (under && indent > under.indent) return under.kind;
    under = null;
    const text = line.text.trim();
    const inTable = kindInTable(line, at, text);
    if (inTable !== null) return inTable;
    if (skipped.has(line.from)) return "skip";
    const command = rstCommand(text);
    if (command.under !== null) under = { indent, kind: command.under };
    return command.kind;
  });
  const outside = titles.filter(({ from }) => !rangeAt(tables, from));
  return { blocks, titles: outside, tables, references };
}

const NOTE = /^(?:note|tip|warning|important|caution|danger|hint|attention|seealso)$/;

/** Returns the kind of a line, and of the lines that are indented under it. */
function rstCommand(text: string): { kind: Kind; under: "code" | "skip" | null } {
  const directive = /^\.\. ([\w-]{1,60})::/.exec(text)?.[1];
  if (directive !== undefined) {
    const under = /code|literal|parsed/.test(directive) ? "code" : "skip";
    return { kind: "skip", under: NOTE.test(directive) ? null : under };
  }
  if (/^\.\.(?: |$)/.test(text)) return { kind: "skip", under: "skip" };
  const isSkipped = /^(?::[\w -]{1,60}:|([=\-~^"'#*+.`])\1{2,}$)/.test(text);
  return { kind: isSkipped ? "skip" : "text", under: text.endsWith("::") ? "code" : null };
}

/** Consecutive lines of a kind are a block. */
function blocksOf(lines: readonly Line[], kindOf: (line: Line, at: number) => Kind): Block[] {
  const blocks: Block[] = [];
  let previous: Kind | null = null;
  for (const [at, line] of lines.entries()) {
    const { from: start, to, text } = line;
    const kind = text.trim() === "" ? null : kindOf(line, at);
    if (kind === "text" || kind === "code") {
      const from = start + text.length - text.trimStart().length;
      const last = blocks.at(-1);
      if (kind === previous && last) last.pieces.push({ from, to });
      else blocks.push({ kind, pieces: [{ from, to }], isRow: false });
    }
    previous = kind;
  }
  return blocks;
}
