import { normalized } from "../groups/normalize.ts";
import { list, phrases, type Reading, readingOf, type ScoredItem } from "./words.ts";

/** Maximum UTF-16 units of praise: longer comments also say what they are about. */
const MAX_PRAISE_LENGTH = 160;
/** Words of the longest comment that is praise without a rating. */
const MAX_WORDS = 6;
/** Number of words in a part that may be neutral: `Copy, paste, done. Thank you.` */
const MAX_NEUTRAL_WORDS = 2;

const PRAISING_WORDS = new Set(
  list(`
    great thank thanks thx ty helpful helped perfect perfectly excellent awesome amazing love loved lovely best nice useful
    brilliant fantastic superb wonderful lgtm gold solved kudos bravo nailed neat
    danke super toll tolle hilfreich perfekt klasse spitze verständlich genial prima geholfen geklappt
    gracias perfecto excelente útil ayudó ayuda merci parfait génial utile aidé
    obrigado obrigada perfeito ótimo ótima ajudou resolveu grazie perfetto ottimo eccellente utilissimo
    bedankt dank duidelijk geweldig handig tack tak takk jättebra supert hjälpsam nyttig
    dzięki dziękuję świetne świetnie świetny pomocne pomogło děkuji díky skvělé výborné super kiitos loistava köszönöm mulțumesc
    teşekkürler teşekkür harika mükemmel yararlı bagus mantap membantu asante salamat
  `),
);

/** Phrases, parts of words, and words of scripts without spaces between them. */
const PRAISING_PARTS = [
  ...phrases(`
    well_written well_explained well_done so_clear very_clear clear_and good_docs good_page good_job good_explanation
    exactly_what_i_needed first_try first_time straight_to_the_point saved_me answered_my_question
    sehr_gut sehr_klar gut_erklärt muy_claro muy_clara muy_bueno muy_bien a_la_primera très_clair très_bien du_premier_coup
    muito_bom muito_claro muito_bem de_primeira molto_chiaro molto_bene heel_goed heel_duidelijk erg_goed çok_iyi
    terima_kasih cảm_ơn rất_hay rất_tốt hữu_ích tuyệt_vời
  `).map((phrase) => ` ${phrase} `),
  ...phrases(`
    спасибо отличн понятно помог замечательн супер класс дякую чудов допомогл благодар ευχαριστ τέλει
    شكرا شكراً ممتاز مفيد رائع متشکر ممنون תודה מעולה धन्यवाद शुक्रिया बहुत_अच्छ तुरंत_काम_कर_गया ধন্যবাদ நன்றி ขอบคุณ เยี่ยม
    谢谢 謝謝 感谢 感謝 很好 很棒 有帮助 有幫助 有用 很清楚 清晰 太棒 点赞 ありがとう わかりやす 分かりやす 助かり 役に立 素晴らし 最高
    감사 고맙 명확 도움이 최고 좋아요 좋습니다 덕분 훌륭
    👍 👏 🙏 🎉 ❤ 💯 😍 🙌
  `),
];

/** Words of readers who miss something, want something, or found a mistake. */
const PROBLEM_WORDS = new Set(
  list(`
    but however except although though would should could please need needs missing miss lacks wrong error errors fail fails
    failed broken breaks typo outdated old confusing unclear not no never none nothing cannot cant doesnt dont isnt wasnt wont couldnt
    didnt arent havent hasnt only one more add wish hope instead fix bug incorrect mistake deprecated until unless still yet
    if suggestion maybe or too hard difficult slow nearly almost otherwise sarcasm waste useless worse worst remove
    better explain perhaps why how where
    aber jedoch fehlt fehlen fehler falsch nicht kein keine leider bitte sollte könnte wäre veraltet nur noch ob obwohl
    pero falta faltan error sin debería podría favor aunque solo incorrecto desactualizado
    mais manque erreur pas devrait cependant svp sil sauf seulement jamais faux dommage
    mas erro não deveria porém por faltou só nem
    ma manca errore non dovrebbe però tranne solo
    maar niet geen fout ontbreekt graag alleen zou
    men inte ikke saknas mangler fel feil fejl bara dock
    ale nie brak brakuje błąd tylko jednak chybí ne není chyba
    но не нет нету однако добавьте только бы але помилка немає
    ama fakat değil hata yok eksik ancak lütfen
    tapi tidak salah kurang belum tolong nhưng không lỗi thiếu chưa
    لكن لا خطأ غير ليس लेकिन नहीं गलत कृपया পর না
  `),
);

const PROBLEM_PARTS = phrases(`
  ошибк устар непонят không 但 不 没 沒 错 錯 缺 希望 请 請 可惜 以前 ほうが 如果 ない エラー しかし でも けど が、 ません ほしい 欲しい 足り 間違 ください
  지만 는데 오류 없 부족 않 못 주세요 안_ 틀 أرجو यदि
`);

const QUESTION = /[?？؟¿;]/u;

/** Openings of a comment: `Hi, …`, `Honestly: …`. */
const LEAD_IN = /^(?:(?:hi|hello|hey)(?: \p{L}+)?,|[^:.!\n]{1,40}:|hm\.|fyi -)\s+/iu;
const SENTENCE_END = /[.!]\s+|\n/u;
/** Neutral sentences. Without case and punctuation, like those below. */
const PLEASANTRIES = new Set(
  phrases(`
    first_time_user_here not_urgent no_rush keep_it_up otherwise_good using_the_latest_version
    happy_to_explain_more_if_you_write_to_me ✨ 🙂 😊 🙈 👩🏽‍💻
  `),
);
/** Sentences that praise what a page explains, although a word of it could be about a problem elsewhere. */
const PRAISING_SENTENCES = String.raw`
  (?:great|good|nice|excellent|clear) (?:explanation|overview|summary|description) of TOPIC
  love that TOPIC tells me what can go wrong
  (?:didnt|did not) expect TOPIC to be (?:this|that|so) (?:simple|easy|clear|good)
  finally (?:some(?:one|body)|a page that) explains TOPIC (?:without marketing|well|clearly|properly)
  more (?:pages|guides) like ((?:\S+ ){0,3}\S+) please
  i (?:sent|forwarded) this to (?:the|our|my) (?:whole|entire) (?:team|company)
  TOPIC answered my questions? before i finished reading
  exactly what i needed about TOPIC
  the (?:bit|part|section) (?:about|on) TOPIC (?:was the key|is gold)
  TOPIC saved me (?:\d+|a few) (?:minutes|hours|days)
  TOPIC worked (?:on|at) (?:the|my) first (?:try|time)
  the page was (?:sufficient|enough) to complete the task TOPIC
`
  .trim()
  .split(/\n\s*/u)
  .map((line) => new RegExp(`^${line.replace("TOPIC", String.raw`((?:\S+ ){0,6}\S+)`)}$`, "u"));
/** Words of problems that pages explain: `Great explanation of error codes`. */
const EXPLAINED = new Set(
  list("error errors fail fails failed missing deprecated slow add remove how why where until if"),
);
/** Headings and products, by name: `under Errors`, `Node.js`. */
const NAMES = /(?<=\p{Ll} )(?:Errors|\p{Lu}\p{Ll}+\.js)\b|^Errors(?= ?\p{Lo})/gu;

/**
 * Returns whether a comment only praises: each part of it does, and none says that something is wrong or missing. Its
 * reader rated the page as helpful, or not at all and says little else. Code beside a comment is the page's own, and only
 * with a few words such as "Thanks". Prefers to show praise over hiding a problem.
 */
export function isPraise({ comment, code, helpful }: ScoredItem): boolean {
  const said = comment?.trim() ?? "";
  if (helpful === 0 || !mayBePraise(said)) return false;
  const isShort = readingOf(said).words.length <= MAX_WORDS;
  if (code?.trim() && !isShort) return false;
  const lead = LEAD_IN.exec(said)?.[0] ?? "";
  if (hasProblem(readingOf(lead))) return false;
  const sentences = said
    .slice(lead.length)
    .split(SENTENCE_END)
    .filter((sentence) => !PLEASANTRIES.has(normalized(sentence)));
  const others = sentences.filter((sentence) => !isPraisingSentence(sentence));
  if (others.length === 0) return sentences.length > 0;
  return (isShort || helpful === 1) && praises(others);
}

function mayBePraise(said: string): boolean {
  return said !== "" && said.length <= MAX_PRAISE_LENGTH && !QUESTION.test(said);
}

/** Whether every part of the sentences praises or is neutral, and none is about a problem or code. */
function praises(sentences: readonly string[]): boolean {
  const parts = sentences
    .flatMap((sentence) => sentence.replace(NAMES, "").split(/, ?/u))
    .map(readingOf)
    .filter(({ text }) => text !== "");
  const isPraising = (part: Reading) => says(part, PRAISING_WORDS, PRAISING_PARTS);
  return (
    parts.every((part) => !part.hasCode && !hasProblem(part)) &&
    parts.some(isPraising) &&
    parts.every((part) => part.words.length <= MAX_NEUTRAL_WORDS || isPraising(part))
  );
}

function hasProblem(reading: Reading): boolean {
  return says(reading, PROBLEM_WORDS, PROBLEM_PARTS);
}

function says(
  { comment, text, words }: Reading,
  known: ReadonlySet<string>,
  parts: readonly string[],
): boolean {
  const both = ` ${text} ${comment}`;
  return words.some((word) => known.has(word)) || parts.some((part) => both.includes(part));
}

function isPraisingSentence(sentence: string): boolean {
  const text = normalized(sentence);
  return PRAISING_SENTENCES.some((praising) => {
    const found = praising.exec(text);
    const topic = found?.[1]?.split(" ") ?? [];
    return found && topic.every((word) => EXPLAINED.has(word) || !PROBLEM_WORDS.has(word));
  });
}
