import "server-only";
import { type Connector, connectorsIn } from "./correction-forms.ts";
import { isMisspelling } from "./misspelling.ts";
import { type Quoted, quotedAfter, quotedBefore, wholeQuote } from "./quoted-text.ts";

export interface Correction {
  wrong: string;
  right: string;
  /** Set if the wrong text is quoted as code. */
  isCode?: true;
  /** Set if the reader says that every place is meant. */
  isEverywhere?: true;
}

/** Maximum characters that are searched, and corrections per text. */
const MAX_TEXT_LENGTH = 200_000;
const MAX_CORRECTIONS = 500;
/** Maximum characters of a sentence that are read before and after a correction. */
const MAX_LEAD = 200;

/** Words that aren't a quotation from the page ("it should be clearer"). */
const GENERIC_WORDS =
  /^(it|this|that|these|those|there|here|they|we|you|he|she|i|what|which|who|one|everything|something|all|page|docs?)$/i;
/** Words before a correction in its clause, or in its sentence, with which it isn't one. */
const NEGATION =
  /n['’]t\b|\b(?:not|never|nobody|nowhere|disagree|doubt|nicht|kein\w{0,2}|ne|pas|nunca)\b/i;
const HYPOTHESIS =
  /\b(?:if|whether|unless|why|suppose|supposing|imagine|unsure|wenn|ob|falls|warum|si|pourquoi)\b|\bnot sure\b/i;
const EVERYWHERE =
  /\b(?:everywhere|throughout|globally|(?:every|each) (?:place|time|occurrence|instance|mention)|all (?:of them|places|occurrences|instances|mentions|over)|überall|partout|en todas partes)\b/i;

/**
 * Returns the explicit corrections in a text, in order and without duplicates: `"X" should be "Y"`, `"X" → "Y"`,
 * `replace "X" with "Y"`, and others (see `correction-forms.ts`), in any kind of quotes. Sentences that are negated,
 * hypothetical, or a question are none. Searches a limited distance around each form, so that the time is
 * linear in the length of the text.
 */
export function parseCorrections(text: string): Correction[] {
  const searched = text.slice(0, MAX_TEXT_LENGTH).normalize("NFC");
  const found = new Map<string, Correction>();
  let from = 0;
  for (const connector of connectorsIn(searched)) {
    if (connector.from < from) continue;
    const match = correctionAt(searched, from, connector);
    if (match === null) continue;
    from = match.end;
    const correction = cleanUp(match);
    if (!correction || !isMeant(searched, match)) continue;
    if (EVERYWHERE.test(sentenceAround(searched, match))) correction.isEverywhere = true;
    found.set(`${correction.wrong}\n${correction.right}`, correction);
    if (found.size === MAX_CORRECTIONS) break;
  }
  return [...found.values()];
}

interface Found {
  wrong: string;
  right: string;
  isCode: boolean;
  /** Where both sides are in the text. */
  start: number;
  end: number;
}

/** Reads both sides of a form. Nothing before `from` is used. */
function correctionAt(text: string, from: number, connector: Connector): Found | null {
  const before = quotedBefore(text, from, connector.from);
  const after = quotedAfter(text, connector.to);
  if (before && after) return pairOf(text, connector, before, after);
  if (connector.kind !== "direct" || before || after) return null;
  return wholeQuote(text, from, connector) ?? bareWords(text, from, connector);
}

function pairOf(text: string, connector: Connector, before: Quoted, after: Quoted): Found | null {
  const lead = text.slice(Math.max(0, before.from - MAX_LEAD), before.from);
  const order = connector.order(lead);
  if (order === null) return null;
  const [wrong, right] = order === "wrong first" ? [before, after] : [after, before];
  const isCode = wrong.isCode;
  return { wrong: wrong.text, right: right.text, isCode, start: before.from, end: after.to };
}

/** Without quotes only a misspelling is certain: `teh should be the`. */
function bareWords(text: string, from: number, { from: at, to }: Connector): Found | null {
  const lead = text.slice(Math.max(from, at - 62), at).trimEnd();
  const wrong = /(?:^|[\s:(])([\p{L}'’]{3,60})$/u.exec(lead)?.[1];
  const rest = text.slice(to, to + 62).trimStart();
  const right = /^[\p{L}'’]{3,60}(?![\p{L}\p{N}_-])/u.exec(rest)?.[0];
  if (!wrong || !right || !isMisspelling(wrong, right)) return null;
  return { wrong, right, isCode: false, start: at - wrong.length, end: to + right.length + 1 };
}

/** Whether a sentence says that something is wrong, and doesn't deny, ask, or suppose it. */
function isMeant(text: string, { start, end }: Found): boolean {
  const lead = text.slice(Math.max(0, start - MAX_LEAD), start);
  const sentence = lead.slice(lastMark(lead, /[.!?:;\n]/g));
  const clause = sentence.slice(lastMark(sentence, /[,–—(]/g));
  if (NEGATION.test(clause) || HYPOTHESIS.test(sentence)) return false;
  return !/^["”’'»“`)]?[ \t]{0,3}\?/.test(text.slice(end, end + 6));
}

function lastMark(text: string, marks: RegExp): number {
  return Array.from(text.matchAll(marks)).at(-1)?.index ?? 0;
}

function sentenceAround(text: string, { start, end }: Found): string {
  const lead = text.slice(Math.max(0, start - MAX_LEAD), start);
  const [rest = ""] = text.slice(end, end + MAX_LEAD).split(/[.!?\n]/, 1);
  return lead.slice(lastMark(lead, /[.!?\n]/g)) + rest;
}

function cleanUp({ wrong, right, isCode }: Found): Correction | null {
  const before = wrong.trim();
  const sentence = /[.!]$/.test(right.trim()) && !/[.!]$/.test(before);
  const after = sentence ? right.trim().slice(0, -1) : right.trim();
  if (before.length < 2 || after === "" || before === after) return null;
  if (GENERIC_WORDS.test(before)) return null;
  return { wrong: before, right: after, ...(isCode && { isCode }) };
}
