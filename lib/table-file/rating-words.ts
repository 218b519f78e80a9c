import { normalForm } from "../text/normal-form.ts";

/** The meaning of a rating's value. "none" is no vote, such as seven of ten. */
export type Vote = "helpful" | "not helpful" | "none";

/** Words of readers and tools, in lower case and without punctuation. Neutral words are in none of them. */
const HELPFUL = `
  yes, y, true, t, on, up, good, great, excellent, awesome, amazing, perfect, love, positive, like,
  liked, upvote, helpful, useful, happy, thumbs up, thumbsup, very good, very helpful,
  somewhat helpful, extremely helpful, very useful, satisfied, very satisfied, somewhat satisfied,
  extremely satisfied, agree, strongly agree, somewhat agree, solved, promoter, it was helpful,
  this was helpful, yes it was helpful, it helped, mostly, good job, ja, wahr, gut, sehr gut,
  hilfreich, sehr hilfreich, zufrieden, sehr zufrieden, nützlich, oui, vrai, bon, bien, très bien,
  utile, très utile, satisfait, très satisfait, sí, si, verdadero, bueno, buena, muy bueno, útil,
  muy útil, satisfecho, muy satisfecho, sim, verdadeiro, bom, muito bom, satisfeito,
  muito satisfeito, vero, sì, buono, ottimo, tak, prawda, da, да, истина, igen, kyllä, evet, doğru,
  waar, sant, sand, ano, はい, 役に立った, 良い, 満足, 是, 有用, 有帮助, 有幫助, 好, 满意, 滿意, 예, 네, 좋아요
`;
const NOT_HELPFUL = `
  no, n, false, f, off, down, bad, poor, terrible, awful, ok, negative, dislike, disliked,
  downvote, not helpful, unhelpful, not useful, useless, sad, unhappy, confused, thumbs down,
  thumbsdown, very bad, very poor, not very helpful, not at all helpful, not at all,
  not helpful at all, dissatisfied, very dissatisfied, somewhat dissatisfied,
  extremely dissatisfied, unsatisfied, very unsatisfied, not satisfied, disagree,
  strongly disagree, somewhat disagree, disappointed, detractor, not really, it was not helpful,
  this was not helpful, no it was not helpful, nein, falsch, schlecht, sehr schlecht,
  nicht hilfreich, wenig hilfreich, unzufrieden, sehr unzufrieden, nicht nützlich, non, faux,
  mauvais, pas utile, inutile, insatisfait, très insatisfait, falso, malo, mala, muy malo, no útil,
  inútil, insatisfecho, muy insatisfecho, não, nao, ruim, muito ruim, insatisfeito,
  muito insatisfeito, cattivo, non utile, nie, fałsz, nu, нет, ложь, nem, ei, hayır, yanlış, nee,
  onwaar, nej, nei, ne, いいえ, 役に立たなかった, 悪い, 不満, 否, 不是, 没用, 没有帮助, 沒有幫助, 不好, 不满意, 不滿意, 아니요, 아니오, 싫어요
`;
const WORDS = new Map<string, Vote>([
  ...wordsOf(HELPFUL).map((word): [string, Vote] => [word, "helpful"]),
  ...wordsOf(NOT_HELPFUL).map((word): [string, Vote] => [word, "not helpful"]),
]);

function wordsOf(list: string): string[] {
  return list.trim().split(/,\s+/);
}

const HELPFUL_PICTURES = "👍✅✔😀😃😄😁😆🙂😊😍🤩🥰🎉🚀❤💚☺💯👏🟢";
const NOT_HELPFUL_PICTURES = "👎❌✖😞😟😠😡😢😭🙁☹😕😒😖😩😣🤬💔🔴";
const PICTURES = new Map<string, Vote>([
  ...Array.from(HELPFUL_PICTURES, (picture): [string, Vote] => [picture, "helpful"]),
  ...Array.from(NOT_HELPFUL_PICTURES, (picture): [string, Vote] => [picture, "not helpful"]),
]);
const NAMED_PICTURES: Readonly<Record<string, string>> = { ":+1:": "👍", ":-1:": "👎" };

/** Longer texts are comments. */
const MAX_LENGTH = 60;

/**
 * Returns the vote in a word or picture, such as `Ja` and `No 👎`. Returns null where it isn't certain: neutral words,
 * and a word and a picture that disagree.
 */
export function wordVote(text: string): Vote | null {
  if (text.length > MAX_LENGTH) return null;
  const plain = normalForm(text, "NFC").toLowerCase().trim();
  const named = NAMED_PICTURES[plain] ?? plain;
  const words = named
    .replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F|\u200D/gu, " ")
    .replace(/[_-]/g, " ")
    .replace(/[^\p{L}\p{M}\p{N}' ]/gu, "")
    .replace(/\s+/g, " ")
    .trim();
  const votes = new Set<Vote | null>(
    Array.from(
      named.matchAll(/\p{Extended_Pictographic}/gu),
      ([picture]) => PICTURES.get(picture) ?? null,
    ),
  );
  if (words !== "") votes.add(WORDS.get(words) ?? null);
  const [vote = null] = votes;
  return votes.size === 1 ? vote : null;
}
