import "server-only";
import { shorten } from "../../text/shorten.ts";
import { singleLine } from "../../text/single-line.ts";
import type { PageFormat } from "./markdown-blocks.ts";
import { openBlockStart } from "./open-block.ts";

const HEADING = "## Reader feedback to check";
const NOTE_LENGTH = 300;
/** Characters read before shortening. */
const MAX_INPUT = 10 * NOTE_LENGTH;

/** Returns the range of a page's reader feedback section; null if it has none. */
export function readerNotesRange(content: string): { from: number; to: number } | null {
  const from = content.lastIndexOf(`\n${HEADING}`) + 1;
  if (from === 0) return null;
  const next = content.slice(from + HEADING.length).search(/\n#{1,6} /);
  return { from, to: next === -1 ? content.length : from + HEADING.length + next };
}

/**
 * Adds comments to a page's reader feedback section, each as one inert line. Comments that are already in the
 * section are skipped. A new section is at the end of the page, or before a block that isn't closed there; in
 * formats other than Markdown it is a comment.
 * @param comments `id` is the feedback's ID; null for text of the prompt itself
 * @returns the page and the number of new notes
 */
export function addReaderNotes(
  content: string,
  comments: readonly { id: string | null; comment: string }[],
  format: PageFormat = "markdown",
): { content: string; count: number } {
  const lines = content.split("\n");
  const mark = COMMENT_MARKS[format] ?? "";
  const heading = lines.findLastIndex((line) => line.trim() === `${mark}${HEADING}`.trim());
  const section = heading === -1 ? [] : lines.slice(heading).map((line) => line.trim());
  const known = new Set(section.flatMap((line) => [line, labelOf(line)]));
  const notes: string[] = [];
  for (const { id, comment } of comments) {
    const label =
      id === null ? "- From the prompt: " : `- Feedback ${inertLine(id).replaceAll(": ", ":")}: `;
    const note = `${mark}${label}${inertLine(comment)}`;
    const name = id === null ? note.trim() : `${mark}${label}`.trim();
    if (known.has(name)) continue;
    known.add(name);
    notes.push(note);
  }
  if (notes.length === 0) return { content, count: 0 };
  const updated =
    heading === -1
      ? withSection(content, notes, format)
      : withNotes(lines, heading, notes).join("\n");
  return { content: updated, count: notes.length };
}

/** Indentation or prefix of a comment's lines; null where the section is visible. */
const COMMENT_MARKS: Readonly<Record<PageFormat, string | null>> = {
  markdown: null,
  mdx: null,
  rst: "   ",
  asciidoc: "// ",
};

/** Returns a note's label, such as `- Feedback fb_1:`; empty for other lines. */
function labelOf(line: string): string {
  return /^(?:\/\/ )?- Feedback .*?:(?= )/.exec(line)?.[0] ?? "";
}

/** Adds a section. What the page already has stays byte for byte. */
function withSection(content: string, notes: readonly string[], format: PageFormat): string {
  const newline = content.includes("\r\n") ? "\r\n" : "\n";
  const mark = COMMENT_MARKS[format];
  const section = {
    markdown: [HEADING, "", ...notes],
    mdx: [HEADING, "", ...notes],
    rst: ["..", `${mark}${HEADING}`, "", ...notes],
    asciidoc: [`${mark}${HEADING}`, ...notes],
  }[format].join(newline);
  const at = mark === null ? openBlockStart(content, format === "mdx") : null;
  const before = at === null ? content : content.slice(0, at);
  const gap = /^\s*$/.test(before) ? "" : newline.repeat(2 - Math.min(2, breaksAtEnd(before)));
  if (at !== null) return `${before}${gap}${section}${newline.repeat(2)}${content.slice(at)}`;
  const isOpenEnded = content !== "" && breaksAtEnd(content) === 0;
  return `${before}${gap}${section}${isOpenEnded ? "" : newline}`;
}

function breaksAtEnd(text: string): number {
  return /(?:\r?\n){0,2}$/.exec(text.slice(-4))?.[0].match(/\n/g)?.length ?? 0;
}

/** @param lines with their carriage returns */
function withNotes(lines: readonly string[], heading: number, notes: readonly string[]): string[] {
  const section = lines.slice(heading);
  const next = section.findIndex((line, index) => index > 0 && /^#{1,6} /.test(line));
  const body = next === -1 ? section : section.slice(0, next);
  const isNote = (line: string) => /^(?: {3}|\/\/ )?- /.test(line);
  const found = body.findLastIndex(isNote);
  const last = heading + (found === -1 ? body.findLastIndex((line) => line.trim() !== "") : found);
  const end = lines[heading]?.endsWith("\r") ? "\r" : "";
  const after = lines.slice(last + 1);
  // A link definition below would become part of the last note.
  const gap = after.length > 0 && (after[0] ?? "").trim() !== "" ? [end] : [];
  const isLast = after.length === 0;
  const own = (lines[last] ?? "") + (isLast ? end : "");
  const added = notes.map(
    (note, index) => note + (isLast && index === notes.length - 1 ? "" : end),
  );
  return [...lines.slice(0, last), own, ...added, ...gap, ...after];
}

const REFERENCES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "{": "&#123;",
  "}": "&#125;",
  "@": "&#64;",
};

/**
 * Escapes untrusted text as one line that Markdown, MDX and HTML show as plain text: no tags,
 * expressions, links (including autolinks), code or tables.
 */
export function inertLine(text: string): string {
  return shorten(singleLine(text.slice(0, MAX_INPUT)), NOTE_LENGTH)
    .replace(/[&<>{}@]/g, (mark) => REFERENCES[mark] ?? mark)
    .replace(/[\\`*[\]()|~$!^=]/g, "\\$&")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replace(/:(?=[/\w:])/g, "\\:")
    .replace(/\bwww\./gi, "www\\.")
    .replace(/^(#|-|\+)/, "\\$1");
}
