import "server-only";
import { frontMatterEnd } from "./front-matter.ts";

/** Elements that a page may leave open. Others, such as `<p>` and `<li>`, end by themselves. */
const ELEMENTS =
  /^(?:[A-Z][\w.]*|div|details|table|section|article|aside|figure|blockquote|ul|ol|dl|pre|script|style|template|svg|center)$/;
const TAG = /<(\/?)([A-Za-z][\w.]{0,60})([^<>]{0,1000})>/g;
/** Comments and formulas: the start of their first line, and their end. */
const PAIRS = [
  ["<!--", "-->"],
  ["{/*", "*/}"],
  ["$$", "$$"],
] as const;

/**
 * Returns where the outermost block begins that is still open at the end of a page: a fence, a comment, a
 * directive (`:::`), or an element. Null if there is none. Takes linear time.
 */
export function openBlockStart(content: string, isMdx: boolean): number | null {
  const open: { name: string; at: number }[] = [];
  let until: { mark: string; at: number; isFence: boolean } | null = null;
  for (let at = frontMatterEnd(content); at < content.length; ) {
    const found = content.indexOf("\n", at);
    const end = found < 0 ? content.length : found;
    const line = content.slice(at, end);
    const text = line.trim();
    if (until !== null) {
      const isEnd = until.isFence ? isClosingFence(text, until.mark) : text.includes(until.mark);
      if (isEnd) until = null;
    } else until = startOf(text, at) ?? readTags(text, at, open, isMdx);
    at = end + 1;
  }
  return open[0]?.at ?? until?.at ?? null;
}

function isClosingFence(text: string, mark: string): boolean {
  return text.startsWith(mark) && text === mark.charAt(0).repeat(text.length);
}

function startOf(text: string, at: number): { mark: string; at: number; isFence: boolean } | null {
  const start = text.replace(/^(?:[-*+>]|\d{1,9}[.)])[ \t]/, "").trimStart();
  const fence = /^(`{3,}(?=[^`]*$)|~{3,})/.exec(start)?.[1];
  if (fence) return { mark: fence, at, isFence: true };
  for (const [mark, end] of PAIRS) {
    const isOpen = text.startsWith(mark) && !text.slice(mark.length).includes(end);
    if (isOpen && (mark !== "$$" || text === mark)) return { mark: end, at, isFence: false };
  }
  return null;
}

/** Adds the elements and directives that a line opens, and removes those that it closes. */
function readTags(
  text: string,
  at: number,
  open: { name: string; at: number }[],
  isMdx: boolean,
): null {
  const directive = /^(:{3,})[ \t]*(\S?)/.exec(text);
  if (directive?.[2]) open.push({ name: directive[1] ?? "", at });
  else if (directive) close(open, directive[1] ?? "");
  for (const [, slash, name = "", rest = ""] of text.replace(/`[^`]{0,500}`/g, "").matchAll(TAG)) {
    // A placeholder for a value looks like an element: `<TOKEN>`.
    if (!ELEMENTS.test(name) || (!isMdx && /^[A-Z\d_]+$/.test(name))) continue;
    if (slash) close(open, name);
    else if (!rest.trimEnd().endsWith("/")) open.push({ name, at });
  }
  return null;
}

function close(open: { name: string; at: number }[], name: string): void {
  const at = open.findLastIndex((each) => each.name === name);
  if (at >= 0) open.length = at;
}
