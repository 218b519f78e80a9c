import "server-only";
import type { CharacterKind } from "./inline-text.ts";
import type { PageFormat } from "./markdown-blocks.ts";

interface Place {
  content: string;
  from: number;
  to: number;
  kind: CharacterKind;
  isRow: boolean;
  format: PageFormat;
}

/** Writes a reader's words as they are seen in a place of a page; null if they can't be written there. */
export function renderReplacement(text: string, place: Place): string | null {
  if (place.kind === "title") return renderTitle(text, place);
  const isMarkdown = place.format === "markdown" || place.format === "mdx";
  if (!isMarkdown) return text;
  const cells = place.isRow ? text.replace(/\\?\|/g, "\\|") : text;
  return place.kind === "text" ? escapeText(cells, place) : cells;
}

/** Most characters of a line that are read before and after a place. */
const NEAR_CHARACTERS = 200;

/** A line up to a place in it, as far as it's near. */
function lineBefore(content: string, at: number): string {
  const near = content.slice(Math.max(0, at - NEAR_CHARACTERS), at);
  return near.slice(near.lastIndexOf("\n") + 1);
}

/** Escapes characters that would start emphasis, a heading, or a list. */
function escapeText(text: string, { content, from, to }: Place): string {
  const [before, after] = [content.charAt(from - 1), content.charAt(to)];
  const escaped = text.replace(/\*|_/g, (mark, at: number) => {
    const [left, right] = [text[at - 1] ?? before, text[at + 1] ?? after];
    const isInside = mark === "_" && isWord(left) && isWord(right);
    return isInside ? mark : `\\${mark}`;
  });
  if (/[^\s>*+\-\d.)]/.test(lineBefore(content, from))) return escaped;
  return escaped.replace(/^[#+\-=>]/, "\\$&").replace(/^(\d{1,9})([.)])/, "$1\\$2");
}

/** Keeps the quotes of the front matter's value. */
function renderTitle(text: string, { content, from, to }: Place): string | null {
  const lineStart = content.lastIndexOf("\n", from - 1) + 1;
  const end = content.indexOf("\n", to);
  const line = content.slice(lineStart, end < 0 ? undefined : end);
  const [key = "", quote = ""] = /^\w+[ \t]*[:=][ \t]*(["']?)/.exec(line) ?? [];
  if (quote === '"') return text.replace(/[\\"]/g, "\\$&");
  if (quote === "'") {
    if (!text.includes("'")) return text;
    return key.includes("=") ? null : text.replaceAll("'", "''");
  }
  const value =
    line.slice(key.length, from - lineStart) + text + content.slice(to, lineStart + line.length);
  const isUnquoted = !/^[\s\-?:,[\]{}#&*!|>'"%@`]|: | #|:$/.test(value.trimEnd());
  return isUnquoted ? text : null;
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}
