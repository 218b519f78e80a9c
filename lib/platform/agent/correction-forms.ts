import "server-only";

export type Order = "wrong first" | "right first";

/** Words between the wrong text and the right one. */
export interface Connector {
  /** `direct` needs no more words around it. */
  kind: "direct" | "framed";
  from: number;
  to: number;
  /** Reads what is before both sides. Null if it is no correction. */
  order(before: string): Order | null;
}

/** Where on the page, between a quote and the verb: `"X" in the first step should be "Y"`. */
const PLACE = String.raw`(?:(?:in|on|at|under|below|above|here|there|everywhere|twice)\b[^"“”„«»‹›\x60'.!?\n]{0,40}[ ,])?`;
const BUT = `(?:(?:but|and|which|that|so) )?(?:(?:it|this|that) )?(?:really |actually |probably )?`;
const SHOULD = `(?:should(?: have been| be| say| read| now be| now say| instead be)|needs to (?:be|say|read)|has to (?:be|say|read)|must (?:be|say|read)|ought to (?:be|say|read)|is supposed to (?:be|say|read))`;
const SPELLED = `(?: spelled| written| called| named| changed to| replaced (?:by|with)| corrected to)?`;
const MISSPELLED = `(?:is|are) (?:misspelled|mis-spelled|misspelt|mistyped|a typo|a misspelling|wrong|incorrect|outdated)(?: (?:for|of|as)|[,;.:–—-]? ?(?:(?:and|but) )?(?:it['’]s|it is|it should (?:be|say|read)|should (?:be|say|read)|(?:the )?correct(?: word| spelling| value)? is|now)?)`;
const ARROW = "(?:-{1,3}>|={1,2}>|→|⇒|➔|➜|⟶)";
const OTHER_LANGUAGES = [
  `(?:sollte|soll|muss|müsste)(?: eigentlich| hier)?`,
  "devrait (?:être|dire)|doit (?:être|dire)",
  "debería (?:ser|decir)|debe (?:ser|decir)|deve ser|deveria ser",
].join("|");
const DIRECT = `${PLACE}(?:${BUT}${SHOULD}${SPELLED}|${MISSPELLED})|${ARROW}|${OTHER_LANGUAGES}`;
const FRAMED = `instead of|rather than|au lieu de|en lugar de|en vez de|statt|with|by|to|into|for|durch|par|por|not|(?:please )?(?:write|use|say|put|it should (?:be|say|read))`;

const FORMS = new RegExp(
  String.raw`(?<![\p{L}\p{N}_])(?:(?<direct>${DIRECT})|(?<framed>${FRAMED}))(?![\p{L}\p{N}_])`,
  "giu",
);

/** `replace "X" with "Y"` */
const REPLACING =
  /\b(?:replace|substitute|swap|exchange|change|rename|correct|fix|update|edit|turn|ersetze?n?|remplacer?|remplacez|reemplazar?|reemplace|sustituir)(?: (?:the|all|every|each|word|words|text|term|phrase|of|occurrences?|instances?|die|das|le|la|el|mot|palabra)){0,4} ?$/i;
/** `typo: "X" instead of "Y"` */
const ERRING =
  /\b(?:typos?|misspell(?:ed|ing)|misspelt|mistake|error|says|said|reads|has|shows|written|spelled|you wrote|wrong|steht|tippfehler|schreibt|faute|erreur|errata|dice)\b[^"“”„«»\n]{0,40}$/i;
/** `use "Y" instead of "X"` */
const WANTING =
  /\b(?:use|write|say|put|be|read|want|need|needs|prefer|it['’]s|must|should|correct is)\b[^"“”„«»\n]{0,20}$/i;
const INSTEAD = /(?:instead of|rather than|au lieu de|en lugar de|en vez de|statt)(?: the)? ?$/i;

/** Returns the words in a text that may connect two sides of a correction, in order. */
export function* connectorsIn(text: string): Generator<Connector> {
  for (const { 0: words, index: from, groups } of text.matchAll(FORMS)) {
    const range = { from, to: from + words.length };
    const word = words.toLowerCase();
    if (groups?.direct !== undefined)
      yield {
        kind: "direct",
        ...range,
        order: () => "wrong first",
      };
    else yield { kind: "framed", ...range, order: (before) => framedOrder(word, before) };
  }
}

function framedOrder(word: string, before: string): Order | null {
  if (/^(?:with|by|to|into|for|durch|par|por)$/.test(word))
    return REPLACING.test(before) ? "wrong first" : null;
  if (/(?:write|use|say|put|be|read)$/.test(word))
    return INSTEAD.test(before) ? "wrong first" : null;
  if (WANTING.test(before)) return "right first";
  return word !== "not" && ERRING.test(before) ? "wrong first" : null;
}
