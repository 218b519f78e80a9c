import "server-only";
import { decodePercent } from "../../text/decode-percent.ts";

/** One item of reader feedback as quoted in the prompt. */
export interface Evidence {
  id: string;
  /** The reader's comment without the code it refers to; empty if there is none. */
  comment: string;
}

/** The section of a prompt about one page: its text and the quoted feedback. */
export interface PageSection {
  page: string;
  /** The page's file, as the prompt names it; null in prompts without one. */
  file: string | null;
  text: string;
  evidence: Evidence[];
}

/**
 * A parsed prompt. Drafted prompts have a section per page. A free-form prompt has none: everything
 * is in `text` and `evidence`, and `tokens` are possible page names.
 */
export interface ParsedPrompt {
  sections: PageSection[];
  /** Text above the first section; the whole text of a free-form prompt. */
  text: string;
  /** Quoted feedback outside the sections. */
  evidence: Evidence[];
  tokens: string[];
}

/** Evidence outside of the sections has no file. */
type Section = Omit<PageSection, "page" | "file"> & { file?: string | null };

const PAGE = /^## Page: (\S.*)$/;
const FILE = /^File: (\S.*)$/;
const CHAPTER = /^# /;
const OPEN = /^\[\[feedback:([0-9a-f]{16})((?: [a-z]+=\S+)*)\]\]$/;
const QUOTED = /^>( |$)/;

/**
 * Parses a prompt. Lines end only at `\n` and quoted lines start with `> `, so quoted text can't open
 * a section or a fence. Only fences with the token of the first one are recognized.
 */
export function parsePrompt(prompt: string): ParsedPrompt {
  const lines = prompt.split("\n").map((line) => line.replace(/\r$/, ""));
  const [token = null] = lines.flatMap((line) => OPEN.exec(line)?.[1] ?? []);
  const sections: PageSection[] = [];
  const outside: Section = { text: "", evidence: [] };
  let here = outside;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const page = PAGE.exec(line)?.[1];
    const file = FILE.exec(line)?.[1];
    const fence = OPEN.exec(line);
    if (page) {
      const section = { page: page.trim(), file: null, text: "", evidence: [] };
      sections.push(section);
      here = section;
    } else if (file && here.file === null) {
      here.file = file.trim();
    } else if (fence?.[1] === token) {
      const { comment, last } = quotedFrom(lines, at + 1);
      here.evidence.push({ id: idIn(fence[2]), comment });
      at = last;
    } else if (sections.length > 0 && CHAPTER.test(line)) {
      // Chapters below the pages are general instructions and name no pages to change.
      here = { text: "", evidence: [] };
    } else if (!line.startsWith("[[/feedback:")) {
      here.text += `${line}\n`;
    }
  }
  return { sections, ...outside, tokens: sections.length > 0 ? [] : pageTokens(outside.text) };
}

function quotedFrom(lines: readonly string[], from: number): { comment: string; last: number } {
  const quoted: string[] = [];
  let at = from;
  while (at < lines.length && QUOTED.test(lines[at] ?? "")) {
    quoted.push((lines[at] ?? "").slice(2));
    at += 1;
  }
  const code = quoted.findIndex((line) => /^code( \(.*\))?:$/.test(line));
  const first = quoted[0]?.startsWith("reasons: ") ? 1 : 0;
  const commentLines = quoted.slice(first, code === -1 ? undefined : code);
  return { comment: commentLines.join("\n").trim(), last: at - 1 };
}

/** Decodes the percent-encoded ID of a fence. Returns invalid encodings unchanged. */
function idIn(attributes = ""): string {
  const value = / id=(\S+)/.exec(attributes)?.[1] ?? "";
  return decodePercent(value) ?? value;
}

const TOKEN =
  /(?<![^\s"'“‘`(<[,;:=])(?:https?:\/\/[^\s"'”’`)<>\]]+|\/?[\w~%-][\w.~%-]*(?:\/[\w.~%-]+)*\/?)/gu;

/** Finds possible page names: paths, URLs and file names. Quoted lines are ignored. */
function pageTokens(text: string): string[] {
  const unquoted = text.split("\n").filter((line) => !QUOTED.test(line));
  const found = unquoted.flatMap((line) => [...line.matchAll(TOKEN)].map(([token]) => token));
  const names = found.filter((token) => /\/|\.mdx?$|^README$/.test(token.replace(/\.$/, "")));
  return [...new Set(names.map(withoutPunctuation))];
}

/** Removes trailing punctuation. A loop, because a regular expression could take quadratic time. */
function withoutPunctuation(token: string): string {
  let end = token.length;
  while (end > 0 && ".,:;!?".includes(token.charAt(end - 1))) end -= 1;
  return token.slice(0, end);
}
