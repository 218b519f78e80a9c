import "server-only";
import type { CharacterKind } from "./inline-text.ts";

/** Characters before and after a replacement that are checked together with it. */
const CONTEXT_LENGTH = 40;

/** A replacement of a part of a page. */
export interface Replacement {
  from: number;
  to: number;
  text: string;
  kind: CharacterKind;
}

/**
 * Whether a replacement is inert in the page. MDX executes markup, so an untrusted correction can't add any that
 * the page didn't have there. In code it only can't close the code.
 * @param before the visible text that is replaced
 */
export function isSafeReplacement(
  content: string,
  before: string,
  replacement: Replacement,
): boolean {
  const { from, to, text, kind } = replacement;
  // Some of these end a line, in some formats.
  if (/[\p{Cc}\u2028\u2029]/u.test(text)) return false;
  const adds = (mark: string) => text.split(mark).length > before.split(mark).length;
  if (kind === "code") return !adds("`") && !adds("~");
  if (["<", ">", "{", "}", "[", "]", "`", "~~~", "---"].some(adds)) return false;
  // Checked with its context, because half of the markup may already be in the page.
  const start = content.slice(Math.max(0, from - CONTEXT_LENGTH), from);
  const end = content.slice(to, to + CONTEXT_LENGTH);
  const [old, now] = [start + content.slice(from, to) + end, start + text + end];
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
