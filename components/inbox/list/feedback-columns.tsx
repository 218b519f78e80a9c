import { createColumnHelper, tableFeatures } from "@tanstack/react-table";
import type { FeedbackRow } from "../../../lib/contract/api/feedback.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { Time } from "../../app/time.tsx";
import { Comment } from "../../feedback/comment.tsx";
import { DeletedLabel } from "../../feedback/deleted-label.tsx";
import { Highlight } from "../../feedback/highlight.tsx";
import { PlatformStatus } from "../../feedback/platform-status.tsx";
import { SourceIcon } from "../../feedback/source-label.tsx";
import { StatusLabel } from "../../feedback/status-label.tsx";
import { JobBadge } from "../../jobs/job-badge.tsx";

export const features = tableFeatures({});
const column = createColumnHelper<typeof features, FeedbackRow>();

/** The columns after the checkbox. A narrow list only shows status, comment, and date. */
export const columns = column.columns([
  column.accessor("status", {
    header: "Status",
    cell: ({ getValue }) => <StatusLabel status={getValue()} compact />,
  }),
  column.accessor("comment", {
    header: "Feedback",
    cell: ({ row: { original: item } }) => (
      <span className="flex min-w-0 items-center gap-2">
        <SourceIcon source={item.source} helpful={item.helpful} />
        <Comment text={item.comment} source={item.source} singleLine className="truncate" />
        {item.platformStatus !== item.status && <PlatformStatus status={item.platformStatus} />}
        {item.deletedAt !== null && <DeletedLabel at={item.deletedAt} />}
      </span>
    ),
  }),
  column.accessor("page", {
    header: "Page",
    cell: ({ getValue }) => (
      <bdi className="block truncate text-muted">
        <Highlight text={displayable(getValue())} />
      </bdi>
    ),
  }),
  column.accessor("job", {
    header: "Job",
    cell: ({ row: { original } }) => original.job && <JobBadge job={original.job} />,
  }),
  column.accessor("createdAt", {
    header: "Date",
    cell: ({ getValue }) => <DateCell at={getValue()} />,
  }),
]);

function DateCell({ at }: { at: number | null }) {
  return at === null ? <span className="text-muted">No date</span> : <Time at={at} compact />;
}

/** Column widths of the header and the rows, by the width of the list. */
export const GRID =
  "grid items-center gap-2 px-3 grid-cols-[1.75rem_1rem_minmax(0,1fr)_5.5rem] @xl:grid-cols-[1.75rem_6.5rem_minmax(0,1fr)_minmax(4rem,11rem)_5.5rem] @4xl:grid-cols-[1.75rem_6.5rem_minmax(0,1fr)_minmax(4rem,13rem)_7.5rem_6rem]";

/** Classes of the cells by column: alignment, and which columns only a wide list shows. */
export const CELL: Record<string, string> = {
  status: "flex min-w-0",
  page: "@max-xl:hidden min-w-0",
  job: "@max-4xl:hidden min-w-0",
  comment: "min-w-0",
  createdAt: "text-right tabular-nums",
};
