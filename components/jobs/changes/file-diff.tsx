"use client";

import { memo } from "react";
import type { PullFile } from "../../../lib/contract/api/pull-request.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { PathText } from "../../ui/path-text.tsx";
import { FileCounts } from "./file-list.tsx";
import { Hunk } from "./hunk.tsx";
import type { DiffLayout } from "./hunk-lines.tsx";

/** The diff of one file in a pull request. A reviewed file is closed. */
export const FileDiff = memo(function FileDiff(props: {
  file: PullFile;
  id: string;
  layout: DiffLayout;
  /** Whether the person has reviewed it; left out where that isn't kept. */
  isReviewed?: boolean;
  onReview: (file: { version: string; isReviewed: boolean }) => void;
  /** IDs of the hunks that belong to the item in focus. */
  linked?: ReadonlySet<string>;
}) {
  const { file, id, layout, isReviewed, onReview, linked } = props;
  return (
    <div className="relative">
      {isReviewed !== undefined && (
        <label className="absolute end-3 top-1 z-10 flex items-center gap-2">
          <input
            type="checkbox"
            className="size-6 accent-accent"
            checked={isReviewed}
            onChange={({ target }) =>
              onReview({ version: file.version, isReviewed: target.checked })
            }
          />
          Reviewed<span className="sr-only"> {displayable(file.path)}</span>
        </label>
      )}
      <details open={!isReviewed} id={id} className="overflow-hidden rounded-md border border-line">
        <summary className="untrusted bg-raised px-3 py-1.5 pe-28">
          <FileTitle file={file} />
        </summary>
        {file.binary && <p className="px-3 py-2 text-muted">Binary or large file not shown</p>}
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
      </details>
    </div>
  );
});

function FileTitle({ file }: { file: PullFile }) {
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
        {file.kind !== "file" && `, ${file.kind}`}
      </span>
      <FileCounts file={file} />
    </span>
  );
}
