// The follow-up that a review becomes: comments on lines of a change, and what someone discarded or edited of it.
import { REVIEW } from "../contract/api/limits.ts";
import type { PullFile, PullLine } from "../contract/api/pull-request.ts";
import type { CommentedLines, ReviewComment } from "../contract/api/review-comments.ts";
import { displayable } from "../text/displayable.ts";
import { escapeFence, filePath, quoted } from "./fence.ts";

const SIGN = { context: " ", added: "+", removed: "-" } as const;
/** Lines of a quote in a prompt. The agent has the file. */
const MAX_QUOTED_LINES = 20;

/** Returns a line of a diff as quotes have it. */
export function quotedLine({ kind, text }: PullLine): string {
  return `${SIGN[kind]}${text}`;
}

/** Returns what is stored about lines of a diff, of which there is at least one. A long quote is cut after a line. */
export function commentedLines(lines: readonly PullLine[]): Omit<CommentedLines, "path"> {
  const after = lines.flatMap(({ newNumber }) => newNumber ?? []);
  const numbers = after.length > 0 ? after : lines.flatMap(({ oldNumber }) => oldNumber ?? []);
  const [first = 1] = numbers;
  let quote = "";
  for (const line of lines.map(quotedLine)) {
    const longer = quote === "" ? line : `${quote}\n${line}`;
    if (longer.length > REVIEW.quote) break;
    quote = longer;
  }
  return { line: first, lastLine: numbers.at(-1) ?? first, quote };
}

/** Returns what is stored about the changed lines of a file, by hunk. What has no lines is named in a line of its own. */
export function changedLines(file: PullFile): CommentedLines[] {
  const { path, hunks, kind, status, binary } = file;
  if (hunks.length > 0) {
    return hunks.map(({ lines }) => ({
      path,
      ...commentedLines(lines.filter((line) => line.kind !== "context")),
    }));
  }
  const what = binary ? "a file that isn't text, or is large" : `a file of the kind ${kind}`;
  const sign = SIGN[status === "deleted" ? "removed" : "added"];
  return [{ path, line: 1, lastLine: 1, quote: `${sign}(${what})` }];
}

/** Returns what is stored about an edit: the lines that it changes, before and after. @param lines of the hunk */
export function editedLines(
  lines: readonly PullLine[],
  { line, lastLine, text }: { line: number; lastLine: number; text: string },
): Omit<CommentedLines, "path"> {
  const before = lines
    .filter(({ newNumber: at }) => at !== null && at >= line && at <= lastLine)
    .map((each) => each.source ?? each.text);
  const after = text === "" ? [] : text.split("\n");
  const most = Math.min(before.length, after.length);
  let [start, end] = [0, 0];
  while (start < most && before[start] === after[start]) start += 1;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const changed = (kind: "removed" | "added", all: readonly string[]): PullLine[] =>
    all.slice(start, all.length - end).map((each, index) => {
      const at = line + start + index;
      return { kind, text: each, oldNumber: at, newNumber: kind === "added" ? at : null };
    });
  return commentedLines([...changed("removed", before), ...changed("added", after)]);
}

/** Names lines for people and agents. */
export function lineNames({ line, lastLine, quote }: Omit<CommentedLines, "path">): string {
  const isRemoved = quote.split("\n").every((each) => each.startsWith("-"));
  const numbers = line === lastLine ? `line ${line}` : `lines ${line}–${lastLine}`;
  return isRemoved ? `removed ${numbers}` : numbers;
}

/** Says what a comment is about. @param path of the file, as it is shown */
function placeName({ line, lastLine, quote }: Omit<CommentedLines, "path">, path: string): string {
  if (path === "") return "The pull request as a whole";
  return line === 0 ? path : `${path}, ${lineNames({ line, lastLine, quote })}`;
}

/** A comment, and whether its lines aren't in the change anymore. */
export type DraftedComment = ReviewComment & { isGone?: boolean };

/** What the agent should leave as a person made it. */
export const KEEP = {
  discarded: "Don't change this again",
  edited: "Don't change this back",
} as const;

/** Drafts a follow-up from a review. */
export function draftReview(comments: readonly DraftedComment[]): string {
  const asked = comments.filter(({ kind }) => kind === "comment");
  return [
    ...asked.map(
      (comment, index) => `${index + 1}. ${placeAndQuote(comment)}\n\n${wordsOf(comment)}`,
    ),
    ...comments.flatMap((comment) =>
      comment.kind === "comment" ? [] : [`${KEEP[comment.kind]}: ${placeAndQuote(comment)}`],
    ),
  ].join("\n\n");
}

/** Someone else's words are quoted. */
function wordsOf({ text, origin }: DraftedComment): string {
  if (!origin) return text;
  const name = filePath(displayable(origin.by));
  return `${name} on ${origin.host} says:\n${quoted(escapeFence(displayable(text)))}`;
}

function placeAndQuote(comment: DraftedComment): string {
  const place = placeName(comment, filePath(comment.path));
  if (comment.quote === "") return `${place}:`;
  const lines = displayable(comment.quote).split("\n");
  const shown = lines.slice(0, MAX_QUOTED_LINES).join("\n");
  const more = lines.length > MAX_QUOTED_LINES ? "\n…" : "";
  const since = comment.isGone ? ", which has changed since" : "";
  return `${place}${since}:\n${quoted(escapeFence(`${shown}${more}`))}`;
}
