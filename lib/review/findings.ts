import "server-only";
import type { Finding } from "../contract/api/job-review.ts";
import { searchable } from "../text/searchable.ts";
import { shorten } from "../text/shorten.ts";
import { wordsOf } from "../text/word-changes.ts";
import type { Asked } from "./asked.ts";
import { changedFacts } from "./facts.ts";
import { type Change, type Run, textOf } from "./runs.ts";

/** Characters of a finding's texts that are shown. */
const MAX_SHOWN = 300;
/** Facts of one run that are listed. */
const MAX_FACTS = 5;
/** Fewest words of removed and of rewritten text; less is in the diff. */
const MIN_REMOVED = 3;
const MIN_REWRITTEN = 8;
/** A run of which more words are kept was edited rather than rewritten. */
const MAX_KEPT = 0.5;

/** What a comment says that asks for text to go. */
const ASKS_TO_REMOVE =
  /\b(?:remove|delete|drop|outdated|obsolete|deprecated|no longer|duplicate|twice|redundant|gone|entfern|lösch|veraltet|doppelt|supprim|obsolète|elimin|borra|obsolet|rimuov|cancell)/u;

/**
 * Returns what a change does that none of the items which it belongs to asked for, and that may be wrong.
 * @param items those that the change is linked with, and how
 * @param moved whether a removed line is added elsewhere
 */
export function findingsIn(
  change: Change,
  items: readonly { asked: Asked; link: "exact" | "near" }[],
  moved: (line: string) => boolean,
): Finding[] {
  const { id, path } = change;
  const finding = (kind: Finding["kind"], old: string | null, now: string | null): Finding => ({
    ...{ kind, hunk: id, path },
    old: old && shorten(old, MAX_SHOWN),
    new: now && shorten(now, MAX_SHOWN),
  });
  return change.runs.flatMap((run) => {
    const texts = { before: textOf(run.removed), after: textOf(run.added) };
    const kind = textFinding(run, items, moved);
    if (kind === "removed") return [finding(kind, texts.before.trim(), null)];
    const facts = changedFacts(texts.before, texts.after)
      .filter((fact) => !items.some(({ asked }) => asksFor(asked, fact)))
      .slice(0, MAX_FACTS)
      .map((fact) => finding("fact", fact.old, fact.new));
    return kind === null
      ? facts
      : [finding(kind, texts.before.trim(), texts.after.trim()), ...facts];
  });
}

function textFinding(
  { removed, added }: Run,
  items: readonly { asked: Asked; link: "exact" | "near" }[],
  moved: (line: string) => boolean,
): "removed" | "rewritten" | null {
  const gone = removed.filter(({ text }) => !moved(text));
  const words = lettersOf(textOf(gone));
  const now = new Set(lettersOf(textOf(added)));
  if (now.size === 0) {
    const isAsked = items.some(
      ({ asked, link }) => link === "exact" || ASKS_TO_REMOVE.test(asked.comment),
    );
    return words.length >= MIN_REMOVED && !isAsked ? "removed" : null;
  }
  const kept = words.filter((word) => now.has(word)).length;
  const isRewritten = words.length >= MIN_REWRITTEN && kept < words.length * MAX_KEPT;
  return isRewritten && items.length === 0 ? "rewritten" : null;
}

const lettersOf = (text: string) =>
  wordsOf(searchable(text)).filter((word) => /[\p{L}\p{N}]/u.test(word));

/** Whether an item names the new value, or corrects the old one to it. */
function asksFor(
  { comment, correction }: Asked,
  fact: { old: string; new: string | null },
): boolean {
  const [old, now] = [fact.old, fact.new].map((text) => (text === null ? null : searchable(text)));
  if (!now) return correction !== null && old !== null && correction.from === old;
  return comment.includes(now ?? "");
}
