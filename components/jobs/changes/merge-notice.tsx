import type { PullChanges } from "../../../lib/contract/api/pull-request.ts";
import { Notice } from "../../ui/notice.tsx";

/** Says why an open pull request can't be merged. */
export function MergeNotice({ mergeable, base }: Pick<PullChanges, "mergeable" | "base">) {
  if (mergeable === "clean") return null;
  return (
    <Notice tone="warn">
      {mergeable === "conflict"
        ? `This branch conflicts with ${base} and can't be merged. Close the pull request and create a new job.`
        : "Couldn't reach the repository. Try again in a moment to merge."}
    </Notice>
  );
}
