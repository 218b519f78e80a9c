import "server-only";
import { findCodeBlocks, frontMatterEnd, type Range } from "./page-parts.ts";
import type { Correction } from "./parse-corrections.ts";

/** Characters before and after a replacement that are checked together with it. */
const CONTEXT_LENGTH = 40;

/**
 * Replaces the wrong text in a page. Matches of whole words take precedence over parts of words.
 * Skips matches that are already correct, the front matter, and places where the right text would
 * add active markup.
 * @param except a range that isn't changed
 * @returns the page and the number of replacements
 */
export function applyCorrection(
  content: string,
  correction: Correction,
  except: Range | null = null,
): { content: string; count: number } {
  const { wrong, right } = correction;
  const start = frontMatterEnd(content);
  const found = findAll(content, wrong).filter((at) => at >= start);
  const fences = found.length > 0 ? findCodeBlocks(content) : [];
  const matches = found.filter(
    (at) =>
      !(except && isWithin(except, at)) &&
      !isAlreadyCorrect(content, at, wrong, right) &&
      isSafeReplacement(content, at, correction, fences),
  );
  const wholeWords = matches.filter((at) => isWholeWord(content, at, wrong));
  const chosen = wholeWords.length > 0 ? wholeWords : matches;
  const parts: string[] = [];
  let from = 0;
  for (const at of chosen) {
    parts.push(content.slice(from, at), right);
    from = at + wrong.length;
  }
  return { content: parts.join("") + content.slice(from), count: chosen.length };
}

/**
 * Whether the right text is inert in the page. MDX executes markup, so an untrusted correction can't
 * add any that the wrong text didn't have. In code blocks it only can't close the block.
 */
function isSafeReplacement(
  content: string,
  at: number,
  { wrong, right }: Correction,
  fences: readonly Range[],
): boolean {
  const adds = (mark: string) => right.split(mark).length > wrong.split(mark).length;
  if (fences.some((fence) => isWithin(fence, at))) return !adds("`") && !adds("~");
  if (["<", ">", "{", "}", "[", "]", "`", "~~~", "---"].some(adds)) return false;
  const module = /^\s*(import|export)\b/i;
  if (module.test(right) && !module.test(wrong)) return false;
  // Checked with its context, because half of the markup may already be in the page.
  const before = content.slice(Math.max(0, at - CONTEXT_LENGTH), at);
  const after = content.slice(at + wrong.length, at + wrong.length + CONTEXT_LENGTH);
  const [old, now] = [before + wrong + after, before + right + after];
  return !addsReference(old, now) && countScriptSchemes(now) <= countScriptSchemes(old);
}

const REFERENCE = /&(?:#x?[\da-f]{1,10};?|[a-z][a-z\d]{1,31};)/gi;

/** Whether `now` contains a character reference (`&#58;`) that `old` doesn't. */
function addsReference(old: string, now: string): boolean {
  const known: string[] = [...(old.match(REFERENCE) ?? [])];
  return (now.match(REFERENCE) ?? []).some((reference) => {
    const at = known.indexOf(reference);
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
}

/** Counts URL schemes that run code, also when written with references or line breaks. */
function countScriptSchemes(text: string): number {
  const decoded = text.replace(REFERENCE, decodeReference).replace(/\p{Cc}/gu, "");
  return (decoded.match(/(?:javascript|vbscript|data):/gi) ?? []).length;
}

const NAMED: Record<string, string> = { colon: ":", tab: "", newline: "" };

function decodeReference(reference: string): string {
  const name = reference.slice(1).replace(/;$/, "").toLowerCase();
  if (!name.startsWith("#")) return NAMED[name] ?? reference;
  const code = name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

function findAll(content: string, text: string): number[] {
  const found: number[] = [];
  for (let at = content.indexOf(text); at !== -1; at = content.indexOf(text, at + text.length)) {
    found.push(at);
  }
  return found;
}

function isAlreadyCorrect(content: string, at: number, wrong: string, right: string): boolean {
  return findAll(right, wrong).some(
    (offset) => content.slice(at - offset, at - offset + right.length) === right,
  );
}

function isWithin({ from, to }: Range, at: number): boolean {
  return at >= from && at < to;
}

function isWholeWord(content: string, at: number, text: string): boolean {
  const joined = /^[\p{L}\p{N}_]{2}$/u;
  const before = content.charAt(at - 1) + text.charAt(0);
  const after = text.charAt(text.length - 1) + content.charAt(at + text.length);
  return !joined.test(before) && !joined.test(after);
}
