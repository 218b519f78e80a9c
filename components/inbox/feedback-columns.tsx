import type { ReactNode } from "react";
import type { FeedbackRow } from "../../lib/contract/dashboard.ts";
import { displayable } from "../../lib/prompt/displayable.ts";
import { Time } from "../app/time.tsx";
import { Comment } from "../entry/comment.tsx";
import { GoneLabel } from "../entry/gone-label.tsx";
import { Marked } from "../entry/marked.tsx";
import { SourceIcon } from "../entry/source-label.tsx";
import { StatusLabel } from "../entry/status-label.tsx";
import { JobBadge } from "../jobs/job-badge.tsx";

interface Column {
  id: "status" | "comment" | "page" | "job" | "createdAt";
  header: string;
  cell: (entry: FeedbackRow) => ReactNode;
}

/** The list's columns after the one to select by. A narrow list keeps status, comment and date. */
export const columns: readonly Column[] = [
  {
    id: "status",
    header: "Status",
    cell: ({ status }) => <StatusLabel status={status} compact />,
  },
  {
    id: "comment",
    header: "Feedback",
    cell: ({ source, helpful, comment, goneAt }) => (
      <span className="flex min-w-0 items-center gap-2">
        <SourceIcon source={source} helpful={helpful} />
        <Comment text={comment} source={source} line className="truncate" />
        {goneAt !== null && <GoneLabel at={goneAt} />}
      </span>
    ),
  },
  {
    id: "page",
    header: "Page",
    cell: ({ page }) => (
      <bdi className="block truncate text-muted">
        <Marked text={displayable(page)} />
      </bdi>
    ),
  },
  {
    id: "job",
    header: "Job",
    cell: ({ job }) => job && <JobBadge state={job.state} prLink={job.prLink} />,
  },
  {
    id: "createdAt",
    header: "Date",
    cell: ({ createdAt }) =>
      createdAt === null ? <span className="text-muted">No date</span> : <Time at={createdAt} />,
  },
];

/** Column widths of header and rows alike, by the width that the list itself has. */
export const GRID =
  "grid items-center gap-2 px-3 grid-cols-[1.75rem_1rem_minmax(0,1fr)_5.5rem] @xl:grid-cols-[1.75rem_6.5rem_minmax(0,1fr)_minmax(4rem,11rem)_5.5rem] @4xl:grid-cols-[1.75rem_6.5rem_minmax(0,1fr)_minmax(4rem,13rem)_7.5rem_6rem]";

/** Classes of a column's cells: which are for a wide list only, which stand to the right. */
export const CELL: Record<Column["id"], string> = {
  status: "flex min-w-0",
  page: "@max-xl:hidden min-w-0",
  job: "@max-4xl:hidden min-w-0",
  comment: "min-w-0",
  createdAt: "text-right tabular-nums",
};
