import type { PullDiff, PullHunk } from "../../../lib/contract/api/pull-request.ts";
import type { ReviewComment } from "../../../lib/contract/api/review-comments.ts";
import { quotedLine } from "../../../lib/prompt/review-comments.ts";

/** Where a comment's lines are: in a hunk, up to the line with an index; on another page of the diff; or nowhere anymore. */
export interface CommentPlace {
  hunk?: string;
  to?: number;
  page?: number;
  isGone?: boolean;
}

export type PlacedComment = ReviewComment & CommentPlace;

/** Finds a comment's lines in a page of a diff by what they quote. What the diff doesn't show, and what was discarded or edited, has no place. */
export function placeOf(diff: PullDiff, { kind, path, line, quote }: ReviewComment): CommentPlace {
  if (kind !== "comment") return {};
  const file = diff.files.find((each) => each.path === path);
  if (file) {
    const found = nearest(file.hunks, quote.split("\n"), line);
    return found ?? { isGone: !file.cut };
  }
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
