// Characters that a person does not see, or that make text read otherwise than it is stored.

/**
 * Unicode's own list of what shows nothing, control and format characters and odd line ends, but
 * for line feed and tab, and for the format characters that are seen: signs that stand before
 * numbers and verses.
 */
const HIDDEN =
  /[[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]--[\n\t\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}]]/gv;

/** Letters of scripts in which a joiner between two of them changes how a word is written. */
const JOINING_LETTER =
  /[[\p{L}\p{M}]--[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Inherited}\p{Script=Common}]]/v;

const EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F/u;
const PICTURE = /\p{Extended_Pictographic}/u;

/** Bases that text or emoji presentation may be asked for: keycaps, arrows, pictures. */
const PRESENTABLE = /\p{Emoji}/u;

/**
 * Text without invisible and bidirectional control characters. Line ends become `\n`; tabs stay,
 * and so do joiners within emoji and within words of scripts that need them.
 */
export function removeHiddenCharacters(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replace(HIDDEN, (character, index: number, whole: string) => {
      const before = Array.from(whole.slice(Math.max(index - 2, 0), index)).at(-1) ?? "";
      const end = index + character.length;
      const after = Array.from(whole.slice(end, end + 2)).at(0) ?? "";
      return mayStay(character, before, after) ? character : "";
    });
}

function mayStay(character: string, before: string, after: string): boolean {
  if (character === "\uFE0E" || character === "\uFE0F") return PRESENTABLE.test(before);
  if (character === "\u200D" && EMOJI.test(before) && PICTURE.test(after)) return true;
  const joiner = character === "\u200C" || character === "\u200D";
  return joiner && JOINING_LETTER.test(before) && JOINING_LETTER.test(after);
}
