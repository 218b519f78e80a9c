import "server-only";
import type { Finding } from "../contract/api/job-review.ts";
import { searchable } from "../text/searchable.ts";
import { type WordChange, wordChanges, wordsOf } from "../text/word-changes.ts";

/** A sentence of a page, or a line of code, of a table, or of a list. */
export interface Statement {
  /** The text as it is written, without the marks of a heading or a list. */
  text: string;
  /** The text as it is compared, and its words. */
  plain: string;
  words: ReadonlySet<string>;
}

/** What may be wrong, with its text before and after. */
export interface Found {
  kind: Finding["kind"];
  old: string;
  now: string | null;
}

/** Most statements of a run, and words of one, that are compared. */
const MAX_STATEMENTS = 200;
const MAX_WORDS = 120;
/** Statements with less in common than this are different ones. */
const MIN_SIMILARITY = 0.5;

const MARKS = /^[\s>|]*(?:#{1,6}\s|[-*+]\s|\d{1,4}[.)]\s)?\s*/;
/** Lines that say nothing: fences of code and closing tags. */
const FRAME = /^\s*(?:`{3,}|~{3,}|<\/[\w.]+>\s*$)/;
const SENTENCE_END = /(?<=[.!?。！？])\s+(?=\S)/u;
/** "n't" turns a sentence around like the word. */
const NOT = /n['’]t\b/gu;
const CAN_NOT = /\bcan['’]t\b/gu;
const LETTERS = /[\p{L}\p{N}]/u;

/** Divides lines into statements. Sentences that were wrapped are joined. */
export function statementsOf(lines: readonly string[]): Statement[] {
  const joined: string[] = [];
  for (const line of lines.filter((each) => !FRAME.test(each))) {
    const last = joined.at(-1);
    const goesOn = last !== undefined && /[\p{L},]$/u.test(last) && /^\s*\p{Ll}/u.test(line);
    if (goesOn) joined[joined.length - 1] = `${last} ${line.trim()}`;
    else joined.push(line);
  }
  return joined
    .flatMap((line) => line.replace(MARKS, "").trim().split(SENTENCE_END))
    .flatMap((text) => {
      const plain = searchable(text).replace(CAN_NOT, "can not").replace(NOT, " not");
      const words = wordsOf(plain).filter((word) => LETTERS.test(word));
      return words.length === 0 ? [] : [{ text, plain, words: new Set(words) }];
    });
}

/** A statement, and the one that replaced it; null if it was removed. */
export interface StatementChange {
  old: Statement;
  now: Statement | null;
}

/**
 * Pairs statements that aren't in the new text with the most similar new ones. One of a single word has nothing in common
 * with the one that replaced it: they are paired in their order.
 */
export function changedStatements(
  before: readonly Statement[],
  after: readonly Statement[],
): StatementChange[] {
  const kept = new Set(after.map(({ plain }) => plain));
  const known = new Set(before.map(({ plain }) => plain));
  const dropped = before.filter(({ plain }) => !kept.has(plain)).slice(0, MAX_STATEMENTS);
  const come = new Set(after.filter(({ plain }) => !known.has(plain)).slice(0, MAX_STATEMENTS));
  const similar = dropped.map((old) => {
    const now = mostSimilar(old, come);
    if (now) come.delete(now);
    return { old, now };
  });
  const single = [...come].filter(isSingle);
  return similar.map((pair) =>
    pair.now || !isSingle(pair.old) ? pair : { ...pair, now: single.shift() ?? null },
  );
}

const isSingle = ({ words }: Statement) => words.size === 1;

function mostSimilar(old: Statement, among: ReadonlySet<Statement>): Statement | null {
  let [best, most]: [Statement | null, number] = [null, MIN_SIMILARITY];
  for (const each of among) {
    const shared = old.words.intersection(each.words).size;
    const similarity = (2 * shared) / (old.words.size + each.words.size);
    if (similarity < most || (best && similarity === most)) continue;
    [best, most] = [each, similarity];
  }
  return best;
}

/** Compares two statements word by word. Null for those that are too long. */
export function wordsChanged(old: Statement, now: Statement): WordChange[] | null {
  const isLong = Math.max(old.words.size, now.words.size) > MAX_WORDS;
  return isLong ? null : wordChanges(old.plain, now.plain);
}
