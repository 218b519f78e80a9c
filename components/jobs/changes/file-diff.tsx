"use client";

import { memo, use, useRef, useState } from "react";
import { bytesText } from "../../../lib/contract/api/bytes-text.ts";
import { LARGE_FILE } from "../../../lib/contract/api/limits.ts";
import type { PullFile } from "../../../lib/contract/api/pull-request.ts";
import { lineNames } from "../../../lib/prompt/review-comments.ts";
import { counted } from "../../../lib/text/counted.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { Button } from "../../ui/button.tsx";
import { ExternalLink } from "../../ui/icons.tsx";
import { PathText } from "../../ui/path-text.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { useScheduledRows } from "../../ui/use-scheduled-rows.ts";
import { ProblemNote } from "../checks/problem-note.tsx";
import type { PlacedProblem } from "../checks/problem-places.ts";
import { ProblemsContext } from "../checks/use-problems.ts";
import { HostCommentCard } from "../comments/host-comment-card.tsx";
import { HostCommentsContext, isOpen } from "../comments/host-comments-context.ts";
import { FileCounts } from "./file-list.tsx";
import { Hunk } from "./hunk.tsx";
import { useFocusAfterRemoval } from "./hunk-element.ts";
import { type DiffLayout, LINES_AT_ONCE } from "./hunk-lines.tsx";
import { LINE_HEIGHT, linesIn } from "./line-rows.ts";
import { isRenderable, PageRenderingContext } from "./page-rendering.ts";
import { RenderedFile } from "./rendered-file.tsx";
import { PAGE_VIEWS, type PageView } from "./view-choices.ts";

/** The diff of one file in a pull request. A reviewed file is closed. */
export const FileDiff = memo(function FileDiff(props: {
  file: PullFile;
  id: string;
  /** How many lines are above it in the diff. */
  linesAbove: number;
  layout: DiffLayout;
  /** How pages are shown unless the person chooses otherwise for one. */
  view: PageView;
  /** Whether the person has reviewed it; left out where that isn't kept. */
  isReviewed?: boolean;
  onReview?: (file: { version: string; isReviewed: boolean }) => void;
  /** What people should know about the file before they read it. */
  warning?: string;
}) {
  const { file, id, linesAbove, isReviewed, onReview, warning } = props;
  const problems = use(ProblemsContext).get(file.path) ?? [];
  return (
    <div
      // Not the disclosure itself: keys would lead past everything in it.
      tabIndex={-1}
      className="diff-file"
      data-near={linesAbove < LINES_AT_ONCE || undefined}
      style={{ containIntrinsicHeight: `auto ${isReviewed ? HEAD : heightOf(file)}rem` }}
    >
      {isReviewed !== undefined && (
        <label className="absolute end-3 top-1 z-10 flex items-center gap-2">
          <input
            type="checkbox"
            className="large-target"
            checked={isReviewed}
            onChange={({ target }) =>
              onReview?.({ version: file.version, isReviewed: target.checked })
            }
          />
          Reviewed<span className="sr-only"> {displayable(file.path)}</span>
        </label>
      )}
      <details
        open={!isReviewed}
        id={id}
        data-path={file.path}
        className="overflow-hidden rounded-md border border-line"
      >
        <summary
          className={`untrusted bg-raised px-3 py-1.5 ${isReviewed === undefined ? "" : "pe-28"}`}
        >
          <FileTitle file={file} problems={problems.length} warning={warning} />
        </summary>
        <Content {...props} problems={problems} />
      </details>
    </div>
  );
});

/** Height of the summary, the choice of the view, and the header of a hunk, in rem. */
const HEAD = 2.25;
const CHOICE = 2.75;
const HUNK_HEADER = 1.5;

/** About how high an open file is, in rem. */
function heightOf(file: PullFile): number {
  const hunks = file.hunks.length * HUNK_HEADER + linesIn(file) * LINE_HEIGHT;
  return HEAD + hunks + (isRenderable(file) ? CHOICE : 0);
}

/** The lines of a file, or a page as it renders before and after the change. */
function Content(props: {
  file: PullFile;
  id: string;
  linesAbove: number;
  layout: DiffLayout;
  view: PageView;
  problems: readonly PlacedProblem[];
}) {
  const { file, id, view, problems } = props;
  const rendering = use(PageRenderingContext);
  const [own, setOwn] = useState({ view, instead: view });
  const [isWhole, setIsWhole] = useState(false);
  // A choice for all pages is newer.
  const isOwn = rendering?.isForEach && own.instead === view;
  const chosen = isOwn ? own.view : view;
  const place = useRef<HTMLDivElement>(null);
  const lines = linesIn(file);
  const { value: shown = chosen, isFirst } = useScheduledRows(chosen, lines, place, lines);
  if (!rendering || !isRenderable(file)) return <Source {...props} />;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-3 py-1.5 empty:hidden">
        {rendering.isForEach && (
          <Segmented
            legend={`View of ${displayable(file.path)}`}
            name={`view-${id}`}
            options={PAGE_VIEWS}
            value={chosen}
            onChoose={(next) => setOwn({ view: next, instead: view })}
          />
        )}
        {chosen === "rendered" && (
          <Button aria-pressed={isWhole} onClick={() => setIsWhole(!isWhole)}>
            Show whole page
          </Button>
        )}
        <ChangedPage address={rendering.previews[file.path]} />
      </div>
      <div ref={place}>
        {shown === "rendered" ? (
          <>
            <HeadProblems problems={problems} />
            <HeadComments path={file.path} withLines />
            <RenderedFile {...{ file, rendering, isWhole }} />
          </>
        ) : (
          // Only what the server sent has lines at once: those that come back have their turns.
          <Source {...props} linesAbove={isFirst ? props.linesAbove : LINES_AT_ONCE} />
        )}
      </div>
    </>
  );
}

/** Leads to the page as the pull request would make it, where there is such a site. */
function ChangedPage({ address }: { address: string | undefined }) {
  if (address === undefined) return null;
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener"
      className="link ms-auto inline-flex items-center gap-1 text-accent"
    >
      View changed page <ExternalLink label="(opens in a new tab)" size={12} />
    </a>
  );
}

/** The problems whose lines aren't shown. */
function HeadProblems({ problems }: { problems: readonly PlacedProblem[] }) {
  return problems.map((problem) => (
    <ProblemNote key={problem.index} problem={problem} isAtLine={false} />
  ));
}

/** The comments of the code host on a file. @param props.withLines whether also those on lines that are shown in source */
function HeadComments({ path, withLines = false }: { path: string; withLines?: boolean }) {
  const from = use(HostCommentsContext);
  return from?.comments.map((comment) => {
    if (comment.path !== path || !isOpen(comment)) return null;
    if (!comment.isOnFile && !(withLines && comment.hunk !== undefined)) return null;
    return (
      <HostCommentCard key={comment.id} from={from} comment={comment}>
        {comment.line > 0 && <p className="text-muted">{sentence(lineNames(comment))}</p>}
      </HostCommentCard>
    );
  });
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function Source(props: {
  file: PullFile;
  linesAbove: number;
  layout: DiffLayout;
  problems: readonly PlacedProblem[];
}) {
  const { file, layout, problems } = props;
  const view = useRef<HTMLDivElement>(null);
  useFocusAfterRemoval(view, true);
  let { linesAbove } = props;
  const hunks = file.hunks.map((hunk) => {
    const shown = <Hunk key={hunk.id} {...{ hunk, file, linesAbove, layout }} />;
    linesAbove += hunk.lines.length;
    return shown;
  });
  return (
    <div ref={view}>
      <HeadProblems problems={problems.filter(({ hunk }) => hunk === undefined)} />
      <HeadComments path={file.path} />
      <NothingToShow file={file} />
      {hunks}
      {file.cut && (
        <p className="border-line border-t px-3 py-2 text-muted">
          This diff is too long to show in full. Check out the branch to see the rest.
        </p>
      )}
    </div>
  );
}

/** Says what a file is that has no lines to show. */
function NothingToShow({ file: { binary, size, status, hunks, cut } }: { file: PullFile }) {
  if (!binary && (hunks.length > 0 || cut)) return null;
  const bytes = size === undefined ? "" : ` (${bytesText(size)})`;
  const isLarge = size !== undefined && size > LARGE_FILE;
  const what = isLarge ? "Large file not shown" : "Binary file not shown";
  const unchanged = status === "added" || status === "deleted" ? "Empty file" : "No line changes";
  return <p className="px-3 py-2 text-muted">{binary ? `${what}${bytes}` : unchanged}</p>;
}

const KIND: Record<PullFile["kind"], string> = {
  file: "regular file",
  executable: "executable",
  symlink: "symbolic link",
  submodule: "submodule",
};

/** Says what a file is, if it isn't a regular one, or was another kind before. */
function kindText({ kind, oldKind }: PullFile): string {
  if (oldKind === "executable" && kind === "file") return ", no longer executable";
  if (oldKind) return `, now ${kind === "executable" ? "" : "a "}${KIND[kind]}`;
  return kind === "file" ? "" : `, ${KIND[kind]}`;
}

/** @param props.problems number of new problems in the file */
function FileTitle(props: { file: PullFile; problems: number; warning: string | undefined }) {
  const { file, problems, warning } = props;
  return (
    <span className="inline-flex max-w-[calc(100%-1.5rem)] flex-wrap items-center gap-x-2 align-top">
      <code className="min-w-0 font-mono text-xs">
        {file.oldPath && (
          <>
            <PathText path={file.oldPath} /> →{" "}
          </>
        )}
        <PathText path={file.path} />
      </code>
      <span className="text-muted">
        {file.status}
        {kindText(file)}
      </span>
      <FileCounts file={file} />
      {warning !== undefined && <span className="font-medium text-warn">{warning}</span>}
      {problems > 0 && <span className="text-warn">{counted(problems, "new problem")}</span>}
    </span>
  );
}
