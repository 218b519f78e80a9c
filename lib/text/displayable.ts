/**
 * Everything that Unicode lists as invisible, plus control and format characters and unusual line
 * ends. Exceptions: line feed, tab, and the format characters that do show (Arabic and Syriac signs
 * before numbers and verses).
 */
const HIDDEN =
  /[[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]--[\n\t\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}]]/gv;

/** Letters of scripts in which a joiner between two letters changes how the word is written. */
const JOINING_LETTER =
  /[[\p{L}\p{M}]--[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Inherited}\p{Script=Common}]]/v;

const EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F/u;
const PICTURE = /\p{Extended_Pictographic}/u;

/** Characters that a variation selector can follow: keycaps, arrows, pictures. */
const PRESENTABLE = /\p{Emoji}/u;

/**
 * Removes invisible and bidirectional control characters from untrusted text. Line ends become
 * `\n`. Tabs stay, and so do joiners in emoji and in words of scripts that need them.
 */
export function displayable(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replace(HIDDEN, (character, index: number, whole: string) => {
      const before = Array.from(whole.slice(Math.max(index - 2, 0), index)).at(-1) ?? "";
      const end = index + character.length;
      const after = Array.from(whole.slice(end, end + 2)).at(0) ?? "";
      return isVisible(character, before, after) ? character : "";
    });
}

function isVisible(character: string, before: string, after: string): boolean {
  if (character === "\uFE0E" || character === "\uFE0F") return PRESENTABLE.test(before);
  if (character === "\u200D" && EMOJI.test(before) && PICTURE.test(after)) return true;
  const joiner = character === "\u200C" || character === "\u200D";
  return joiner && JOINING_LETTER.test(before) && JOINING_LETTER.test(after);
}
