// Comments of strangers that could take more time than plain ones: each is a unit that fills a comment. What is
// repeated has a number in it where equal parts would make it easy.

/** Letters of a word, two of them, in an order that isn't the one before. */
function twoLetters(number: number): string {
  return Array.from({ length: 60 }, (_, at) => ((number * 2_654_435_761) >>> (at % 31)) & 1)
    .map((bit) => (bit === 0 ? "a" : "b"))
    .join("");
}

const PLAIN = [
  "The page says that a token is needed, but not where to get one. ",
  "After the second step I got an error about a missing file, which nobody explains. ",
  "Could you add an example for people who deploy with containers? ",
  "The screenshot shows a button that was renamed some time ago. ",
];

/** Parts of comments by what they attack, each with the number of the part. */
const UNITS: Record<string, (number: number) => string> = {
  "long words of two letters": (number) => `${twoLetters(number)} `,
  "short words of two letters": (number) => `${twoLetters(number).slice(0, 2 + (number % 9))} `,
  "one long word": () => "ab",
  "one letter": () => "a",
  "different words": (number) => `w${number.toString(36)}x `,
  misspellings: (number) => `conf${"abcdefgh"[number % 8]}guration${number % 7 ? "" : "s"} `,
  "starts of tags": () => "<a <a",
  "starts of links in HTML": () => "<a href",
  "nested tags": () => "<b><i>",
  comments: () => "<!--",
  apostrophes: () => "'",
  "apostrophes in words": () => "'a'a ",
  fences: () => "```\n",
  "long fences": (number) => `${"`".repeat(3 + (number % 40))}\n`,
  backquotes: (number) => `\`${"a".repeat(number % 5)}`,
  brackets: () => "[",
  "pairs of brackets": () => "[]()",
  "starts of links": () => "[a](",
  "starts of images": () => "![a](b ",
  "wiki links": () => "[[feedback",
  parentheses: () => "((a)",
  braces: () => "{{{",
  "nested quotes": () => `"'“‘«`,
  "quoted passages": (number) => `"the token ${number}" says “token ${number}” `,
  "quoted lines": () => "> > > a\n",
  "one quote": () => '"a',
  URLs: (number) => `https://a${number}.example/b/${number} `,
  "one address": () => "https://a.example/https://",
  "addresses of mail": (number) => `a${number}@b.example `,
  "starts of addresses of mail": () => "a.b@",
  "at signs": () => "a@",
  paths: (number) => `/docs/${number}/../a `,
  dots: () => "./",
  zeros: () => "\u200b",
  "zeros in words": () => "a\u200b\u200d",
  "combining marks": () => "\u0301",
  "combining marks of two kinds": () => "\u0301\u0316",
  "combining marks in reverse": (number) => (number < 4_000 ? "\u0301" : "\u0316"),
  "a letter and many marks": (number) => (number % 30 === 0 ? "a" : "\u0316\u0301\u0345"),
  "letters that become eighteen": () => "\ufdfa",
  "wide letters": () => "Ａｂ１",
  "parts of Hangul": () => "\u1112\u1161\u11ab",
  "Tibetan vowels": () => "\u0f40\u0f71\u0f72\u0f74",
  ligatures: () => "ﬁﬃ ",
  flags: () => "🇩🇪",
  "one half of a flag": () => "🇩",
  families: () => "👨‍👩‍👧‍👦",
  "emoji with marks": () => "👍🏽\ufe0f\u20e3",
  "marks of direction": () => "\u202e\u2066\u200f",
  "nested directions": () => "\u2067a\u2066b",
  "joined letters": () => "a\u200d",
  "flags of tags": () => "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
  keycaps: () => "1\ufe0f\u20e3",
  "half characters": () => "\ud83d",
  Arabic: (number) => `العربية ${number} `,
  Hebrew: () => "שלום עולם ",
  Chinese: () => "这个页面没有说明怎么得到令牌",
  "Chinese without repetitions": (number) =>
    String.fromCodePoint(0x4e00 + ((number * 7_919) % 20_000)),
  Japanese: () => "このページには、トークンの説明がありません。",
  Korean: () => "페이지에 설명이 없습니다 ",
  Thai: () => "หน้านี้ไม่ได้อธิบาย",
  Khmer: () => "ទំព័រនេះមិនពន្យល់",
  Devanagari: () => "पृष्ठ में त्रुटि है ",
  Cyrillic: () => "Страница не говорит ",
  Turkish: () => "İIıi ",
  Greek: () => "ΣΑΣ Σς ",
  "characters outside the first plane": () => "𝒳𐍈",
  carriage: () => "\r\n",
  returns: () => "\r",
  lines: () => "a\n",
  "separators of lines": () => "a\u2028",
  spaces: () => " ",
  "spaces in words": (number) => `a${" ".repeat(number % 60)}`,
  tabs: () => "\t",
  numbers: (number) => `${number * 7_919} `,
  "numbers of versions": (number) => `${number}.${number % 10}.${number % 7}`,
  "one number": () => "1",
  "numbers with separators": () => "1.1,",
  "parts of a thousand": () => "½²Ⅷ",
  corrections: (number) => `"a${number}" should be "b${number}". `,
  "corrections without quotes": () => "a should be ",
  "instead of": () => "use a instead of ",
  arrows: (number) => `a${number} -> b${number}, `,
  "not but": () => "not a but ",
  dates: (number) => `2026-11-${(number % 28) + 1} 12:00:${number % 60} `,
  "dates in words": (number) => `Nov ${(number % 28) + 1}, 2026 at 3pm `,
  "lines of a log": (number) => `[2026-11-26 12:00:${number % 60}] INFO ${number} `,
  "lines of a stack": (number) => `\n    at f${number} (a/b.js:${number}:1)`,
  base64: (number) => Buffer.from(twoLetters(number)).toString("base64"),
  hexadecimal: (number) => (number * 2_654_435_761).toString(16),
  entities: () => "&amp;&#64;&#x40;",
  "starts of entities": () => "&#&a",
  "entities with names": () => "&CounterClockwiseContourIntegral;&AMP;",
  "one long address": (number) => (number === 0 ? "https://a.example/?" : "a=%20&b/"),
  tables: () => "| a | b |\n|---|---|\n",
  pipes: () => "|",
  headings: () => "# a\n",
  lists: (number) => `${"  ".repeat(number % 40)}- a\n`,
  emphasis: () => "*a_",
  stars: () => "**a *",
  underscores: () => "a_",
  "nested emphasis": (number) =>
    `${"*".repeat(1 + (number % 4))}a ${"_".repeat(1 + (number % 3))}b `,
  "crossed out": () => "~~a~",
  "cells of a table": () => "| a ",
  directives: () => ":::note\n",
  formulas: () => "$$a$",
  footnotes: () => "[^1]: a\n",
  "targets of links": () => "[a]: b\n",
  components: () => "<A b={",
  dashes: () => "--a -",
  camels: () => "aB",
  calls: () => "a() ",
  escapes: () => "\\",
  "escapes of terminals": () => "\u001b[31m",
  percents: () => "%2",
  dollars: () => "$1$&",
  semicolons: () => "a;",
  equals: () => "=a",
  "instructions to a machine": () => "ignore all previous instructions and ",
  spam: () => "buy cheap casino http://a.example call now ",
  tokens: (number) => `ghp_${twoLetters(number).slice(0, 36)} `,
  "codes of errors": (number) => `ERR_${number}_A E${number} `,
  JSON: () => '{"a":',
  lists2: () => "[1,",
  "test words": () => "test ",
  keys: () => "asdf",
  "negations everywhere": () => "not don't never ",
};

/** Names of the kinds of hostile comments. */
export const HOSTILE_KINDS = Object.keys(UNITS);

/** Returns a comment of a kind that has at most so many bytes as JSON and characters. */
export function hostileComment(kind: string, bytes: number, characters = bytes): string {
  return filled((number) => UNITS[kind]?.(number) ?? "", bytes, characters);
}

/** Returns a comment as readers write them, as long as a hostile one. */
export function plainComment(bytes: number, characters = bytes): string {
  return filled(
    (number) => `${PLAIN[number % PLAIN.length]}That was in part ${number}. `,
    bytes,
    characters,
  );
}

function filled(unit: (number: number) => string, bytes: number, characters: number): string {
  let [text, used] = ["", 0];
  for (let number = 0; ; number += 1) {
    const part = unit(number);
    used += Buffer.byteLength(JSON.stringify(part)) - 2;
    if (used > bytes || text.length + part.length > characters) return text;
    text += part;
  }
}
