import "server-only";
import { WITHOUT_END } from "./html-nesting.ts";

/** Characters of a page's HTML that are made safe at once: about a millisecond of lists or tables. */
const MAX_PIECE_LENGTH = 4_000;
/** Most open tags around a place where HTML is cut, and the longest of them. */
const MAX_AROUND = 40;
const MAX_TAG = 500;
/** Placeholder for the content of the open tags. */
const INSIDE = "\u{f8ff}inside\u{f8ff}";
const TAGS = /\n?<(?:(\/?)([a-z][a-z0-9-]*)|!--)/gi;
/** Where text can be cut: before a character reference. Other characters take little time. */
const REFERENCE = "&";

/** A piece of HTML, and the tags that are open where it begins. */
interface Piece {
  html: string;
  around: string;
}

/**
 * Makes HTML safe in steps, after each of which others may run. A long block, such as a list, is cut: each piece is made
 * safe inside the tags that are open there, and these tags are removed again from the result.
 * @param makeSafe returns closed tags, and no other `<` or `>`
 */
export function* makingSafe(
  html: string,
  makeSafe: (html: string) => string,
): Generator<void, string> {
  if (html.length <= MAX_PIECE_LENGTH) return makeSafe(html);
  const pieces = yield* cutting(html);
  let safe = "";
  let open: Around | null = null;
  for (const [at, piece] of pieces.entries()) {
    yield;
    const made = makeSafe(piece.around + piece.html);
    const next = aroundOf(pieces[at + 1]?.around ?? "", makeSafe);
    const start: string = open && made.startsWith(open.start) ? open.start : "";
    const end: string = next && made.endsWith(next.end) ? next.end : "";
    if (start.length + end.length > made.length) return makeSafe(html);
    if (open && start === "") safe += open.end;
    safe += made.slice(start.length, made.length - end.length);
    open = end === "" ? null : next;
  }
  return safe;
}

/** The sanitized HTML before and after the content of the open tags. */
interface Around {
  start: string;
  end: string;
}

/** Null if the content of the tags isn't shown, or they aren't closed. */
function aroundOf(tags: string, makeSafe: (html: string) => string): Around | null {
  if (tags === "") return null;
  const [start, end, ...more] = makeSafe(tags + INSIDE).split(INSIDE);
  return start === undefined || !end || more.length > 0 ? null : { start, end };
}

/** Cuts HTML before tags at the start of a line and in long texts, where the open tags are few and short. */
function* cutting(html: string): Generator<void, Piece[]> {
  const pieces: Piece[] = [];
  const open: { name: string; tag: string }[] = [];
  let [from, around, commentEnd] = [0, "", 0];
  const cut = function* (index: number): Generator<void> {
    const tags = joined(open);
    if (tags === null) return;
    pieces.push({ html: html.slice(from, index), around });
    [from, around] = [index, tags];
    yield;
  };
  for (const { 0: text, 1: slash, 2: name = "", index } of html.matchAll(TAGS)) {
    if (index < commentEnd) continue;
    if (name === "") {
      const end = html.indexOf("-->", index);
      commentEnd = end < 0 ? html.length : end;
      continue;
    }
    if (text.startsWith("\n") && index - from >= MAX_PIECE_LENGTH) yield* cut(index);
    const start = html.indexOf("<", index);
    if (slash) close(open, name.toLowerCase());
    else if (!WITHOUT_END.test(name))
      open.push({ name: name.toLowerCase(), tag: tagAt(html, start) });
    for (const place of placesInText(html, start, from)) yield* cut(place);
  }
  return [...pieces, { html: html.slice(from), around }];
}

/** Returns where the text that follows a tag can be cut, so that what comes after `from` is in pieces of about `MAX_PIECE_LENGTH`. */
function* placesInText(html: string, tag: number, from: number): Generator<number> {
  const next = html.indexOf("<", tag + 1);
  const end = next < 0 ? html.length : next;
  if (end - from <= MAX_PIECE_LENGTH) return;
  const whole = html.slice(tag, end);
  const length = whole.indexOf(">") + 1;
  if (!isWhole(whole.slice(0, length))) return;
  let place = from;
  for (;;) {
    place = html.indexOf(REFERENCE, Math.max(place + MAX_PIECE_LENGTH, tag + length));
    if (place < 0 || place >= end) return;
    yield place;
  }
}

function close(open: { name: string }[], name: string): void {
  const near = open.slice(-MAX_AROUND).findLastIndex((each) => each.name === name);
  if (near >= 0) open.length = Math.max(0, open.length - MAX_AROUND) + near;
}

/** Returns the text of a tag; empty if it is too long, or doesn't end. */
function tagAt(html: string, index: number): string {
  const tag = html.slice(index, index + MAX_TAG);
  return tag.slice(0, tag.indexOf(">") + 1);
}

/** Joins tags; null if there are too many, or one of them may not be whole, as one with `>` in a value. */
function joined(open: readonly { tag: string }[]): string | null {
  if (open.length > MAX_AROUND) return null;
  const tags = open.map(({ tag }) => tag).join("");
  return tags.length <= MAX_PIECE_LENGTH && open.every(({ tag }) => isWhole(tag)) ? tags : null;
}

function isWhole(tag: string): boolean {
  return tag !== "" && ['"', "'"].every((quote) => tag.split(quote).length % 2 === 1);
}
