"use client";

import { memo, use, useState } from "react";
import { bytesText } from "../../../lib/contract/api/bytes-text.ts";
import { LARGE_FILE } from "../../../lib/contract/api/limits.ts";
import type { PullFile } from "../../../lib/contract/api/pull-request.ts";
import { counted } from "../../../lib/text/counted.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { isPage } from "../../../lib/text/is-page.ts";
import { Button } from "../../ui/button.tsx";
import { ExternalLink } from "../../ui/icons.tsx";
import { PathText } from "../../ui/path-text.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { ProblemNote } from "../checks/problem-note.tsx";
import type { PlacedProblem } from "../checks/problem-places.ts";
import { ProblemsContext } from "../checks/use-problems.ts";
import { FileCounts } from "./file-list.tsx";
import { Hunk } from "./hunk.tsx";
import type { DiffLayout } from "./hunk-lines.tsx";
import { PageRenderingContext } from "./page-rendering.ts";
import { RenderedFile } from "./rendered-file.tsx";
import { PAGE_VIEWS, type PageView } from "./view-choices.ts";

/** The diff of one file in a pull request. A reviewed file is closed. */
export const FileDiff = memo(function FileDiff(props: {
  file: PullFile;
  id: string;
  layout: DiffLayout;
  /** How pages are shown unless the person chooses otherwise for one. */
  view: PageView;
  /** Whether the person has reviewed it; left out where that isn't kept. */
  isReviewed?: boolean;
  onReview?: (file: { version: string; isReviewed: boolean }) => void;
  /** What people should know about the file before they read it. */
  warning?: string;
  /** IDs of the hunks that belong to the item in focus. */
  linked?: ReadonlySet<string>;
}) {
  const { file, id, isReviewed, onReview, warning } = props;
  const problems = use(ProblemsContext).get(file.path) ?? [];
  return (
    <div className="relative">
      {isReviewed !== undefined && (
        <label className="absolute end-3 top-1 z-10 flex items-center gap-2">
          <input
            type="checkbox"
            className="size-6"
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

/** The lines of a file, or a page as it renders before and after the change. */
function Content(props: {
  file: PullFile;
  id: string;
  layout: DiffLayout;
  view: PageView;
  linked?: ReadonlySet<string>;
  problems: readonly PlacedProblem[];
}) {
  const { file, id, layout, view, linked, problems } = props;
  const rendering = use(PageRenderingContext);
  const [own, setOwn] = useState({ view, instead: view });
  const [isWhole, setIsWhole] = useState(false);
  const source = (
    <>
      <HeadProblems problems={problems.filter(({ hunk }) => hunk === undefined)} />
      <Source {...{ file, layout, linked }} />
    </>
  );
  if (!rendering || !renders(file)) return source;
  // A choice for all pages is newer.
  const shown = own.instead === view ? own.view : view;
  const preview = rendering.previews[file.path];
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-3 py-1.5">
        <Segmented
          legend={`View of ${displayable(file.path)}`}
          name={`view-${id}`}
          options={PAGE_VIEWS}
          value={shown}
          onChoose={(chosen) => setOwn({ view: chosen, instead: view })}
        />
        {shown === "rendered" && (
          <Button aria-pressed={isWhole} onClick={() => setIsWhole(!isWhole)}>
            Show whole page
          </Button>
        )}
        {preview !== undefined && (
          <a
            href={preview}
            target="_blank"
            rel="noopener"
            className="link ms-auto inline-flex items-center gap-1 text-accent"
          >
            View changed page <ExternalLink label="(opens in a new tab)" size={12} />
          </a>
        )}
      </div>
      {shown === "rendered" ? (
        <>
          <HeadProblems problems={problems} />
          <RenderedFile {...{ file, rendering, isWhole, linked }} />
        </>
      ) : (
        source
      )}
    </>
  );
}

/** The problems whose lines aren't shown. */
function HeadProblems({ problems }: { problems: readonly PlacedProblem[] }) {
  return problems.map((problem) => (
    <ProblemNote key={problem.index} problem={problem} isAtLine={false} />
  ));
}

/** Whether a file is a page that can be shown as it renders. */
const renders = ({ path, kind, binary }: PullFile) =>
  isPage(path) && !binary && (kind === "file" || kind === "executable");

function Source(props: { file: PullFile; layout: DiffLayout; linked?: ReadonlySet<string> }) {
  const { file, layout, linked } = props;
  return (
    <>
      <NothingToShow file={file} />
      {file.hunks.map((hunk) => (
        <Hunk
          key={hunk.id}
          hunk={hunk}
          file={file}
          layout={layout}
          isLinked={linked?.has(hunk.id) ?? false}
        />
      ))}
      {file.cut && (
        <p className="border-line border-t px-3 py-2 text-muted">
          This diff is too long to show in full. Check out the branch to see the rest.
        </p>
      )}
    </>
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
