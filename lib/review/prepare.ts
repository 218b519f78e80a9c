import "server-only";
import { type Correction, correctionIn } from "../groups/corrections.ts";
import { FILLERS } from "../groups/words.ts";
import { quotesIn } from "../text/quotes.ts";
import { searchable } from "../text/searchable.ts";
import { wordsOf } from "../text/word-changes.ts";
import { type Change, textOf } from "./runs.ts";

/** A linked item as it asks for a change. */
export interface LinkedItem {
  id: string;
  page: string;
  comment: string | null;
  code: string | null;
  /** Files that its page may come from. */
  files: readonly string[];
}

/** An item, prepared for comparison with changes. */
export interface PreparedItem {
  item: LinkedItem;
  correction: Correction | null;
  /** The words that it quotes, and the lines of its code. */
  quoted: string[];
  words: ReadonlySet<string>;
  comment: string;
  /** All words of the comment, also the short ones. */
  said: ReadonlySet<string>;
}

/** A change, with its texts prepared for comparison. */
export interface PreparedChange extends Change {
  removed: string;
  added: string;
  words: ReadonlySet<string>;
}

/** Most characters of a comment and of code that are compared. */
const MAX_COMMENT = 4_000;
const MAX_CODE = 8_000;
/** Shorter quotes and lines of code occur in too many places. */
const MIN_QUOTE = 3;
const MIN_CODE = 8;
/** Number of characters of a comment from which a change counts as repeating it. */
const MIN_NOTE = 20;
const MAX_NOTE = 80;
/** Minimum letters of a word that tells what a comment is about. */
const MIN_WORD = 4;
/** Words in common that link an item with a change. */
const MIN_SHARED = 2;

const WORDS = /[\p{L}\p{N}_]+/gu;

export function prepareItem(item: LinkedItem): PreparedItem {
  const comment = searchable((item.comment ?? "").slice(0, MAX_COMMENT));
  const lines = searchable((item.code ?? "").slice(0, MAX_CODE)).split("\n");
  return {
    item,
    comment,
    correction: correctionIn(comment),
    quoted: [
      ...quotesIn(comment).filter(({ length }) => length >= MIN_QUOTE),
      ...lines.map((line) => line.trim()).filter(({ length }) => length >= MIN_CODE),
    ],
    words: wordsIn(comment),
    said: new Set(wordsOf(comment)),
  };
}

export function prepareChange(change: Change): PreparedChange {
  const removed = searchable(change.runs.map((run) => textOf(run.removed)).join("\n"));
  const added = searchable(change.runs.map((run) => textOf(run.added)).join("\n"));
  return { ...change, removed, added, words: wordsIn(`${removed}\n${added}`) };
}

function wordsIn(text: string): Set<string> {
  const words = Array.from(text.matchAll(WORDS), ([word]) => word);
  return new Set(words.filter((word) => word.length >= MIN_WORD && !FILLERS.has(word)));
}

/**
 * Whether a change concerns an item: `exact` if it touches words or code that the item quotes or corrects, `near` if both
 * are about the same words; null if nothing connects them.
 */
export function linkOf(item: PreparedItem, change: PreparedChange): "exact" | "near" | null {
  const { correction, quoted, comment } = item;
  // Agents also add comments to pages as notes. Such a change doesn't answer the comment.
  if (comment.length >= MIN_NOTE && change.added.includes(comment.slice(0, MAX_NOTE))) return null;
  const isTouched = (text: string) => change.removed.includes(text) || change.added.includes(text);
  if (correction ? isTouched(correction.from) : quoted.some(isTouched)) return "exact";
  const needed = Math.min(MIN_SHARED, item.words.size);
  return needed > 0 && shared(item.words, change.words, needed) ? "near" : null;
}

function shared(some: ReadonlySet<string>, others: ReadonlySet<string>, needed: number): boolean {
  let found = 0;
  for (const word of some) {
    if (others.has(word)) found += 1;
    if (found >= needed) return true;
  }
  return false;
}

/** Whether a file is one of those that an item's page may come from. */
export function isPageOf({ page, files }: LinkedItem, path: string): boolean {
  if (files.length > 0) return files.includes(path);
  const name = page.replace(/^\/+|\/+$/g, "").toLowerCase();
  const stem = path.replace(/(?:\/(?:index|readme))?\.[a-z]+$/i, "").toLowerCase();
  return name !== "" && (stem === name || stem.endsWith(`/${name}`));
}
