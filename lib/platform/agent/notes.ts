import "server-only";
import { plainLine, shorten } from "./plain-text.ts";

const HEADING = "## Reader feedback to check";
const LENGTH = 300;

/** Where a page's section of notes begins and ends; null where it has none. */
export function notesOf(content: string): { from: number; to: number } | null {
  const from = content.lastIndexOf(`\n${HEADING}`) + 1;
  if (from === 0) return null;
  const next = content.slice(from + HEADING.length).search(/\n#{1,6} /);
  return { from, to: next === -1 ? content.length : from + HEADING.length + next };
}

/**
 * A page with a reader's words added at the end of its section for them, as one inert line.
 * @param id of the feedback; null for words of the prompt itself
 * @returns null when the page has that note already
 */
export function addNote(content: string, id: string | null, words: string): string | null {
  const label = id === null ? "From the prompt" : `Feedback ${inert(id)}`;
  const note = `- ${label}: ${inert(words)}`;
  const newline = content.includes("\r\n") ? "\r\n" : "\n";
  const lines = content.split(/\r?\n/);
  const heading = lines.findLastIndex((line) => line.trimEnd() === HEADING);
  const section = heading === -1 ? [] : lines.slice(heading);
  const known = (line: string) => (id === null ? line === note : line.startsWith(`- ${label}: `));
  if (section.some(known)) return null;
  if (heading === -1) {
    return [content.trimEnd(), "", HEADING, "", note, ""].join(newline).trimStart();
  }
  const next = section.findIndex((line, index) => index > 0 && /^#{1,6} /.test(line));
  const body = next === -1 ? section : section.slice(0, next);
  const last = heading + body.findLastIndex((line) => line.trim() !== "");
  const after = lines.slice(last + 1);
  return [...lines.slice(0, last + 1), note, ...(after.length > 0 ? after : [""])].join(newline);
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
 * A stranger's words as one line that Markdown, MDX and HTML all show and none acts on: no tags,
 * expressions, links (also not those that a renderer would make of bare addresses), code or tables.
 */
export function inert(text: string): string {
  return shorten(plainLine(text), LENGTH)
    .replace(/[&<>{}@]/g, (mark) => REFERENCES[mark] ?? mark)
    .replace(/[\\`*[\]()|~$!^=]/g, "\\$&")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replace(/:(?=[/\w:])/g, "\\:")
    .replace(/\bwww\./gi, "www\\.")
    .replace(/^(#|-|\+)/, "\\$1");
}
