import "server-only";
import { isCourtesy, isLastCorrection, type Sentence } from "./sentence.ts";

const START = String.raw`^(?:[\s>*•,.!–—-]|\b(?:hi|hello|hey|thanks|thank you)\b){0,20}`;
const PLEASE = "(?:please|pls|kindly)";
const CHANGE = "(?:also )?(?:replace|substitute|change|correct|fix|update)";
const CHANGING = "(?:replacing|substituting|changing|correcting|fixing|updating)";
const WORDS = `(?: (?:the|all|every|each|word|words|text|term|phrase|of|occurrences?|instances?)){0,4} ?$`;
/** `Could you replace`. The other forms may also ask about abilities or plans. */
const CERTAIN = new RegExp(
  `${START}(?:(?:(?:${PLEASE},? )?could (?:you|someone)(?: ${PLEASE})?|(?:can|will|would) (?:you|someone) ${PLEASE}|${PLEASE},? (?:can|will|would) (?:you|someone)) ${CHANGE}|would you mind ${CHANGING})${WORDS}`,
  "i",
);
/** `Can you replace`, or, before `"X" instead of "Y"`, `Should this be`. */
const UNCERTAIN = new RegExp(
  `${START}(?:can (?:you|someone) ${CHANGE}${WORDS}|should (?:(?:this|that) be|(?:this|that|it) (?:say|read)) ?$)`,
  "i",
);

/** Whether a sentence starts as a request in the form of a question, up to the words that it is about. */
export function isPoliteRequest(before: string): boolean {
  return CERTAIN.test(before) || UNCERTAIN.test(before);
}

/** Whether such a sentence asks for a change, and nothing else is asked or said with which it may not. */
export function isRequest(sentence: Sentence): boolean {
  const { before, earlier, next, isOpen } = sentence;
  if (!isLastCorrection(sentence)) return false;
  if (CERTAIN.test(before)) return !isOpen || isCourtesy(next);
  return isCourtesy(earlier) && isCourtesy(next);
}
