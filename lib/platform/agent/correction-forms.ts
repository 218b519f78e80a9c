import "server-only";
import { isPoliteRequest } from "./polite-request.ts";
import { isReport } from "./sentence.ts";

export type ConnectorOrder = "wrong first" | "right first";

/** Words between the wrong text and the right one. */
export interface Connector {
  /**
   * A `claim` needs no more words around it. What is `alone` may also be a report, or a path through menus for an
   * `arrow`, unless it is all that a sentence says. `framed` needs words before both sides.
   */
  kind: "claim" | "alone" | "arrow" | "framed";
  from: number;
  to: number;
  /** Reads a sentence before both sides. Null if it is no correction. */
  order(before: string): ConnectorOrder | null;
}

/** A position on the page, between a quote and the verb: `"X" in the first step should be "Y"`. */
const PLACE = String.raw`(?:(?:in|on|at|under|below|above|here|there|everywhere|twice)\b[^"“”„«»‹›\x60'.!?\n]{0,40}[ ,])?`;
const BUT = `(?:(?:but|and|which|that|so) )?(?:(?:it|this|that) )?(?:really |actually |probably )?`;
const SHOULD = `(?:should(?: have been| be| say| read| now be| now say| instead be)|needs to (?:be|say|read)|has to (?:be|say|read)|must (?:be|say|read)|ought to (?:be|say|read)|is supposed to (?:be|say|read))`;
const SPELLED = `(?: spelled| written| called| named| changed to| replaced (?:by|with)| corrected to)?`;
const IS_WRONG = `(?:is|are) (?:misspelled|mis-spelled|misspelt|mistyped|a typo|a misspelling|wrong|incorrect|outdated)`;
const AND = "[,;.:–—-]? ?(?:(?:but|and) )?";
const MISSPELLED = `(?:is|are) (?:misspelled|mis-spelled|misspelt|mistyped|a typo|a misspelling) (?:for|of)|${IS_WRONG}${AND}(?:(?:it )?should (?:be|say|read)|(?:the )?correct(?: word| spelling| value)? is)`;
const ROMANCE = [
  "devrait (?:être|dire)|doit (?:être|dire)",
  "debería (?:ser|decir)|debe (?:ser|decir)|deve ser|deveria ser",
].join("|");
const CLAIM = `${PLACE}(?:${BUT}${SHOULD}${SPELLED}|${MISSPELLED})|${ROMANCE}`;
/** German has its verb after both sides. */
const ALONE = `${IS_WRONG}(?:${AND}(?:it['’]s|it is|now)|(?=:))|(?:sollte|soll|muss|müsste)(?: eigentlich| hier)?`;
const ARROW = "(?:-{1,3}>|={1,2}>|→|⇒|➔|➜|⟶)";
const FRAMED = `instead of|rather than|au lieu de|en lugar de|en vez de|statt|with|by|to|into|durch|par|por|not|(?:please )?(?:write|use|say|put|it should (?:be|say|read))`;

const FORMS = new RegExp(
  String.raw`(?<![\p{L}\p{N}_])(?:(?<claim>${CLAIM})|(?<alone>${ALONE})|(?<arrow>${ARROW})|(?<framed>${FRAMED}))(?![\p{L}\p{N}_])`,
  "giu",
);

/** The words before the verb of a request. A reader who "had to replace" something did it. */
const REQUEST = String.raw`(?:^\s*|[:;,(–—]\s*|(?<!\w)[-*•]\s*|\b(?:please|pls|just|also|then|and|so|simply|kindly|bitte|veuillez|por favor|(?:you|they|someone) should|I['’]d|I would|(?:suggest|recommend|propose)(?: to| you| that you| we)?),? )`;
const ALL = `(?: (?:the|all|every|each|word|words|text|term|phrase|of|occurrences?|instances?|die|das|le|la|el|mot|palabra)){0,4}`;
const NEAR = String.raw`[^"“”„«»\n]`;
/** `replace "X" with "Y"` */
const REPLACING = new RegExp(
  `${REQUEST}(?:replace|substitute|change|rename|correct|fix|update|edit|turn|ersetze?n?|remplacer?|remplacez|reemplazar?|reemplace|sustituir)${ALL} ?$`,
  "i",
);
/** `typo: "X" instead of "Y"`. A subject other than the page may be the product, which is right then. */
const ERRING = new RegExp(
  String.raw`\b(?:(?:typos?|misspell(?:ed|ing)|misspelt|mistake|errata|tippfehler|schreibfehler|faute)\b${NEAR}{0,40}|(?:pages?|docs?|documentation|guide|text|heading|title|example|step|section|sentence|table|line|paragraph|snippet|readme|you|seite|titre|exemple|texto)\b${NEAR}{0,20}\b(?:says?|said|reads?|has|have|shows?|wrote|written|steht|dit|dice)\b${NEAR}{0,20})$`,
  "i",
);
/** `use "Y" instead of "X"` */
const WANTING = new RegExp(
  String.raw`(?:${REQUEST}(?:use|write|say|put)|\b(?:should|must)(?: (?:be|say|read|use))?|\bcorrect is)\b${NEAR}{0,20}$`,
  "i",
);
/** `it's "Y", not "X"` */
const STATING = /\b(?:it['’]s|it is) ?$/i;
const INSTEAD = /(?:instead of|rather than|au lieu de|en lugar de|en vez de|statt)(?: the)? ?$/i;

/** Returns the words in a text that may connect two sides of a correction, in order. */
export function* connectorsIn(text: string): Generator<Connector> {
  for (const { 0: words, index: from, groups = {} } of text.matchAll(FORMS)) {
    const range = { from, to: from + words.length };
    const word = words.toLowerCase();
    if (groups.framed !== undefined)
      yield { kind: "framed", ...range, order: (before) => framedOrder(word, before) };
    else {
      const kind =
        groups.claim !== undefined ? "claim" : groups.alone !== undefined ? "alone" : "arrow";
      // `I clicked "X", and it should say "Y"` is about the product.
      const isTold = /^(?:but|and|which|that|so|it|this) /.test(word);
      yield {
        kind,
        ...range,
        order: (before) => (isTold && isReport(before) ? null : "wrong first"),
      };
    }
  }
}

function framedOrder(word: string, before: string): ConnectorOrder | null {
  if (isReport(before)) return null;
  if (/^(?:with|by|to|into|durch|par|por)$/.test(word))
    return wrongFirstIf(REPLACING.test(before) || isPoliteRequest(before));
  if (/(?:write|use|say|put|be|read)$/.test(word)) return wrongFirstIf(INSTEAD.test(before));
  if (WANTING.test(before) || (word === "not" && STATING.test(before))) return "right first";
  return wrongFirstIf(word !== "not" && ERRING.test(before));
}

function wrongFirstIf(isCertain: boolean): ConnectorOrder | null {
  return isCertain ? "wrong first" : null;
}
