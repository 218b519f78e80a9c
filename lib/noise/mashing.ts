import { list, type Reading } from "./words.ts";

/** Keys in the normal form of comments, which changes parts of Hangul syllables. */
const keysOf = (keys: string) => Array.from(keys, (key) => key.normalize("NFKC"));

/** The rows of keyboards in the order of their keys: QWERTY, QWERTZ, AZERTY, Cyrillic, Arabic, Hebrew, Korean. */
const ROWS = list(`
  qwertyuiop asdfghjkl zxcvbnm qwertzuiop yxcvbnm azertyuiop qsdfghjklm wxcvbn asdfghjklñ asdfghjklöä
  йцукенгшщзхъ фывапролджэ ячсмитьбю фівапролджє
  ضصثقفغعهخحجد شسيبلاتنمكط
  שדגכעיחלך
  ㅂㅈㄷㄱㅅ ㅁㄴㅇㄹㅎ ㅋㅌㅊㅍ
`).map(keysOf);
/** The direction in which a finger moves between two adjacent keys. */
const KEY_DIRECTIONS = new Map(
  ROWS.flatMap((row) =>
    row.slice(1).flatMap((key, at): [string, number][] => [
      [`${row[at]}${key}`, 1],
      [`${key}${row[at]}`, -1],
    ]),
  ),
);

/** Short runs of keys that are no word in any language. */
const SHORT_KEY_RUNS = new Set(
  list(`
    zx xc asd sdf dfg fgh ghj hjk jkl qwe zxc xcv cvb vbn bnm ert rty tyu ytr trew bvc nbv mnb wqe eqw
    фы ыв йц ыва йцу ячс вап лдж шщз джэ שדג ㅋㅌㅊ ㅁㄴ ㅁㄴㅇ ㄴㅇㄹ ㅂㅈㄷ
  `).map((keys) => keysOf(keys).join("")),
);
/** Runs of keys that occur in no word. */
const IN_NO_WORD =
  /sdf|(?<![pr])dfg|(?<!a)fgh|ghj|hjk|jkl|zxc|xcv|cvb|vbn|qwe|lkj|kjh|jhg|hgf|gfd|fds|ewq|bvc|nbv/u;
/** Words of the middle row of keys. */
const MIDDLE_ROW = /^[asdfghjkl]{4,8}$/u;
const MIDDLE_ROW_CONSONANTS = /^(?!(.)\1*$)[sdfghjkl]{2,8}$/u;
/** Letter pairs that make a run of keys unpronounceable, unlike "salah", "flash", and "kafka". */
const UNSPEAKABLE = /^[dfghjkl][sd]|sd|df|fd|fg|gf|hj|jh|jk|kj|lj|jl|sf|fs/u;
/** Names and abbreviations that consist of keys of the middle row. */
const NAMES = new Set(
  list(`
    js ls fs ss dd gh hg kg gl dl hd lf gs sh sk lg ks hs sf ds dj ld gd hk fk
    ssh ssl sdk jdk gdk ssd hdd dsl hsl sdl gsl dds ddl hls dfs zfs lfs gfs kfs nfs ksh lsd lsh lhs fdd gls
    jsf jsd jsk jks gks gke kdf ldf gdf dlg hdl hgh fsf sls slf skd sdks ssds jdks dlls hdfs hkdf hlsl gfdl sgd sfdl
    kds lsf shh skl hdds ddls hgs lgs lds
  `),
);
/** Columns of keys in neighboring rows, and what a Japanese input method turns them into. */
const COLUMNS =
  /^(?:1?qaz2?(?:wsx)?3?(?:edc)?|zaq1?2?(?:wsx)?|qweasd(?:zxc)?|あsd(?:f[ghjkl]*)?)$/u;
/** A German word that is also a run of keys. */
const WERT = "wert";

/** Digits in order or all alike. Others can be a status or a version. */
const COUNTING = "01234567890 09876543210 12345678910";
const SAME_CHARACTER = /^(.)\1{3,}$/u;
/** Repetitions of the same three or four letters. */
const REPEATED = /^(\p{L}{3,4})\1{2,}$/u;
const REPEATED_ONCE = /^(\p{L}{2,4})\1+$/u;

const VOWELS = /[aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýÿœąęėįųāēīōūğıőű]/u;
const LATIN = /^\p{Script=Latin}+$/u;
const CLUSTER = /[bcdfghjklmnpqrstvwxz]{4,}/u;

/**
 * Whether a comment is random typing: runs of keys, one character held down, letters that no word has. Every
 * word must be.
 */
export function isMashing({ comment, words, hasCode }: Reading): boolean {
  if (hasCode) return false;
  // Abbreviations have no vowels either.
  const isAbbreviation = comment === comment.toUpperCase() && comment !== comment.toLowerCase();
  let isSure = false;
  for (const word of words) {
    const strength = strengthOf(word, isAbbreviation);
    if (strength === "word") return false;
    isSure ||= strength === "sure";
  }
  return isSure;
}

/** Whether a word is certainly random keys, possibly, or a real word. */
function strengthOf(word: string, isAbbreviation: boolean): "sure" | "maybe" | "word" {
  const length = Array.from(word).length;
  if (isAbbreviation && length < 5) return "word";
  if (areKeys(word) || (!isAbbreviation && areLetters(word, length))) return "sure";
  if (length > 2 && COUNTING.includes(word)) return "sure";
  if (/^\p{N}+$/u.test(word)) return "maybe";
  return length < 3 && isVowelless(word) ? "maybe" : "word";
}

function isVowelless(word: string): boolean {
  return LATIN.test(word) && !VOWELS.test(word);
}

function areKeys(word: string): boolean {
  if (SAME_CHARACTER.test(word) || COLUMNS.test(word) || SHORT_KEY_RUNS.has(word)) return true;
  return isRun(word) || isRepeated(word);
}

/** Whether a word consists of letters in an order that no word has, and isn't an abbreviation. */
function areLetters(word: string, length: number): boolean {
  if (isMiddleRow(word) || (length <= 8 && IN_NO_WORD.test(word))) return true;
  // In Dutch these two letters are a vowel.
  const plain = word.replaceAll("ij", "y");
  return LATIN.test(plain) && isUnpronounceable(plain);
}

/** Whether most of a word is a run of adjacent keys. */
function isRun(word: string): boolean {
  const keys = Array.from(word);
  let [covered, longest, start, way] = [0, 0, 0, 0];
  const end = (at: number) => {
    const run = at - start;
    if (run >= 3 && keys.slice(start, at).join("") !== WERT) {
      covered += run;
      longest = Math.max(longest, run);
    }
  };
  for (let at = 1; at <= keys.length; at += 1) {
    const step = KEY_DIRECTIONS.get(`${keys[at - 1]}${keys[at]}`) ?? 0;
    if (at < keys.length && step !== 0 && (way === 0 || step === way)) {
      way = step;
      continue;
    }
    end(at);
    // The key at which the direction changes belongs to both runs, and is counted once.
    start = at;
    way = 0;
  }
  return (longest >= 4 || (longest >= 3 && keys.length >= 6)) && covered >= keys.length * 0.75;
}

/** Whether a word consists of middle-row keys, and is neither a word nor a name. */
function isMiddleRow(word: string): boolean {
  if (NAMES.has(word)) return false;
  return MIDDLE_ROW_CONSONANTS.test(word) || (MIDDLE_ROW.test(word) && UNSPEAKABLE.test(word));
}

function isRepeated(word: string): boolean {
  if (REPEATED.test(word)) return true;
  const unit = Array.from(word.match(REPEATED_ONCE)?.[1] ?? "");
  const areNeighbors = unit.slice(1).every((key, at) => KEY_DIRECTIONS.has(`${unit[at]}${key}`));
  return unit.length > 0 && word.length >= 6 && areNeighbors;
}

/** Whether a word of Latin letters has no vowel, or too many consonants that are next to each other on a keyboard. */
function isUnpronounceable(word: string): boolean {
  const letters = Array.from(word);
  const isVowelless = !VOWELS.test(word);
  if (letters.length >= 7 && isVowelless) return true;
  const pairs = letters.slice(1).map((key, at) => `${letters[at]}${key}`);
  const near = pairs.filter((pair) => KEY_DIRECTIONS.has(pair)).length / pairs.length;
  if (letters.length >= 4 && isVowelless && near >= 0.6) return true;
  if (letters.length >= 5 && near === 1) return true;
  if (letters.length < 6 || !CLUSTER.test(word)) return false;
  const onHomeRow = letters.filter((key) => "asdfghjkl".includes(key)).length / letters.length;
  return near >= 0.6 || onHomeRow >= 0.85;
}
