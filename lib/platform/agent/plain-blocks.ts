import "server-only";
import type { Block } from "./markdown-blocks.ts";

/** Text of AsciiDoc between these lines is code, or isn't shown. */
const DELIMITER = /^(?:-{4,}|\.{4,}|\/{4,}|\+{4,}|`{3,})$/;
/** An attribute, a comment, a block's attributes, an image, or an include. */
const ASCIIDOC_COMMAND =
  /^(?::[\w!-]{1,60}:|\/\/|\[[^\]]{0,300}\]$|(?:image|include|video|audio)::)/;

/** Divides an AsciiDoc page into blocks of plain text and code. */
export function asciidocBlocks(content: string): Block[] {
  let delimiter: string | null = null;
  return blocksOf(content, (line) => {
    const text = line.trim();
    if (delimiter !== null) {
      if (text === delimiter) delimiter = null;
      return delimiter === null || delimiter.startsWith("/") ? "skip" : "code";
    }
    if (DELIMITER.test(text)) {
      delimiter = text;
      return "skip";
    }
    return ASCIIDOC_COMMAND.test(text) ? "skip" : "text";
  });
}

/** Divides a reStructuredText page. What is indented after `::` or a directive is code, or isn't shown. */
export function rstBlocks(content: string): Block[] {
  let under: { indent: number; kind: "code" | "skip" } | null = null;
  return blocksOf(content, (line) => {
    const indent = line.length - line.trimStart().length;
    if (under && indent > under.indent) return under.kind;
    under = null;
    const text = line.trim();
    const directive = /^\.\. ([\w-]{1,60})::/.exec(text)?.[1];
    const isNote = /^(?:note|tip|warning|important|caution|danger|hint|attention|seealso)$/;
    if (directive !== undefined) {
      if (!isNote.test(directive))
        under = { indent, kind: /code|literal|parsed/.test(directive) ? "code" : "skip" };
      return "skip";
    }
    if (/^\.\.(?: |$)/.test(text)) under = { indent, kind: "skip" };
    else if (text.endsWith("::")) under = { indent, kind: "code" };
    if (/^(?:\.\.(?: |$)|:[\w -]{1,60}:|([=\-~^"'#*+.`])\1{2,}$)/.test(text)) return "skip";
    return "text";
  });
}

/** Consecutive lines of a kind are a block. */
function blocksOf(content: string, kindOf: (line: string) => "text" | "code" | "skip"): Block[] {
  const blocks: Block[] = [];
  let previous: ReturnType<typeof kindOf> | null = null;
  for (let start = 0; start < content.length; ) {
    const found = content.indexOf("\n", start);
    const stop = found < 0 ? content.length : found;
    const end = content[stop - 1] === "\r" ? stop - 1 : stop;
    const line = content.slice(start, end);
    const kind = line.trim() === "" ? null : kindOf(line);
    if (kind === "text" || kind === "code") {
      const from = start + line.length - line.trimStart().length;
      const last = blocks.at(-1);
      if (kind === previous && last) last.pieces.push({ from, to: end });
      else blocks.push({ kind, pieces: [{ from, to: end }], isRow: false });
    }
    previous = kind;
    start = stop + 1;
  }
  return blocks;
}
