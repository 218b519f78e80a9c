import { normalForm } from "../text/normal-form.ts";
import type { Reading } from "./words.ts";

/** Scripts in which one character can be a word. */
const WORD_CHARACTER = /[\p{Script=Han}\p{Script=Hangul}]/u;
/** A part of a Hangul syllable, which is no word. */
const JAMO = /[\u1100-\u11ff\u3131-\u318e]/u;
const LETTERS = /[\p{L}\p{N}]/gu;
/** Punctuation of sentences. Other signs, such as `&&`, can be what a comment is about. */
const MARKS = /^[\s.,;:!?…·•'"“”‘’«»„、。，！？：・〜～~\-–—_*،؛؟।]+$/u;
/** A reader who doesn't understand. */
const QUESTION = /^(?=[\s!！]*[?？؟])[\s?？؟!！]+$/u;
/** A vote in words: -1. */
const SIGNED = /^[-−–—]\s?\d$/u;

/** Whether a comment is a single character, or has nothing but marks. Emoji, questions, and votes say something. */
export function isCharacters({ comment }: Reading): boolean {
  if (QUESTION.test(comment) || SIGNED.test(comment)) return false;
  if (MARKS.test(comment)) return true;
  const plain = normalForm(comment, "NFKC");
  const letters = plain.match(LETTERS) ?? [];
  const [only = ""] = letters;
  if (letters.length !== 1 || (WORD_CHARACTER.test(only) && !JAMO.test(only))) return false;
  return MARKS.test(plain.replace(only, "."));
}
