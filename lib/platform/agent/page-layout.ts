import "server-only";
import { eastAsianWidth } from "get-east-asian-width";
import type { Range } from "./front-matter.ts";

/** A line of a page, without its line break. */
export interface Line extends Range {
  text: string;
}

/** A title whose marks are lines of their own, and as long as it. */
export interface Title extends Range {
  marks: Range[];
  /** Whether the page links to it by its text. */
  isReferenced: boolean;
}

/** A table: `fixed` if its columns have a width, or else the sign that divides its cells. */
export interface Table extends Range {
  cells: "fixed" | RegExp;
}

/** The parts of a page that change along with its words in formats other than Markdown. */
export interface Layout {
  titles: Title[];
  tables: Table[];
  /** Links by a title's text, link targets, and names of values. They don't change. */
  references: Range[];
}

export function linesIn(content: string): Line[] {
  const lines: Line[] = [];
  for (let from = 0; from < content.length; ) {
    const found = content.indexOf("\n", from);
    const stop = found < 0 ? content.length : found;
    const to = content[stop - 1] === "\r" ? stop - 1 : stop;
    lines.push({ from, to, text: content.slice(from, to) });
    from = stop + 1;
  }
  return lines;
}

/** Columns of a text in reStructuredText: wide characters of East Asia have two, and so do emoji. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += eastAsianWidth(character.codePointAt(0) ?? 0);
  return columns;
}

/** A line of one repeated mark, or an empty line. */
const RST_MARKS = /^(?:([!-/:-@[-`{-~])\1*)?$/;

/** `` `A title`_ ``, `Title_`, and `` :doc:`guide` `` of reStructuredText. */
const RST_REFERENCE =
  /`([^`<>\n]{1,200})`_|(?<![\p{L}\p{N}_`])([\p{L}\p{N}]{1,100})_(?!\w)|:[\w+.-]{1,60}:`[^`\n]{1,300}`/gu;
/** `{name}` and `xref:guide.adoc[…]` of AsciiDoc. */
const ASCIIDOC_REFERENCE =
  /\{[\w-]{1,60}\}|(?<![\w:])(?:xref|link|image|include|mailto):[^\s[\]]{1,500}(?=\[)/g;

/** Returns where a page links by words or names, and the words of titles among them, in lower case. */
export function referencesIn(
  content: string,
  format: "rst" | "asciidoc",
): { references: Range[]; words: Set<string> } {
  const found = [...content.matchAll(format === "rst" ? RST_REFERENCE : ASCIIDOC_REFERENCE)];
  return {
    references: found.map(({ 0: text, index }) => ({ from: index, to: index + text.length })),
    words: new Set(found.map(([, phrase, word]) => (phrase ?? word ?? "").toLowerCase())),
  };
}

/** Finds the range that contains a position. The ranges are in order and don't overlap. */
export function rangeAt<Found extends Range>(ranges: readonly Found[], at: number): Found | null {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.to ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  const range = ranges[low];
  return range && range.from <= at ? range : null;
}

/**
 * Returns the title of reStructuredText on a line; null if it isn't one. Short marks that don't fit are text.
 * @param references words of titles that the page links to
 */
export function rstTitle(
  lines: readonly Line[],
  at: number,
  references: ReadonlySet<string>,
): Title | null {
  const [over, line, under] = [lines[at - 1], lines[at], lines[at + 1]];
  const title = textOf(lines, at);
  if (!line || !under || RST_MARKS.test(title)) return null;
  const marks = under.text.trimEnd();
  if (!RST_MARKS.test(marks) || /^(?:|::|\.\.)$/.test(marks)) return null;
  if (marks.length < Math.min(4, columnsOf(line.text.trimEnd()))) return null;
  // Skip the marks below another title.
  const above = over?.text.trimEnd() === marks && textOf(lines, at - 2) === "" ? [over] : [];
  if (/^\s/.test(line.text) && above.length === 0) return null;
  return {
    ...rangeOf(line),
    marks: [...above, under].map(rangeOf),
    isReferenced: references.has(title.toLowerCase()),
  };
}

/** Returns the title of AsciiDoc on a line; null if it isn't one. */
export function asciidocTitle(lines: readonly Line[], at: number): Title | null {
  const [before, line, under] = [lines[at - 1], lines[at], lines[at + 1]];
  if (!line || !under || !/^[^.\s].*/.test(line.text) || !/[\p{L}\p{N}]/u.test(line.text))
    return null;
  const isFirst = /^(?:|\[.*\]|\/\/.*|:[\w-]+:.*)$/.test(before?.text.trimEnd() ?? "");
  const marks = under.text.trimEnd();
  if (!isFirst || !/^([=\-~^+])\1+$/.test(marks)) return null;
  const isFitting = Math.abs(lengthOf(line.text.trimEnd()) - marks.length) < 2;
  return isFitting ? { ...rangeOf(line), marks: [rangeOf(under)], isReferenced: false } : null;
}

/** Returns the last line of a table of reStructuredText that starts on a line; null if none does. */
export function rstTableEnd(lines: readonly Line[], at: number): number | null {
  const top = textOf(lines, at);
  if (/^\+-[-+]*-\+$/.test(top)) {
    let end = at;
    while (textOf(lines, end + 1) !== "") end += 1;
    return end;
  }
  if (!/^=+(?: +=+)+$/.test(top)) return null;
  let borders = 0;
  for (let index = at + 1; index < lines.length; index += 1) {
    if (!/^=[ =]*$/.test(textOf(lines, index))) continue;
    borders += 1;
    if (borders === 2 || textOf(lines, index + 1) === "") return index;
  }
  return lines.length - 1;
}

function textOf(lines: readonly Line[], at: number): string {
  return lines[at]?.text.trim() ?? "";
}

/** Whether a table keeps its cells if a part of one is replaced. */
export function fitsTable(
  { cells }: Table,
  content: string,
  { from, to, text }: Range & { text: string },
): boolean {
  const before = content.slice(from, to);
  // The text right before a cell of AsciiDoc may be its format.
  if (cells !== "fixed") return !cells.test(text) && content[to] !== "|";
  return !/[|+\n\p{M}]/u.test(before + text) && columnsOf(before) === columnsOf(text);
}

/** Returns the edits that fit the marks of titles to their new words. They are in no order. */
export function markEdits(
  titles: readonly Title[],
  content: string,
  isRst: boolean,
  edits: readonly (Range & { text: string })[],
): (Range & { text: string })[] {
  const measure = isRst ? columnsOf : lengthOf;
  // Text that is inserted at the end of a title comes after its last character.
  const titleOf = ({ from }: Range) => rangeAt(titles, from) ?? rangeAt(titles, from - 1);
  return [...Map.groupBy(edits, titleOf)].flatMap(([title, own]) => {
    if (title === null) return [];
    const { from, to, marks } = title;
    const added = own.map(
      (edit) => measure(edit.text) - measure(content.slice(edit.from, edit.to)),
    );
    const length = added.reduce(
      (sum, each) => sum + each,
      measure(content.slice(from, to).trimEnd()),
    );
    return marks.flatMap((mark) => {
      const now = content.slice(mark.from, mark.to).trimEnd();
      const isFitting = isRst ? now.length >= length : Math.abs(now.length - length) < 2;
      if (isFitting) return [];
      return { from: mark.from, to: mark.from + now.length, text: now.charAt(0).repeat(length) };
    });
  });
}

function rangeOf({ from, to }: Range): Range {
  return { from, to };
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}
