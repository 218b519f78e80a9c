import "server-only";
import { shorten } from "../../text/shorten.ts";
import { singleLine } from "../../text/single-line.ts";

const HEADING = "## Reader feedback to check";
const LENGTH = 300;
/** Characters read before shortening. */
const MAX_INPUT = 10 * LENGTH;

/** Returns the range of a page's reader feedback section; null if it has none. */
export function readerNotesRange(content: string): { from: number; to: number } | null {
  const from = content.lastIndexOf(`\n${HEADING}`) + 1;
  if (from === 0) return null;
  const next = content.slice(from + HEADING.length).search(/\n#{1,6} /);
  return { from, to: next === -1 ? content.length : from + HEADING.length + next };
}

/**
 * Adds comments to a page's reader feedback section, each as one inert line. Comments that are
 * already in the section are skipped.
 * @param comments `id` is the feedback's ID; null for text of the prompt itself
 * @returns the page and the number of new notes
 */
export function addReaderNotes(
  content: string,
  comments: readonly { id: string | null; comment: string }[],
): { content: string; count: number } {
  const lines = content.split(/\r?\n/);
  const heading = lines.findLastIndex((line) => line.trimEnd() === HEADING);
  const section = heading === -1 ? [] : lines.slice(heading);
  const known = new Set(section.flatMap((line) => [line, labelOf(line)]));
  const notes: string[] = [];
  for (const { id, comment } of comments) {
    const label =
      id === null ? "- From the prompt: " : `- Feedback ${inertLine(id).replaceAll(": ", ":")}: `;
    const note = `${label}${inertLine(comment)}`;
    const name = id === null ? note : label;
    if (known.has(name)) continue;
    known.add(name);
    notes.push(note);
  }
  if (notes.length === 0) return { content, count: 0 };
  const newline = content.includes("\r\n") ? "\r\n" : "\n";
  const updated =
    heading === -1
      ? [content.trimEnd(), "", HEADING, "", ...notes, ""].join(newline).trimStart()
      : withNotes(lines, heading, notes).join(newline);
  return { content: updated, count: notes.length };
}

/** Returns a note's label, such as `- Feedback fb_1: `; empty for other lines. */
function labelOf(line: string): string {
  return /^- Feedback .*?: /.exec(line)?.[0] ?? "";
}

function withNotes(lines: string[], heading: number, notes: string[]): string[] {
  const section = lines.slice(heading);
  const next = section.findIndex((line, index) => index > 0 && /^#{1,6} /.test(line));
  const body = next === -1 ? section : section.slice(0, next);
  const last = heading + body.findLastIndex((line) => line.trim() !== "");
  const after = lines.slice(last + 1);
  return [...lines.slice(0, last + 1), ...notes, ...(after.length > 0 ? after : [""])];
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
  return shorten(singleLine(text.slice(0, MAX_INPUT)), LENGTH)
    .replace(/[&<>{}@]/g, (mark) => REFERENCES[mark] ?? mark)
    .replace(/[\\`*[\]()|~$!^=]/g, "\\$&")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replace(/:(?=[/\w:])/g, "\\:")
    .replace(/\bwww\./gi, "www\\.")
    .replace(/^(#|-|\+)/, "\\$1");
}
