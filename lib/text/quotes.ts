/** Marks around quoted words. Each is bounded, so that a search takes time in proportion to the text. */
const QUOTED = [
  /"([^"\n]{2,300})"/g,
  /“([^“”\n]{2,300})”/g,
  /„([^„“”\n]{2,300})[“”]/g,
  /‚([^‚‘’\n]{2,300})[‘’]/g,
  /«([^«»\n]{2,300})»/g,
  /»([^«»\n]{2,300})«/g,
  /「([^「」\n]{2,300})」/g,
  /『([^『』\n]{2,300})』/g,
  /`([^`\n]{2,300})`/g,
  /(?<![\p{L}\p{N}])['‘]([^'‘’\n]{2,300})['’](?![\p{L}\p{N}])/gu,
  /^>[ \t]?(.{2,300})$/gm,
];
/** Most quotes of a comment. */
const MAX_QUOTES = 20;

/** Returns the quotes in a comment: words in quotation marks or backticks, and lines that start with `>`. */
export function quotesIn(comment: string): string[] {
  const found = QUOTED.flatMap((pattern) =>
    Array.from(comment.matchAll(pattern), ([, words = ""]) => words),
  );
  return found.slice(0, MAX_QUOTES);
}
