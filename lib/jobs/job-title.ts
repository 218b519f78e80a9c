import "server-only";
import { correctionIn } from "../groups/corrections.ts";
import { displayable } from "../text/displayable.ts";
import { shortenReaderText } from "../text/truncate-reader-text.ts";

/** Characters of a title, and of each of its parts. */
const MAX_TITLE = 160;
const MAX_PAGE = 60;
const MAX_THEME = 70;
/** Pages and corrections that are named. */
const MAX_NAMED = 2;

interface TitledItem {
  page: string;
  comment: string | null;
}

/**
 * Returns a job's title: its pages and a summary of the comments, such as "/guides/auth: Token → Bearer". Null without
 * a comment.
 */
export function jobTitle(items: readonly TitledItem[]): string | null {
  const theme = themeOf(items);
  if (theme === null) return null;
  const title = `${pagesOf(items)}: ${theme}`;
  return shortenReaderText(displayable(title).replaceAll(/\s+/g, " "), MAX_TITLE);
}

function pagesOf(items: readonly TitledItem[]): string {
  const pages = [...new Set(items.map(({ page }) => page))];
  const more = pages.length - MAX_NAMED;
  const named = (more > 0 ? pages.slice(0, 1) : pages).map((page) =>
    shortenReaderText(page, MAX_PAGE),
  );
  return more > 0 ? `${named.join()} and ${more + 1} more pages` : named.join(", ");
}

/** Returns the items' corrections, or else the words of the first item. */
function themeOf(items: readonly TitledItem[]): string | null {
  const comments = items.map(({ comment }) => comment?.trim() ?? "").filter(Boolean);
  const corrections = comments.flatMap((comment) => {
    const found = correctionIn(comment);
    return found ? [`${asWritten(comment, found.from)} → ${asWritten(comment, found.to)}`] : [];
  });
  const distinct = [...new Set(corrections)].slice(0, MAX_NAMED);
  const theme = distinct.length > 0 ? distinct.join(", ") : comments[0];
  return theme === undefined
    ? null
    : shortenReaderText(theme, MAX_THEME * distinct.length || MAX_THEME);
}

/** Corrections are compared in lower case. */
function asWritten(comment: string, words: string): string {
  const at = comment.toLowerCase().indexOf(words);
  return at < 0 ? words : comment.slice(at, at + words.length);
}
