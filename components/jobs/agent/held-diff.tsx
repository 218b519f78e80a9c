"use client";

import type { BeyondReason, HeldDiff } from "../../../lib/contract/api/leash.ts";
import { counted } from "../../../lib/text/counted.ts";
import { DiffPages } from "../changes/diff-pages.tsx";
import { FileDiff } from "../changes/file-diff.tsx";
import { FileList, fileElementId } from "../changes/file-list.tsx";
import { LayoutChoice } from "../changes/layout-choice.tsx";
import { linesAbove } from "../changes/line-rows.ts";
import { useDiffLayout } from "../changes/view-choices.ts";

/** Prefix of its files' element IDs, different from those of a pull request. */
const PREFIX = "held";

/** All files are open. */
const NONE: ReadonlySet<string> = new Set();

/** A page of the diff of a change that waits. Files beyond what the agent may change come first. */
export function HeldDiffView(props: { diff: HeldDiff; pageAddress: (page: number) => string }) {
  const { diff, pageAddress } = props;
  const layout = useDiffLayout();
  const reasons = new Map(diff.beyond.map(({ path, reason }) => [path, REASONS[reason]]));
  const above = linesAbove(diff.files, NONE);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">{counted(diff.fileCount, "changed file")}</h3>
        <LayoutChoice name="held-layout" legend="Layout of the waiting change" layout={layout} />
      </div>
      {diff.pages > 1 && <FileList changes={diff} pageAddress={pageAddress} prefix={PREFIX} />}
      <DiffPages changes={diff} pageAddress={pageAddress} place="above" />
      {diff.files.map((file, index) => (
        <FileDiff
          key={file.path}
          file={file}
          id={fileElementId(index, PREFIX)}
          linesAbove={above[index] ?? 0}
          layout={layout}
          view="source"
          warning={reasons.get(file.path)}
        />
      ))}
      <DiffPages changes={diff} pageAddress={pageAddress} place="below" />
    </div>
  );
}

const REASONS: Record<BeyondReason, string> = {
  not_allowed: "Outside the allowed paths",
  protected: "Protected",
  executable: "Executable file",
  link: "Link to outside the repository",
  submodule: "Submodule",
};
