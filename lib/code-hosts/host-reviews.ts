import "server-only";
import { z } from "zod";
import type { HostComment, HostReview, HostVerdict } from "../contract/api/host-reviews.ts";
import { HOST_REVIEW, REVIEW } from "../contract/api/limits.ts";
import { parseInstant } from "../contract/platform/dates.ts";
import { shorten } from "../text/shorten.ts";

/** When something was said, as hosts write it; null if they don't, or not as a date. */
export const instant = z
  .string()
  .nullish()
  .transform((text) => parseInstant(text ?? ""));

/** Characters of a path that are kept. */
const MAX_PATH = 4_096;

/** A comment as a host has it, of any length. */
export interface FoundComment extends Omit<HostComment, "line" | "lastLine"> {
  /** Null for a comment on all of a file. */
  line: number | null;
  /** Null for a comment on one line. */
  firstLine: number | null;
}

/**
 * Returns what is kept of a review: the newest comments, oldest first, each shortened.
 * @param unread how many comments weren't read
 */
export function shownReview(
  host: string,
  found: { verdicts: readonly HostVerdict[]; comments: readonly FoundComment[]; unread: number },
): HostReview {
  const { verdicts, unread } = found;
  const comments = found.comments
    .filter(({ text, path }) => text.trim() !== "" && path.length <= MAX_PATH)
    .toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0));
  const kept = comments.slice(-HOST_REVIEW.comments);
  return {
    host,
    verdicts: verdicts.slice(-HOST_REVIEW.verdicts).map((each) => ({
      ...each,
      by: shortName(each.by),
      link: shortLink(each.link),
    })),
    comments: kept.map(shownComment),
    more: Math.max(0, unread) + comments.length - kept.length,
  };
}

function shownComment({ firstLine, line, ...comment }: FoundComment): HostComment {
  const last = lineNumber(line);
  const first = Math.min(lineNumber(firstLine) || last, last);
  return {
    ...comment,
    by: shortName(comment.by),
    link: shortLink(comment.link),
    text: shorten(comment.text.trim(), REVIEW.comment),
    line: first,
    lastLine: last,
  };
}

const shortName = (name: string) => shorten(name, HOST_REVIEW.name);

function shortLink(link: string | null): string | null {
  return link !== null && link.length <= HOST_REVIEW.link ? link : null;
}

const MAX_LINE = 100_000_000;

function lineNumber(line: number | null): number {
  return line !== null && Number.isSafeInteger(line) && line > 0 && line <= MAX_LINE ? line : 0;
}
