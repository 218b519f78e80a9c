import { createHash } from "node:crypto";
import type { NoiseReason } from "../contract/api/noise.ts";
import { normalized } from "../groups/normalize.ts";
import { maskAddresses } from "../text/email-addresses.ts";
import { storable } from "../text/storable.ts";
import { isCharacters } from "./characters.ts";
import { isInjection } from "./injection.ts";
import { isMashing } from "./mashing.ts";
import { isPaste } from "./paste.ts";
import { isGreeting, isTest } from "./phrases.ts";
import { isPraise } from "./praise.ts";
import { isAdvertisement, isSpam } from "./spam.ts";
import { type Reading, readingOf, type ScoredItem } from "./words.ts";

/** Characters of a key: 132 bits. */
const KEY_LENGTH = 22;

/** Length in UTF-16 units from which a comment is never noise. */
const LONG_COMMENT_LENGTH = 280;
/** The same length for pasted text. */
const LONG_PASTE_LENGTH = 4_000;

/** The rules, in order. Rules about words don't apply to items whose reader rated the page as not helpful. */
const RULES: {
  reason: NoiseReason;
  findsWords: boolean;
  matches: (reading: Reading) => boolean;
}[] = [
  { reason: "characters", findsWords: false, matches: isCharacters },
  { reason: "greeting", findsWords: true, matches: isGreeting },
  { reason: "test", findsWords: true, matches: isTest },
  { reason: "spam", findsWords: true, matches: isSpam },
  { reason: "spam", findsWords: false, matches: isAdvertisement },
  { reason: "mashing", findsWords: false, matches: isMashing },
  { reason: "injection", findsWords: true, matches: isInjection },
  { reason: "paste", findsWords: true, matches: isPaste },
];

/**
 * Returns why an item looks like noise, or null. Prefers to keep noise over hiding feedback: long comments, comments
 * with code, and words of readers who weren't helped are never noise, except for advertisements. An item without a comment is a vote.
 */
export function noiseReason({ comment, code, helpful }: ScoredItem): NoiseReason | null {
  const text = comment?.trim() ?? "";
  if (text === "" || text.length > LONG_PASTE_LENGTH || code?.trim()) return null;
  if (text.length > LONG_COMMENT_LENGTH)
    return helpful !== 0 && isPaste({ comment: text }) ? "paste" : null;
  const reading = readingOf(text);
  const rule = RULES.find(
    ({ findsWords, matches }) => !(findsWords && helpful === 0) && matches(reading),
  );
  return rule?.reason ?? null;
}

/**
 * Returns why an item looks like noise, and the key of its text: a hash that is equal for comments that count as the
 * same text. Null if it doesn't.
 */
function noiseOf(item: ScoredItem): { reason: NoiseReason; key: string } | null {
  const comment = storable(item.comment ?? "");
  const reason = noiseReason({ ...item, comment });
  if (reason === null) return null;
  const hash = createHash("sha256").update(noiseText(comment));
  return { reason, key: hash.digest("base64url").slice(0, KEY_LENGTH) };
}

/** Increased with every change of the rules' results, so that stored items are scored again. */
export const NOISE_RULES = { version: 5, noiseOf, isPraise };

/** Returns a text that is equal for comments that count as the same. Contains no email address. */
export function noiseText(comment: string): string {
  return normalized(maskAddresses(comment));
}
