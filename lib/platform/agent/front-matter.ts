import "server-only";

/** A range of characters in a page; `to` is exclusive. */
export interface Range {
  from: number;
  to: number;
}

/** Returns where a page's front matter (`---` or `+++`) ends; 0 if it has none. */
export function frontMatterEnd(content: string): number {
  const mark = /^\ufeff?(---|\+\+\+)[ \t]{0,20}\r?\n/.exec(content)?.[1];
  if (mark === undefined) return 0;
  const closing =
    mark === "---" ? /\n(?:---|\.\.\.)[ \t]{0,20}(?:\r?\n|$)/ : /\n\+\+\+[ \t]{0,20}(?:\r?\n|$)/;
  const found = closing.exec(content);
  return found ? found.index + found[0].length : 0;
}

const TITLE = /^(?:title|description)[ \t]{0,20}[:=][ \t]{1,20}/;

/** Returns the ranges of the title and the description in the front matter, without their quotes. */
export function titleRanges(content: string): Range[] {
  const end = frontMatterEnd(content);
  const ranges: Range[] = [];
  for (let start = 0; start < end; ) {
    const found = content.indexOf("\n", start);
    const stop = found < 0 ? end : found;
    const line = content.slice(start, stop).trimEnd();
    const key = TITLE.exec(line)?.[0].length;
    if (key !== undefined) ranges.push({ from: start + key, to: start + line.length });
    start = stop + 1;
  }
  return ranges.map((range) => withoutQuotes(content, range)).filter(({ from, to }) => from < to);
}

/** A value in more than one line, or with a comment, is left out. */
function withoutQuotes(content: string, { from, to }: Range): Range {
  const [first, last] = [content.charAt(from), content.charAt(to - 1)];
  if (first === '"' || first === "'")
    return first === last ? { from: from + 1, to: to - 1 } : { from, to: from };
  return /[|>&*!{[#]/.test(first) ? { from, to: from } : { from, to };
}
