import type { HostComment } from "../../../lib/contract/api/host-reviews.ts";
import type { PullDiff, PullFile, PullHunk } from "../../../lib/contract/api/pull-request.ts";
import type { ReviewComment } from "../../../lib/contract/api/review-comments.ts";
import { commentedLines, quotedLine } from "../../../lib/prompt/review-comments.ts";

/** Where a comment's lines are: in a hunk, up to the line with an index; on another page of the diff; or nowhere anymore. */
export interface CommentPlace {
  hunk?: string;
  to?: number;
  page?: number;
  isGone?: boolean;
  /** Whether its file is shown, but not its lines. */
  isOnFile?: boolean;
}

export type PlacedComment = ReviewComment & CommentPlace;

/**
 * Finds a comment's lines in a page of a diff by what they quote. What the diff doesn't show, what was discarded or edited, and
 * what is about no lines has no place.
 */
export function placeOf(diff: PullDiff, { kind, path, line, quote }: ReviewComment): CommentPlace {
  if (kind !== "comment" || path === "") return {};
  const file = diff.files.find((each) => each.path === path);
  if (!file) return placeElsewhere(diff, path);
  if (quote === "") return {};
  return nearest(file.hunks, quote.split("\n"), line) ?? { isGone: !file.cut };
}

/**
 * Finds the lines of a comment of the code host: by what they quote, or else by their numbers, which are those of the diff
 * unless the comment is outdated. Also returns the quote of what was found by numbers.
 */
export function placeOnHost(
  diff: PullDiff,
  comment: HostComment,
): CommentPlace & { quote?: string } {
  const { path, line, quote, state } = comment;
  if (path === "") return {};
  const file = diff.files.find((each) => each.path === path);
  if (!file) return placeElsewhere(diff, path);
  const byQuote = quote === "" ? null : nearest(file.hunks, quote.split("\n"), line);
  const found = byQuote ?? (state === "outdated" ? null : byNumbers(file, comment));
  return found ?? { isOnFile: true, isGone: line > 0 && state === "outdated" && !file.cut };
}

function placeElsewhere(diff: PullDiff, path: string): CommentPlace {
  const page = diff.fileList.find((each) => each.path === path)?.page;
  return page === undefined ? { isGone: diff.fileCount === diff.fileList.length } : { page };
}

function nearest(hunks: readonly PullHunk[], quote: readonly string[], line: number) {
  let best: { hunk: string; to: number; distance: number } | null = null;
  for (const { id, lines } of hunks) {
    const texts = lines.map(quotedLine);
    for (const [from, first] of lines.entries()) {
      if (texts[from] !== quote[0] || !quote.every((text, at) => texts[from + at] === text))
        continue;
      const distance = Math.abs((first.newNumber ?? first.oldNumber ?? 0) - line);
      if (!best || distance < best.distance)
        best = { hunk: id, to: from + quote.length - 1, distance };
    }
  }
  return best && { hunk: best.hunk, to: best.to };
}

function byNumbers({ hunks }: PullFile, { line, lastLine, isRemoved }: HostComment) {
  const side = isRemoved ? "oldNumber" : "newNumber";
  for (const { id, lines } of hunks) {
    const to = lines.findIndex((each) => each[side] === lastLine);
    if (to < 0) continue;
    const from = lines.findIndex((each) => (each[side] ?? 0) >= line);
    return { hunk: id, to, quote: commentedLines(lines.slice(from, to + 1)).quote };
  }
  return null;
}
