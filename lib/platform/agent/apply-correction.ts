import "server-only";
import { runWithoutPauses } from "../../pause.ts";
import { normalForm } from "../../text/normal-form.ts";
import { type WordChange, wordChanges } from "../../text/word-changes.ts";
import type { Range } from "./front-matter.ts";
import type { CharacterKind } from "./inline-text.ts";
import type { PageFormat } from "./markdown-blocks.ts";
import { isMisspelling } from "./misspelling.ts";
import { fitsTable, markEdits, rangeAt } from "./page-layout.ts";
import { readingStructure } from "./page-structure.ts";
import type { Correction } from "./parse-corrections.ts";
import type { SkipReason } from "./reader-words.ts";
import { renderReplacement } from "./render-replacement.ts";
import { isSafeReplacement, type Replacement } from "./safe-replacement.ts";
import { foldText, readingVisibleText, type VisibleText, visibleText } from "./visible-text.ts";

/** A page with its visible text, which is read once for many corrections. */
export interface Page {
  content: string;
  format: PageFormat;
  visible: VisibleText;
  /** Whether accents are characters of their own (NFD), as macOS may write them. */
  isDecomposed: boolean;
}

export interface AppliedCorrection {
  content: string;
  /** Lines of the replacements, counted from 1. */
  lines: number[];
  /** Matches that are left for a person. */
  left: SkippedMatches[];
}

/** Matches that are left for a person, and why. `unclear`: it isn't certain which match is meant. */
export interface SkippedMatches {
  lines: number[];
  why: "unclear" | "table" | "reference" | "markup" | SkipReason;
}

/** A match of the wrong text. */
interface Match {
  at: number;
  kinds: ReadonlySet<CharacterKind>;
  /** The edits, or why it can't be edited. */
  edits: Replacement[] | SkippedMatches["why"];
}

/** Runs `readingPage` without pauses. @internal */
export function readPage(content: string, format: PageFormat): Page {
  return runWithoutPauses(readingPage(content, format));
}

/** Reads a page in steps, after each of which others may run. */
export function* readingPage(content: string, format: PageFormat): Generator<void, Page> {
  const isDecomposed = hasDecomposed(content) && content === normalForm(content, "NFD");
  yield;
  const visible = yield* readingVisibleText(content, format);
  return { content, format, visible, isDecomposed };
}

function hasDecomposed(text: string): boolean {
  return text !== normalForm(text, "NFC");
}

/** Runs `applyingCorrection` without pauses. @internal */
export function applyCorrection(
  ...given: Parameters<typeof applyingCorrection>
): AppliedCorrection {
  return runWithoutPauses(applyingCorrection(...given));
}

/**
 * Replaces the wrong text in what readers of a page see, and only the words that differ. Code changes only if the
 * reader quotes code. Skips places that are already correct, parts of compounds, and places where the right text
 * would add active markup, which are `left`. Changes nothing if the page would have another structure.
 *
 * In several places, all are replaced if they can only be meant together: the reader says so, or the wrong text is
 * a phrase, an identifier, or a misspelling. One word or number of common language is left, as `unclear`.
 * @param except a range that isn't changed
 * @param keepsAddresses whether the URLs of the page stay
 * @returns the steps, after each of which others may run
 */
export function* applyingCorrection(
  page: Page,
  correction: Correction,
  {
    except = null,
    keepsAddresses = false,
  }: { except?: Range | null; keepsAddresses?: boolean } = {},
): Generator<void, AppliedCorrection> {
  const seen = withoutMarkup(correction);
  const isFound = page.visible.text.includes(foldText(correction.wrong));
  const found = yield* findingMatches(page, isFound ? correction : seen, except);
  const matches = keepsAddresses ? found.map(withoutAddress) : found;
  if (matches.length > 1 && !meansAll(correction)) {
    const lines = linesOf(page, matches);
    return { content: page.content, lines: [], left: [{ lines, why: "unclear" }] };
  }
  const edited = matches.filter(({ edits }) => typeof edits !== "string");
  const left = Map.groupBy(matches, ({ edits }) => (typeof edits === "string" ? edits : null));
  left.delete(null);
  const own: SkippedMatches[] = [...left].flatMap(([why, those]) =>
    why === null ? [] : { lines: linesOf(page, those), why },
  );
  const [content, lines] = [replaceAll(page, edited), linesOf(page, edited)];
  if (edited.length > 0 && !(yield* hasStructureOf(page, content)))
    return { content: page.content, lines: [], left: [...own, { lines, why: "markup" }] };
  return { content, lines, left: own };
}

/** Whether a changed page has the structure that it had. */
function* hasStructureOf(page: Page, content: string): Generator<void, boolean> {
  const changed = yield* readingPage(content, page.format);
  return (yield* readingStructure(changed)) === (yield* readingStructure(page));
}

function withoutAddress(match: Match): Match {
  return match.kinds.has("url") ? { ...match, edits: "address" } : match;
}

/** Whether the page has the right text as whole words, and the wrong text nowhere. */
export function isCorrected(
  page: Page,
  { wrong, right }: Correction,
  except: Range | null,
): boolean {
  const [before, after] = [foldText(wrong), foldText(right)];
  const { visible } = page;
  const isOutside = (at: number) => !isWithin(except, visible.starts[at] ?? 0);
  const hasRight = findAll(visible.text, after).some(
    (at) => isOutside(at) && isWhole(visible, at, after, false),
  );
  return (
    hasRight &&
    findAll(visible.text, before).every(
      (at) => !isOutside(at) || isAlreadyCorrect(visible.text, at, before, after),
    )
  );
}

function isWithin(range: Range | null, at: number): boolean {
  return range !== null && at >= range.from && at < range.to;
}

/** Typographic and plain quotes are equal. */
const foldWord = (word: string) => (/^\s$/.test(word) ? " " : foldText(word));

function* findingMatches(
  page: Page,
  correction: Correction,
  except: Range | null,
): Generator<void, Match[]> {
  const wrong = foldText(correction.wrong);
  const changes = wordChanges(wrong, correction.right, foldWord);
  const right = foldText(correction.right);
  if (wrong === "" || wrong === right) return [];
  const { visible } = page;
  const places = findAll(visible.text, wrong).filter((at) => {
    const isExcepted = isWithin(except, visible.starts[at] ?? 0);
    return !isExcepted && !isAlreadyCorrect(visible.text, at, wrong, right);
  });
  const misspelled = isMisspelling(correction.wrong, correction.right);
  const whole = places.filter((at) => isWhole(visible, at, wrong, misspelled));
  const chosen =
    whole.length > 0 || !misspelled ? whole : places.filter((at) => startsWord(visible, at));
  const matches: Match[] = [];
  for (const at of chosen) {
    yield;
    matches.push(matchAt(page, at, changes));
  }
  return chosenKinds(
    matches.filter(({ kinds }) => !kinds.has("barrier")),
    correction,
  );
}

/** Skip code that the reader doesn't quote. A phrase that occurs nowhere else is a quote of code. */
function chosenKinds(matches: readonly Match[], correction: Correction): Match[] {
  const quotesUrl = /[/@]/.test(correction.wrong);
  const allowed = matches.filter(({ kinds }) => quotesUrl || !kinds.has("url"));
  const inText = allowed.filter(({ kinds }) => !kinds.has("code"));
  if (quotesCode(correction)) return allowed;
  return inText.length > 0 || !correction.wrong.includes(" ") ? inText : allowed;
}

/** Signs, digits within words, and capitals within words, as in `deliverAfter` and `--port`. */
const CODE = /[_{}()<>=$\\;#@/`]|--|\w[:.]\w|[a-z][A-Z]|[a-zA-Z]-?\d|\w-\w+-\w|\w-[A-Z]/;

function quotesCode({ wrong, isCode }: Correction): boolean {
  return isCode === true || CODE.test(wrong);
}

/** A word of any script, or a number. Scripts without spaces may have several words in one. */
const ONE_WORD = /^(?:[\p{L}\p{M}'・·]+|[\p{N}.,٫٬]+)$/u;
const EDGES = /^[.,:;!?…。、，：；！？]|[.,:;!?…。、，：；！？]$/gu;

function meansAll({ wrong, right, isEverywhere }: Correction): boolean {
  const word = foldText(wrong).replace(EDGES, "");
  const isOneWord = ONE_WORD.test(word) && !/\p{Ll}\p{Lu}/u.test(word);
  return isEverywhere === true || !isOneWord || isMisspelling(wrong, right);
}

/** Removes the markup that a reader may have copied from the source. */
function withoutMarkup(correction: Correction): Correction {
  const [wrong = "", right = ""] = [correction.wrong, correction.right].map((text) =>
    visibleText(text, "markdown").text.trim(),
  );
  // If the wrong text has no markup, keep the right one as it is.
  if (wrong === foldText(correction.wrong)) return correction;
  const isCode = correction.isCode === true || correction.wrong.includes("`");
  return { ...correction, wrong, right, ...(isCode && { isCode }) };
}

/** Returns the edits that correct one match, or why there are none. */
function matchAt(page: Page, at: number, changes: readonly WordChange[]): Match {
  const edits: Replacement[] = [];
  const kinds = new Set<CharacterKind>();
  let why: SkippedMatches["why"] | null = null;
  for (const change of changes) {
    kinds.add(page.visible.kinds[ownPlace(at, change)] ?? "barrier");
    const edit = editOf(page, at, change);
    if (typeof edit === "string") why ??= edit;
    else edits.push(edit);
  }
  return { at, kinds, edits: why ?? edits };
}

/** Inserted words belong to the word before them, except at the start of the quote. */
function ownPlace(at: number, { from, to }: WordChange): number {
  return at + (from === to && from > 0 ? from - 1 : from);
}

function editOf(page: Page, at: number, change: WordChange): Replacement | SkippedMatches["why"] {
  const [first, end] = [at + change.from, at + change.to];
  const { content, visible } = page;
  const { kinds, text } = visible;
  const own = ownPlace(at, change);
  const kind = kinds[own] ?? "barrier";
  if (kind === "barrier" || !isOneText(visible, first, end, kind)) return "markup";
  const { from, to } = rangeOf(visible, at, change);
  const place = { content, from, to, kind, isRow: visible.rows.has(own), format: page.format };
  const rendered = renderReplacement(change.text, place);
  if (rendered === null) return "markup";
  const form = page.isDecomposed || hasDecomposed(content.slice(from, to)) ? "NFD" : "NFC";
  const replacement = { from, to, text: normalForm(rendered, form), kind };
  if (!isSafeReplacement(content, text.slice(first, end), replacement)) return "markup";
  return brokenLayout(page, own < first ? from - 1 : from, replacement) ?? replacement;
}

/** Returns the place of a change in the file. */
function rangeOf({ starts, ends }: VisibleText, at: number, change: WordChange): Range {
  const own = ownPlace(at, change);
  const from = (own < at + change.from ? ends[own] : starts[own]) ?? 0;
  return { from, to: change.from === change.to ? from : (ends[at + change.to - 1] ?? from) };
}

/** Whether characters are of one kind and follow each other in the file. */
function isOneText(visible: VisibleText, first: number, end: number, kind: CharacterKind): boolean {
  for (let unit = first; unit + 1 < end; unit += 1) {
    if (visible.kinds[unit + 1] !== kind || !isJoined(visible, unit)) return false;
  }
  return true;
}

/** Returns what a replacement would break: a table, or a link to a title; null for nothing. */
function brokenLayout({ content, visible }: Page, at: number, replacement: Replacement) {
  const isReferenced = rangeAt(visible.titles, at)?.isReferenced;
  if (isReferenced || rangeAt(visible.references, at)) return "reference";
  const table = rangeAt(visible.tables, at);
  return table && !fitsTable(table, content, replacement) ? "table" : null;
}

/** Whether a character is followed by the next one without markup between them. */
function isJoined({ starts, ends }: VisibleText, unit: number): boolean {
  return ends[unit] === starts[unit + 1] || starts[unit] === starts[unit + 1];
}

function replaceAll({ content, visible, format }: Page, matches: readonly Match[]): string {
  const edits = matches.flatMap(editsOf);
  const marks = markEdits(visible.titles, content, format === "rst", edits);
  const parts: string[] = [];
  let from = 0;
  for (const edit of [...edits, ...marks].sort((one, other) => one.from - other.from)) {
    parts.push(content.slice(from, edit.from), edit.text);
    from = edit.to;
  }
  return parts.join("") + content.slice(from);
}

function editsOf({ edits }: Match): Replacement[] {
  return typeof edits === "string" ? [] : edits;
}

function linesOf({ content, visible }: Page, matches: readonly Match[]): number[] {
  let [line, counted] = [1, 0];
  return matches.map((match) => {
    const { at } = match;
    const start = editsOf(match)[0]?.from ?? visible.starts[at] ?? 0;
    for (; counted < start; counted += 1) if (content[counted] === "\n") line += 1;
    return line;
  });
}

function findAll(content: string, text: string): number[] {
  const found: number[] = [];
  for (let at = content.indexOf(text); at !== -1; at = content.indexOf(text, at + text.length)) {
    found.push(at);
  }
  return found;
}

function isAlreadyCorrect(text: string, at: number, wrong: string, right: string): boolean {
  return findAll(right, wrong).some(
    (offset) => text.slice(at - offset, at - offset + right.length) === right,
  );
}

const WORD = /[\p{L}\p{M}\p{N}_]/u;
/** Letters of scripts that don't separate words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/u;

function isWord(character = ""): boolean {
  return WORD.test(character) && !UNSPACED.test(character);
}

/** Whether a match isn't a part of a longer word or of a compound. A misspelling is one there, too. */
function isWhole(visible: VisibleText, at: number, wrong: string, misspelled: boolean): boolean {
  const end = at + wrong.length;
  const { text, kinds } = visible;
  const isOwnWord = misspelled && kinds[at] === "text";
  const joins = kinds[at] === "text" && !wrong.includes("/") ? /[-./:@=\\+]/ : /-/;
  const isCut = (edge = "", next = "", beyond = "") => {
    if (!isWord(edge)) return false;
    if (isWord(next)) return true;
    return !isOwnWord && joins.test(next) && isWord(beyond);
  };
  return (
    !isCut(text[at], text[at - 1], text[at - 2]) && !isCut(text[end - 1], text[end], text[end + 1])
  );
}

function startsWord({ text, kinds }: VisibleText, at: number): boolean {
  return kinds[at] === "text" && !isWord(text[at - 1]);
}
