import "server-only";

/** Maximum characters of a sentence that are read on either side of a correction. */
const MAX_LENGTH = 200;

/** A correction's sentence, without the correction. */
export interface Sentence {
  before: string;
  /** The text between an earlier correction and this one. */
  label: string;
  /** Without the quotes in it: each is one `"`. */
  after: string;
  /** Whether it is a question, or cut. */
  isOpen: boolean;
  /** The text around the sentence, the next one without the quotes in it. */
  earlier: string;
  next: string;
}

/** Ends a sentence: not within a name such as `config.json`, and not after an abbreviation. */
const END =
  /(?<!\b(?:e\.g|i\.e|etc|vs|bzw|z\.B)|[.!?…؟])[.!?…؟]+(?=["”’'»)\]\s]|$)|[。！？]+|\n/giu;
const QUOTES = /["“„«「`][^"“”„«»「」`\n]*["“”»」`]/g;

/** Words in its clause or sentence that mean that it isn't a correction. */
const NEGATION =
  /n['’]t\b|\b(?:not|never|nobody|nowhere|disagree|doubt|nicht|kein\w{0,2}|ne|pas|nunca)\b/i;
const HYPOTHESIS =
  /\b(?:if|whether|unless|why|suppose|supposing|imagine|unsure|wenn|ob|falls|warum|si|pourquoi|either|entweder|what happens)\b|\bnot sure\b/i;
/** Reports of what a reader did. Opinions and suggestions aren't reports. */
const REPORT =
  /\b(?:I|i|[Ww]e|[Ii]ch|[Ww]ir|[Jj]e|[Nn]ous|[Yy]o)\b(?!['’]d\b|\.e\.| (?:really )?(?:would|think|believe|guess|suggest|recommend|propose|noticed|found|denke|glaube|crois|pense|creo)\b)/;
/** Words right after a correction that limit it to some cases, or make it the subject of a sentence. */
const LIMITED =
  /^[\s)]*(?:(?:but )?only |even )?(?:if|unless|when|whenever|depending|or|oder|ou|wenn|falls|that|which|who|is|isn['’]t|was|wasn['’]t|are|aren['’]t|makes?|sounds?)\b/i;
const RESULT =
  /\b(?:broke|broken|breaks?|fail(?:s|ed|ing)?|errors?|crash(?:es|ed)?|works?|worked|nothing|happen(?:s|ed)?|still|help(?:s|ed)?|not)\b|n['’]t\b/i;
const CLAUSE_END = /[,;:–—(](?! ?(?:and|but|then)\b)|\b(?:because|since|as)\b/i;

export const EVERYWHERE =
  /\b(?:everywhere|throughout|globally|(?:every|each) (?:place|time|occurrence|instance|mention)|all (?:of them|places|occurrences|instances|mentions|over)|überall|partout|en todas partes)\b/i;
const LABEL =
  /^(?:[\s\-*•>#,;(]|\d+[.)]|\b(?:and|also|please|pls|fix(?:es)?|change|corrections?|typos?|spelling|(?:on |in )?(?:line|step) \d+|und|et|y)\b:?)*$/i;
const COURTESY =
  /^(?:[\s)\]*_,;:"–—-]|[-=]{1,3}>|[→⇒➔➜⟶]|\b(?:and|und|et|y|please|pls|thanks|thank you|bitte|danke|merci|gracias|(?:on |in )?(?:line|step) \d+|(?:on|in) (?:this|the) (?:page|docs|documentation|title|heading)|heißen|heissen|sein|lauten|stehen)(?!\p{L}))*$/iu;
/** `→ "c"` after `"a" → "b"`: a path. */
const CHAIN = /(?:^|[>→⇒➔➜⟶] ?") ?(?:[-=]{1,3}>|[→⇒➔➜⟶])/;

/**
 * Puts sentences that are wrapped on one line, if the next line goes on in lower case. Keeps the length.
 */
export function joinWrappedLines(text: string): string {
  return text.replace(/\n(?=\p{Ll})/gu, " ");
}

/** Returns the sentence around a correction. An earlier correction ends at `from`. */
export function sentenceAround(
  text: string,
  from: number,
  { start, end }: { start: number; end: number },
): Sentence {
  const lead = text.slice(Math.max(0, start - MAX_LENGTH), start);
  const following = text.slice(end, end + MAX_LENGTH).replace(QUOTES, '"');
  // In American English the last quote has the period.
  const isEnded =
    /[.!]["”’'»`]$/.test(text.slice(end - 2, end)) && /^\s*(?:\p{Lu}|$)/u.test(following);
  const rest = isEnded ? "" : following;
  const ended = [...lead.matchAll(END)].at(-1);
  const before = ended ? lead.slice(ended.index + ended[0].length) : lead;
  const [ending] = rest.matchAll(END);
  const startAt = start - before.length;
  return {
    before,
    label: text.slice(Math.max(from, startAt), start),
    after: ending ? rest.slice(0, ending.index) : rest,
    isOpen:
      /[?？؟]/.test(ending?.[0] ?? "") ||
      before.includes("¿") ||
      rest.startsWith("… [truncated, ", ending?.index),
    earlier: text.slice(Math.max(0, startAt - MAX_LENGTH), startAt),
    next: ending ? rest.slice(ending.index + ending[0].length) : following.slice(rest.length),
  };
}

/** Whether a sentence starts as a report of what a reader did. */
export function isReport(before: string): boolean {
  return REPORT.test(before);
}

/** Whether a sentence says that something is wrong, and doesn't deny, ask, suppose, or limit it. */
export function claimsMistake({ before, after, isOpen }: Sentence): boolean {
  const part = afterLast(before, /[:;]/g);
  if (isOpen || NEGATION.test(afterLast(part, /[,–—(]/g)) || HYPOTHESIS.test(part)) return false;
  return !LIMITED.test(after);
}

/** Whether the clause continues with the result. */
export function continuesWithResult({ after }: Sentence): boolean {
  const [clause = ""] = after.split(CLAUSE_END, 1);
  return RESULT.test(clause);
}

/** Whether a sentence, or its part after a colon, begins with a correction, or with a label such as `typo`. */
export function isLabeledCorrection({ label }: Sentence): boolean {
  return LABEL.test(afterLast(label, /:/g).replace(/^:/, ""));
}

/** Whether nothing but courtesies, places, and other corrections come after a correction. */
export function isLastCorrection({ after }: Sentence): boolean {
  return COURTESY.test(after.replace(EVERYWHERE, "")) && !CHAIN.test(after);
}

/** Whether a text around a sentence only greets and thanks. */
export function isCourtesy(text: string): boolean {
  return COURTESY.test(text.replace(/\b(?:hi|hello|hey|so much|a lot|in advance)\b|[.!]/gi, ""));
}

function afterLast(text: string, marks: RegExp): string {
  return text.slice(Array.from(text.matchAll(marks)).at(-1)?.index ?? 0);
}
