import { readDate } from "./dates.ts";
import { wordVote } from "./rating-words.ts";
import { readValue } from "./ratings.ts";
import { cellReader, type Table } from "./table.ts";

/** Values of a column that are looked at. */
const SAMPLED_VALUES = 100;
/** Longer texts are no ratings, and this many characters show whether a text has words. */
const MAX_LENGTH = 200;

/** Values that are read as dates. */
const SAMPLED_DATES = 20;
/** Longer texts aren't dates. */
const MAX_DATE_LENGTH = 80;

/** Cache of results per table, which never changes. */
const known = new WeakMap<Table, Map<string, string[]>>();

/** Returns the first 100 values of a column that aren't empty. */
export function valuesIn(table: Table, column: string): readonly string[] {
  const before = known.get(table) ?? new Map<string, string[]>();
  known.set(table, before);
  const values = before.get(column) ?? firstValues(table, column);
  before.set(column, values);
  return values;
}

function firstValues(table: Table, column: string): string[] {
  const at = table.columns.indexOf(column);
  const read = cellReader(table, column);
  const values: string[] = [];
  for (const row of table.rows) {
    // Most cells of a sparse column need no closer look.
    if ((row.cells[at] ?? "") === "") continue;
    const text = read(row);
    if (text !== "") values.push(text);
    if (values.length === SAMPLED_VALUES) break;
  }
  return values;
}

/** Whether values are different votes and nothing else. */
export function areVotes(values: readonly string[]): boolean {
  return new Set(values).size > 1 && values.every((text) => wordVote(text) !== null);
}

/** Whether values can be ratings: votes, numbers, or a few short words. */
export function areRatings(values: readonly string[]): boolean {
  if (values.length === 0) return false;
  if (areMostly(values, isRating)) return true;
  return new Set(values).size <= 10 && values.every((text) => !hasSentence(text));
}

/** Whether most values are votes or numbers. */
export function areMostlyRated(values: readonly string[]): boolean {
  return areMostly(values, isRating);
}

function isRating(text: string): boolean {
  return text.length <= MAX_LENGTH && (wordVote(text) !== null || readValue(text).number !== null);
}

/** Whether values are dates. Numbers count only if they are as long as seconds or milliseconds since 1970. */
export function areDates(values: readonly string[]): boolean {
  return areMostly(values.slice(0, SAMPLED_DATES), isDate);
}

function isDate(text: string): boolean {
  if (text.length > MAX_DATE_LENGTH || !/\d/.test(text)) return false;
  if (/^\d*$/.test(text) && !/^1\d{9}(?:\d{3})?$/.test(text)) return false;
  // A version
  if (/^\d{1,2}\.\d{1,2}\.\d{1,2}$/.test(text)) return false;
  // Only three numbers need an order.
  const orders = /^\d{1,2}[-/.]/.test(text) ? (["dmy", "mdy", "ymd"] as const) : (["dmy"] as const);
  return orders.some((order) => readDate(text, { order, zone: "utc" }) !== null);
}

/** Whether most values are addresses or paths of pages. */
export function areAddresses(values: readonly string[]): boolean {
  return areMostly(values, isPageAddress);
}

/** Whether most values can be a part of an address, such as `getting-started` and `Guides/auth`. */
export function areSlugs(values: readonly string[]): boolean {
  return areMostly(values, isSlug);
}

/** A single word with a capital is a title. */
function isSlug(text: string): boolean {
  const isPart = /^[\p{L}\p{N}._~%/#?=&+-]+$/u.test(text) && /\p{L}/u.test(text);
  return isPart && (/[./]/.test(text) || !/\p{Lu}/u.test(text));
}

/** An address of an interface or of a picture isn't one of a page. */
const NO_PAGE = /\/api\/|\.(?:json|xml|png|jpe?g|gif|svg|webp|mp4)(?:$|[?#])/i;
const HOST = /^(?:www\.|(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?[/?#])/i;

/** Whether a text is a path or an address of a page, which may lack its scheme. */
export function isPageAddress(text: string): boolean {
  if (/\s/.test(text) || text.includes("@") || NO_PAGE.test(text)) return false;
  return /^(?:https?:\/\/|\/|#\/)/i.test(text) || HOST.test(text);
}

/** Whether values are what readers wrote, not categories that repeat. */
export function areTexts(values: readonly string[]): boolean {
  const sentences = values.filter(hasSentence);
  if (sentences.length === 0 || sentences.length < values.length / 4) return false;
  const isCategory = values.length > 3 && new Set(values).size <= values.length / 2;
  return !isCategory && !areDates(values) && !areMostlyRated(values);
}

/** Three words, or as many letters of a language without spaces. User agents and JSON aren't words. */
function hasSentence(given: string): boolean {
  const text = given.slice(0, MAX_LENGTH).trim();
  if (/^[[{]|Mozilla\/|AppleWebKit|^https?:/.test(text)) return false;
  return (/\p{L}/u.test(text) && text.split(/\s+/).length > 2) || SPACELESS.test(text);
}

const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{8}/u;

/** Ends as soon as the rest can't change the answer. */
function areMostly(values: readonly string[], test: (text: string) => boolean): boolean {
  let [yes, no] = [0, 0];
  for (const text of values) {
    if (test(text)) yes += 1;
    else no += 1;
    if (Math.max(yes, no) > values.length / 2) break;
  }
  return yes > values.length / 2;
}
