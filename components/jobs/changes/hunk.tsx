"use client";

import { memo, type ReactNode, use, useRef } from "react";
import type { PullFile, PullHunk } from "../../../lib/contract/api/pull-request.ts";
import { commentedLines, lineNames } from "../../../lib/prompt/review-comments.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { Pencil } from "../../ui/icons.tsx";
import { ProblemNote } from "../checks/problem-note.tsx";
import type { PlacedProblem } from "../checks/problem-places.ts";
import { ProblemsContext } from "../checks/use-problems.ts";
import { CommentCard } from "../comments/comment-card.tsx";
import { CommentForm } from "../comments/comment-form.tsx";
import { DiscardHunk } from "../comments/discard-hunk.tsx";
import { EditForm } from "../comments/edit-form.tsx";
import { editableLines, hasLines } from "../comments/editable-lines.ts";
import { HostCommentCard } from "../comments/host-comment-card.tsx";
import {
  type HostComments,
  HostCommentsContext,
  isOpen,
} from "../comments/host-comments-context.ts";
import { type Review, ReviewContext } from "../comments/review-context.ts";
import { type LineSelection, useLineSelection } from "../comments/use-line-selection.ts";
import { useIsLinked } from "../desk/linked.ts";
import { type DiffLayout, HunkLines, type LineSpan } from "./hunk-lines.tsx";

/** A hunk of a diff. Lines of a job's change can be selected, commented on, and edited. */
export const Hunk = memo(function Hunk(props: {
  hunk: PullHunk;
  file: PullFile;
  /** How many lines are above it in the diff. */
  linesAbove: number;
  layout: DiffLayout;
}) {
  const { hunk, file, linesAbove, layout } = props;
  const isLinked = useIsLinked("hunks", hunk.id);
  const review = use(ReviewContext);
  const problems = use(ProblemsContext).get(file.path);
  const section = useRef<HTMLElement>(null);
  const canEdit = (lines: LineSpan) =>
    review?.canChange === true && editableLines(file, hunk, lines) !== null;
  const selection = useLineSelection(
    section,
    hunk.lines.length,
    (form, lines) => form === "comment" || canEdit(lines),
  );
  const isLast = hunk === file.hunks.at(-1);
  return (
    // Focusable, so that it can be scrolled with the keyboard, and so that keys lead from one to the next.
    <section
      ref={section}
      aria-label={`Changes in ${displayable(file.path)}, ${displayable(hunk.header)}`}
      aria-describedby={review ? review.hintId : undefined}
      tabIndex={0}
      data-hunk={hunk.id}
      data-linked={isLinked || undefined}
      className="hunk"
      {...(review ? selection.handlers : {})}
    >
      <div className="flex items-center justify-between gap-2 bg-sunken pe-1">
        <p className="min-w-0 truncate px-3 font-mono text-muted text-xs leading-6">
          {displayable(hunk.header)}
        </p>
        {review?.canChange && hasLines(file) && !(file.cut && isLast) && (
          <DiscardHunk job={review.job} head={review.head} file={file} hunk={hunk} />
        )}
      </div>
      <HunkLines
        lines={hunk.lines}
        {...{ linesAbove, layout }}
        selected={selection.selected}
        below={notesBelow(
          problemNotes(problems, hunk),
          hostNotes(use(HostCommentsContext), hunk),
          review ? reviewNotes(review, file, hunk, selection) : [],
        )}
      />
      {review && <LineButtons hunk={hunk} selection={selection} canEdit={canEdit} />}
    </section>
  );
});

/** Something below a line of a hunk. */
interface LineNote {
  line: number;
  note: ReactNode;
}

function notesBelow(...notes: LineNote[][]): ReadonlyMap<number, ReactNode> {
  const byLine = Map.groupBy(notes.flat(), ({ line }) => line);
  return new Map([...byLine].map(([line, below]) => [line, below.map(({ note }) => note)]));
}

/** The new problems on lines of a hunk. */
function problemNotes(problems: readonly PlacedProblem[] | undefined, hunk: PullHunk): LineNote[] {
  return (problems ?? []).flatMap((problem) => {
    if (problem.hunk !== hunk.id || problem.at === undefined) return [];
    const key = `problem-${problem.index}`;
    return [{ line: problem.at, note: <ProblemNote key={key} problem={problem} isAtLine /> }];
  });
}

/** The comments of the code host on lines of a hunk. */
function hostNotes(from: HostComments | null, hunk: PullHunk): LineNote[] {
  if (!from) return [];
  return from.comments.flatMap((comment) => {
    const { id, hunk: place, to } = comment;
    if (place !== hunk.id || to === undefined || !isOpen(comment)) return [];
    return [{ line: to, note: <HostCommentCard key={id} {...{ from, comment }} /> }];
  });
}

/** The comments on lines of a hunk, and the form for a new one or for the lines themselves. */
function reviewNotes(
  { job, head, comments }: Review,
  file: PullFile,
  hunk: PullHunk,
  { selected, form, close }: LineSelection,
): LineNote[] {
  const notes: LineNote[] = [];
  const add = (line: number, note: ReactNode) => notes.push({ line, note });
  for (const comment of comments) {
    const isShown = comment.kind === "comment" && comment.sentAt === null;
    if (isShown && comment.hunk === hunk.id && comment.to !== undefined) {
      add(comment.to, <CommentCard key={comment.id} job={job} comment={comment} />);
    }
  }
  if (form === "comment" && selected) {
    const lines = commentedLines(hunk.lines.slice(selected.from, selected.to + 1));
    const about = { path: file.path, ...lines };
    add(
      selected.to,
      <CommentForm key="form" job={job} about={about} name={hunk.id} onClose={close} />,
    );
  }
  const lines = form === "edit" && selected ? editableLines(file, hunk, selected) : null;
  if (lines && selected) {
    add(selected.to, <EditForm key="form" {...{ job, head, file, hunk, lines }} onClose={close} />);
  }
  return notes;
}

/** Buttons in the gutter, at the line in focus or at the last one that is selected. */
function LineButtons(props: {
  hunk: PullHunk;
  selection: LineSelection;
  canEdit: (lines: LineSpan) => boolean;
}) {
  const { hunk, selection, canEdit } = props;
  const { buttons, target, form, open } = selection;
  if (!target || form !== null) return null;
  const name = lineNames(commentedLines(hunk.lines.slice(target.from, target.to + 1)));
  return (
    <>
      <div ref={buttons} className="line-buttons">
        <button
          type="button"
          aria-label={`Comment on ${name}`}
          title={`Comment on ${name} (c)`}
          onClick={() => open("comment")}
        >
          +
        </button>
        {canEdit(target) && (
          <button
            type="button"
            aria-label={`Edit ${name}`}
            title={`Edit ${name} (e)`}
            onClick={() => open("edit")}
          >
            <Pencil size={12} />
          </button>
        )}
      </div>
      <span role="status" className="sr-only">
        {target.from < target.to && `Selected ${name}`}
      </span>
    </>
  );
}
