import "server-only";
import type { Finding } from "../contract/api/job-review.ts";
import { isMisspelling } from "../groups/guards.ts";
import { FILLERS, NEGATIONS } from "../groups/words.ts";
import { shorten } from "../text/shorten.ts";
import { type WordChange, wordsOf } from "../text/word-changes.ts";
import { linkOf, type PreparedItem, prepareChange } from "./prepare.ts";
import { reorderedSteps } from "./reordered-steps.ts";
import type { Change, Run } from "./runs.ts";
import {
  changedStatements,
  type Found,
  type Statement,
  type StatementChange,
  statementsOf,
  wordsChanged,
} from "./statements.ts";

/** Characters of a finding's texts that are shown. */
const MAX_SHOWN = 300;
/** Findings of one run that are listed. */
const MAX_OF_RUN = 10;
/** Minimum words of removed text that is reported; shorter ones are easily seen in the diff. */
const MIN_REMOVED = 2;
/** Minimum words that an item has to share with a text to ask for its removal. */
const MIN_SHARED = 2;

/** Words of comments that ask to remove text, and of comments that miss text. */
const ASKS_TO_REMOVE =
  /\b(?:remove|delete|drop|outdated|obsolete|deprecated|no longer|duplicate|twice|redundant|gone|entfern|lösch|veraltet|doppelt|supprim|obsolète|elimin|borra|obsolet|rimuov|cancell)/u;
const ASKS_TO_ADD =
  /\b(?:missing|lacks?|(?:not|n['’]t)\s+(?:listed|explained|documented|mentioned|there)|fehlt|fehlen|manque|falta|mancano?)\b/u;

const LETTERS = /[\p{L}\p{N}]/u;
/** Short words that change the meaning of a sentence. */
const TURNING = new Set(
  "only must may can should always before after until first last least most more less than exactly if unless either or and all any each every some both same other above below in out on off up down to from".split(
    " ",
  ),
);

/** Signs of code and numbers, other than those of tags, tables, and compound words. */
const SIGNS =
  /(?![<>|])[\p{Sm}\p{Sc}&^%]|<(?![a-z/])|(?<![\w/"'])>|\|(?=\|)|(?<=\|)\||!(?=\S)|(?<![\p{L}\p{N}])-(?=[\p{L}\p{N}])|(?<=\d)[.,:](?=\d)/gu;
/** UTF-16 units beside a sign that `SIGNS` looks at. */
const BESIDE = 2;
/** After a number, one more letter in a word of up to this many makes another unit: "MB", "MiB". */
const MAX_UNIT = 2;
/** Words of the frame of a warning. */
const WARNS = /\b(?:warning|caution|danger|important|attention)\b/u;

const turns = (word: string) => TURNING.has(word) || NEGATIONS.has(word);

/**
 * Returns the parts of a change that may be wrong, and that no item of its page asked for.
 * @param items those whose page it is, or that quote it
 * @param moved whether a removed line is added elsewhere
 */
export function findingsIn(
  change: Change,
  items: readonly PreparedItem[],
  moved: (line: string) => boolean,
): Finding[] {
  const finding = ({ kind, old, now }: Found): Finding => ({
    kind,
    hunk: change.id,
    path: change.path,
    old: shorten(old, MAX_SHOWN),
    new: now && shorten(now, MAX_SHOWN),
  });
  const found = change.runs.flatMap((run) => foundIn(run, change, items, moved));
  return [...found, ...reorderedSteps(change.lines, items)].map(finding);
}

function foundIn(
  run: Run,
  change: Change,
  items: readonly PreparedItem[],
  moved: (line: string) => boolean,
): Found[] {
  const lines = (side: Run["removed"]) => side.map(({ text }) => text);
  const after = statementsOf(lines(run.added));
  const changes = changedStatements(
    statementsOf(lines(run.removed).filter((line) => !moved(line))),
    after,
  );
  const edited = changes.filter(({ now }) => now !== null);
  const taken = new Set(edited.map(({ now }) => now));
  const lost = changes.flatMap(({ old, now }) => (now ? [] : [old]));
  const before = new Set(statementsOf(lines(run.removed)).map(({ plain }) => plain));
  const fresh = after.filter((each) => !taken.has(each) && !before.has(each.plain));
  const isLinked = items.some((item) => linkOf(item, prepareChange({ ...change, runs: [run] })));
  return [
    ...lostText(lost, fresh, { items, isLinked }),
    ...edited.flatMap((each) => editFinding(each, items)),
  ].slice(0, MAX_OF_RUN);
}

/** Finds text that was removed, or rewritten if new text is in its place. */
function lostText(
  lost: readonly Statement[],
  fresh: readonly Statement[],
  { items, isLinked }: { items: readonly PreparedItem[]; isLinked: boolean },
): Found[] {
  const left = lost.filter((each) => !items.some((item) => asksToRemove(item, each)));
  const words = left.reduce((sum, { words: own }) => sum + own.size, 0);
  if (words < MIN_REMOVED && !left.some(({ plain }) => WARNS.test(plain))) return [];
  const old = joined(left);
  if (fresh.length === 0) return [{ kind: "removed", old, now: null }];
  return isLinked ? [] : [{ kind: "rewritten", old, now: joined(fresh) }];
}

const joined = (statements: readonly Statement[]) => statements.map(({ text }) => text).join(" ");

function asksToRemove({ comment, quoted, words }: PreparedItem, { plain, words: own }: Statement) {
  if (!ASKS_TO_REMOVE.test(comment)) return false;
  const shared = [...words].filter((word) => own.has(word)).length;
  return shared >= MIN_SHARED || quoted.some((quote) => plain.includes(quote));
}

/** Finds a statement whose words were changed although no item asked for it. */
function editFinding({ old, now }: StatementChange, items: readonly PreparedItem[]): Found[] {
  if (!now || items.some((item) => correctsTo(item, old, now))) return [];
  const unasked = wordsChanged(old, now)?.filter((change) => {
    const words = meaningfulWords(old, now, change);
    return canBeWrong(words) && !items.some((item) => names(item, old, words));
  });
  if (unasked?.length === 0) return [];
  return [{ kind: "fact", old: old.text, now: now.text }];
}

function correctsTo({ correction }: PreparedItem, old: Statement, now: Statement): boolean {
  return correction !== null && old.plain.replaceAll(correction.from, correction.to) === now.plain;
}

interface ChangedWords {
  was: string[];
  now: string[];
  /** Whether the words follow a number. */
  isUnit: boolean;
}

/**
 * Returns the words before and after a change, without fillers. In code and addresses, each word counts. Where no word
 * changed, signs count.
 */
function meaningfulWords(
  { plain }: Statement,
  after: Statement,
  { from, to, text, at }: WordChange,
): ChangedWords {
  const isUnit = /\d\s?$/u.test(plain.slice(0, from));
  if (!LETTERS.test(plain.slice(from, to) + text))
    return {
      was: signsIn(plain, from, to),
      now: signsIn(after.plain, at, at + text.length),
      isUnit,
    };
  const isInCode = /[./_=:@#&?-]/u.test(`${plain[from - 1] ?? ""}${plain[to] ?? ""}`);
  const counts = (word: string) =>
    LETTERS.test(word) && (isInCode || turns(word) || !FILLERS.has(word));
  const [was, now] = [plain.slice(from, to), text].map((some) => wordsOf(some).filter(counts));
  return { was: was ?? [], now: now ?? [], isUnit };
}

/** Looks at the part alone, with the characters beside it that decide what is a sign: a statement may have many parts. */
function signsIn(plain: string, from: number, to: number): string[] {
  const start = Math.max(from - BESIDE, 0);
  const isWithin = ({ index }: RegExpExecArray) => start + index >= from && start + index < to;
  return Array.from(plain.slice(start, to + BESIDE).matchAll(SIGNS))
    .filter(isWithin)
    .map(([sign]) => sign);
}

/** Whether a change can make a statement wrong: not a misspelling that is corrected, or something that is only added. */
function canBeWrong({ was, now, isUnit }: ChangedWords): boolean {
  const [one = "", other = ""] = [was[0], now[0]];
  const isPair = was.length === 1 && now.length === 1;
  const isOtherUnit = isUnit && Math.min(one.length, other.length) <= MAX_UNIT;
  if (isPair && !isOtherUnit && !/[\d_]/u.test(one + other)) return !isMisspelling(one, other);
  return was.length > 0 || now.some((word) => NEGATIONS.has(word) || !LETTERS.test(word));
}

/**
 * Whether an item names the new text, unless it only says that something is missing. A number may be about something
 * else, so the statement must share another word with the item.
 */
function names(
  { comment, said, words }: PreparedItem,
  old: Statement,
  { was, now }: ChangedWords,
): boolean {
  const isSaid = (some: readonly string[]) => some.every((word) => said.has(word));
  if (now.every(turns)) return was.length > 0 && isSaid([...was, ...now]);
  if (!isSaid(now)) return false;
  const isNumber = now.every((word) => /^\d+$/u.test(word));
  if (isNumber && !isSaid(was) && words.isDisjointFrom(old.words)) return false;
  return !ASKS_TO_ADD.test(comment) || isSaid(was);
}
