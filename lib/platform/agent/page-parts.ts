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

/** Returns the fenced code blocks of a page, without their opening lines. */
export function findCodeBlocks(content: string): Range[] {
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
