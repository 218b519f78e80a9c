import "server-only";

/** A part of a page: characters from `from` on, before `to`. */
export interface Range {
  from: number;
  to: number;
}

/** Where a page's front matter (`---` or `+++`, and what it configures) ends; 0 without one. */
export function frontMatterEnd(content: string): number {
  const mark = /^\ufeff?(---|\+\+\+)[ \t]{0,20}\r?\n/.exec(content)?.[1];
  if (mark === undefined) return 0;
  const closing =
    mark === "---" ? /\n(?:---|\.\.\.)[ \t]{0,20}(?:\r?\n|$)/ : /\n\+\+\+[ \t]{0,20}(?:\r?\n|$)/;
  const found = closing.exec(content);
  return found ? found.index + found[0].length : 0;
}

/** The fenced code blocks of a page, without the lines that open them. */
export function fencesOf(content: string): Range[] {
  const fences: Range[] = [];
  let open: { mark: string; from: number } | null = null;
  let at = 0;
  for (const line of content.split("\n")) {
    const next = at + line.length + 1;
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark && open === null) open = { mark, from: next };
    else if (mark && open && mark.startsWith(open.mark) && line.trim() === mark) {
      fences.push({ from: open.from, to: next });
      open = null;
    }
    at = next;
  }
  return open ? [...fences, { from: open.from, to: content.length }] : fences;
}
