import "server-only";
import { normalForm } from "../../text/normal-form.ts";
import { type Connector, type ConnectorOrder, connectorsIn } from "./correction-forms.ts";
import { isMisspelling } from "./misspelling.ts";
import { isPoliteRequest, isRequest } from "./polite-request.ts";
import { type CorrectionSides, quotedAfter, quotedBefore, wholeQuote } from "./quoted-text.ts";
import {
  claimsMistake,
  continuesWithResult,
  EVERYWHERE,
  isLabeledCorrection,
  isLastCorrection,
  joinWrappedLines,
  type Sentence,
  sentenceAround,
} from "./sentence.ts";

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

/** Words that aren't a quotation from the page ("it should be clearer"). */
const GENERIC_WORDS =
  /^(it|this|that|these|those|there|here|they|we|you|he|she|i|what|which|who|one|everything|something|all|page|docs?)$/i;
/**
 * Returns the explicit corrections in a text, in order and without duplicates: `"X" should be "Y"`, `"X" → "Y"`,
 * `replace "X" with "Y"`, and others (see `correction-forms.ts`), in any kind of quotes. Sentences that are negated,
 * hypothetical, a question that doesn't ask for the change, or a report of what a reader did are none. Searches a
 * limited distance around each form, so that the time is linear in the length of the text.
 */
export function parseCorrections(text: string): Correction[] {
  const searched = normalForm(text.slice(0, MAX_TEXT_LENGTH), "NFC");
  const sentences = joinWrappedLines(searched);
  const found = new Map<string, Correction>();
  let from = 0;
  for (const connector of connectorsIn(searched)) {
    if (connector.from < from) continue;
    const match = correctionAt(searched, from, connector);
    if (match === null) continue;
    const sentence = sentenceAround(sentences, from, match);
    const order = connector.order(sentence.before);
    if (order === null) continue;
    from = match.end;
    const correction = cleanUp(match, order);
    if (!correction || !isMeant(connector, match, sentence)) continue;
    if (EVERYWHERE.test(sentence.before) || EVERYWHERE.test(sentence.after))
      correction.isEverywhere = true;
    found.set(`${correction.wrong}\n${correction.right}`, correction);
    if (found.size === MAX_CORRECTIONS) break;
  }
  return [...found.values()];
}

interface Found {
  sides: CorrectionSides;
  /** How both sides are marked: each by its own quotes, by one pair around both, or not at all. */
  marks: "own" | "shared" | "none";
  /** Where both sides are in the text. */
  start: number;
  end: number;
}

/** Reads both sides of a form. Nothing before `from` is used. */
function correctionAt(text: string, from: number, connector: Connector): Found | null {
  const before = quotedBefore(text, from, connector.from);
  const after = quotedAfter(text, connector.to);
  if (before && after)
    return { sides: [before, after], marks: "own", start: before.from, end: after.to };
  if (connector.kind === "framed" || before || after) return null;
  // An arrow between one pair of quotes is quoted with them, as in "File → Settings".
  const whole = connector.kind === "arrow" ? null : wholeQuote(text, from, connector);
  return whole ? { ...whole, marks: "shared" } : bareWords(text, from, connector);
}

/** Without quotes only a misspelling is certain: `teh should be the`. */
function bareWords(text: string, from: number, { from: at, to }: Connector): Found | null {
  const lead = text.slice(Math.max(from, at - 62), at).trimEnd();
  const wrong = /(?:^|[\s:(])([\p{L}'’]{3,60})$/u.exec(lead)?.[1];
  const rest = text.slice(to, to + 62).trimStart();
  const right = /^[\p{L}'’]{3,60}(?![\p{L}\p{N}_-])/u.exec(rest)?.[0];
  if (!wrong || !right || !isMisspelling(wrong, right)) return null;
  const sides = [
    { text: wrong, isCode: false },
    { text: right, isCode: false },
  ] as const;
  return { sides, marks: "none", start: at - wrong.length, end: to + right.length + 1 };
}

/** Whether a sentence means a correction, and doesn't only quote or tell one. */
function isMeant({ kind }: Connector, { marks }: Found, sentence: Sentence): boolean {
  const isAsked = kind === "framed" && isPoliteRequest(sentence.before);
  if (isAsked ? !isRequest(sentence) : !claimsMistake(sentence)) return false;
  if (marks === "none") return true;
  if (kind === "framed") return !continuesWithResult(sentence);
  const isAlone = marks === "shared" || kind !== "claim";
  const isQuotable = marks === "shared" || kind === "arrow";
  return (!isAlone || isLastCorrection(sentence)) && (!isQuotable || isLabeledCorrection(sentence));
}

function cleanUp({ sides: [first, second] }: Found, order: ConnectorOrder): Correction | null {
  const { wrong, right, isCode } =
    order === "wrong first"
      ? { wrong: first.text, right: second.text, isCode: first.isCode }
      : { wrong: second.text, right: first.text, isCode: second.isCode };
  const before = wrong.trim();
  const sentence = /[.!]$/.test(right.trim()) && !/[.!]$/.test(before);
  const after = sentence ? right.trim().slice(0, -1) : right.trim();
  if (before.length < 2 || after === "" || before === after) return null;
  if (GENERIC_WORDS.test(before)) return null;
  return { wrong: before, right: after, ...(isCode && { isCode }) };
}
