import "server-only";

/** One reader's feedback as the prompt quotes it. */
export interface Evidence {
  id: string;
  /** The reader's words, without the code that they belong to; empty where none were left. */
  words: string;
}

/** What the prompt says about one page: its own text, and the readers' words quoted there. */
export interface PageSection {
  page: string;
  text: string;
  evidence: Evidence[];
}

/**
 * A prompt, read. Drafted prompts have a section for each page; one that was written by hand has
 * none, so everything is in `text` and `evidence`, and `tokens` are what may be names of pages.
 */
export interface ParsedPrompt {
  sections: PageSection[];
  /** Text above the first page's section; of a prompt written by hand, the whole of it. */
  text: string;
  /** Quoted feedback that stands in no page's section. */
  evidence: Evidence[];
  tokens: string[];
}

const PAGE = /^## Page: (\S.*)$/;
const CHAPTER = /^# /;
const OPEN = /^\[\[feedback:([0-9a-f]{16})((?: [a-z]+=\S+)*)\]\]$/;
const QUOTED = /^>( |$)/;

/**
 * Reads a prompt. Lines end at `\n` alone and quoted lines begin with `> `, so no quoted text can
 * open a section or a fence; the token of the first fence is the only one that counts.
 */
export function parsePrompt(prompt: string): ParsedPrompt {
  const lines = prompt.split("\n").map((line) => line.replace(/\r$/, ""));
  const drafted = lines.some((line) => PAGE.test(line));
  const sections: PageSection[] = [];
  const outside: Omit<PageSection, "page"> = { text: "", evidence: [] };
  let here: Omit<PageSection, "page"> | null = outside;
  let token: string | null = null;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const page = PAGE.exec(line)?.[1];
    const fence = OPEN.exec(line);
    if (page !== undefined) {
      const section = { page: page.trim(), text: "", evidence: [] };
      sections.push(section);
      here = section;
    } else if (fence && (token ?? fence[1]) === fence[1]) {
      token = fence[1] ?? null;
      const quoted = quotedFrom(lines, at + 1);
      here?.evidence.push({ id: attribute(fence[2] ?? "", "id"), words: quoted.words });
      at = quoted.last;
    } else if (drafted && sections.length > 0 && CHAPTER.test(line)) {
      // Chapters below the pages tell the agent how to work; they name nothing to be changed.
      here = null;
    } else if (here && !line.startsWith("[[/feedback:")) {
      here.text += `${line}\n`;
    }
  }
  return { sections, ...outside, tokens: drafted ? [] : pageTokens(outside.text) };
}

function quotedFrom(lines: readonly string[], first: number): { words: string; last: number } {
  const quoted: string[] = [];
  let at = first;
  while (at < lines.length && QUOTED.test(lines[at] ?? "")) {
    quoted.push((lines[at] ?? "").slice(2));
    at += 1;
  }
  const code = quoted.findIndex((line) => /^code( \(.*\))?:$/.test(line));
  const words = code === -1 ? quoted : quoted.slice(0, code);
  return { words: words.join("\n").trim(), last: at - 1 };
}

/** Values in a fence are percent-encoded; one that was not is taken as it stands. */
function attribute(attributes: string, name: string): string {
  const value = new RegExp(` ${name}=(\\S+)`).exec(attributes)?.[1] ?? "";
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

const TOKEN =
  /(?<![^\s"'“‘`(<[,;:=])(?:https?:\/\/[^\s"'”’`)<>\]]+|\/?[\w~%-][\w.~%-]*(?:\/[\w.~%-]+)*\/?)/gu;

/** What may be the name of a page: paths, addresses, file names. Quoted lines name nothing. */
function pageTokens(text: string): string[] {
  const own = text.split("\n").filter((line) => !QUOTED.test(line));
  const found = own.flatMap((line) => [...line.matchAll(TOKEN)].map(([token]) => token));
  const names = found.filter((token) => /\/|\.mdx?$|^README$/.test(token.replace(/\.$/, "")));
  return [...new Set(names.map(withoutPunctuation))];
}

/** Without what ends a sentence. Counted from the end, as a token may be full stops for pages on end. */
function withoutPunctuation(token: string): string {
  let end = token.length;
  while (end > 0 && ".,:;!?".includes(token.charAt(end - 1))) end -= 1;
  return token.slice(0, end);
}
