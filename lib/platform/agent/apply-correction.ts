import "server-only";
import { fencesOf, frontMatterEnd, type Range } from "./page-parts.ts";
import type { Correction } from "./parse-corrections.ts";

/** Characters around a place that are looked at together with what is put there. */
const REACH = 40;

/**
 * Replaces every place where the wrong text stands in a page, whole words before parts of words.
 * Leaves alone what is part of the right text already, what configures the page (its front matter),
 * and where the right text is not inert.
 * @param except a part of the page that keeps its words
 * @returns the page, and how often it was replaced
 */
export function applyCorrection(
  content: string,
  correction: Correction,
  except: Range | null = null,
): { content: string; count: number } {
  const { wrong, right } = correction;
  const start = frontMatterEnd(content);
  const found = placesOf(content, wrong).filter((at) => at >= start);
  const fences = found.length > 0 ? fencesOf(content) : [];
  const places = found.filter(
    (at) =>
      !(except && isWithin(except, at)) &&
      !standsIn(content, at, wrong, right) &&
      mayStand(content, at, correction, fences),
  );
  const words = places.filter((at) => isWhole(content, at, wrong));
  const chosen = words.length > 0 ? words : places;
  const parts: string[] = [];
  let from = 0;
  for (const at of chosen) {
    parts.push(content.slice(from, at), right);
    from = at + wrong.length;
  }
  return { content: parts.join("") + content.slice(from), count: chosen.length };
}

/**
 * Whether the right text does nothing but show where it is put. The page's format would run what a
 * stranger brings in, so markup that the wrong text did not have stays out of the page, fenced
 * code excepted, which only must not be left.
 */
function mayStand(
  content: string,
  at: number,
  { wrong, right }: Correction,
  fences: readonly Range[],
): boolean {
  const brings = (mark: string) => right.split(mark).length > wrong.split(mark).length;
  if (fences.some((fence) => isWithin(fence, at))) return !brings("`") && !brings("~");
  if (["<", ">", "{", "}", "[", "]", "`", "~~~", "---"].some(brings)) return false;
  const module = /^\s*(import|export)\b/i;
  if (module.test(right) && !module.test(wrong)) return false;
  // With its surroundings, as half of it may stand in the page already.
  const before = content.slice(Math.max(0, at - REACH), at);
  const after = content.slice(at + wrong.length, at + wrong.length + REACH);
  const [old, now] = [before + wrong + after, before + right + after];
  return !bringsReference(old, now) && schemesIn(now) <= schemesIn(old);
}

const REFERENCE = /&(?:#x?[\da-f]{1,10};?|[a-z][a-z\d]{1,31};)/gi;

/** Whether there is a character reference (`&#58;`) that was not there before. */
function bringsReference(old: string, now: string): boolean {
  const known: string[] = [...(old.match(REFERENCE) ?? [])];
  return (now.match(REFERENCE) ?? []).some((reference) => {
    const at = known.indexOf(reference);
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
}

/** How many addresses there are that run something, also spelt with references and line ends. */
function schemesIn(text: string): number {
  const spelt = text.replace(REFERENCE, characterOf).replace(/\p{Cc}/gu, "");
  return (spelt.match(/(?:javascript|vbscript|data):/gi) ?? []).length;
}

const NAMED: Record<string, string> = { colon: ":", tab: "", newline: "" };

function characterOf(reference: string): string {
  const name = reference.slice(1).replace(/;$/, "").toLowerCase();
  if (!name.startsWith("#")) return NAMED[name] ?? reference;
  const code = name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

function placesOf(content: string, text: string): number[] {
  const places: number[] = [];
  for (let at = content.indexOf(text); at !== -1; at = content.indexOf(text, at + text.length)) {
    places.push(at);
  }
  return places;
}

function standsIn(content: string, at: number, wrong: string, right: string): boolean {
  return placesOf(right, wrong).some(
    (offset) => content.slice(at - offset, at - offset + right.length) === right,
  );
}

function isWithin({ from, to }: Range, at: number): boolean {
  return at >= from && at < to;
}

function isWhole(content: string, at: number, text: string): boolean {
  const joined = /^[\p{L}\p{N}_]{2}$/u;
  const before = content.charAt(at - 1) + text.charAt(0);
  const after = text.charAt(text.length - 1) + content.charAt(at + text.length);
  return !joined.test(before) && !joined.test(after);
}
