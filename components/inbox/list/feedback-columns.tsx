import type { ReactNode } from "react";
import type { FeedbackRow } from "../../../lib/contract/api/feedback.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { TimeCell } from "../../app/time.tsx";
import { Assignee } from "../../feedback/assignee.tsx";
import { Comment } from "../../feedback/comment.tsx";
import { DeletedLabel } from "../../feedback/deleted-label.tsx";
import { Highlight } from "../../feedback/highlight.tsx";
import { PlatformStatus } from "../../feedback/platform-status.tsx";
import { SourceIcon } from "../../feedback/source-label.tsx";
import { statusClass, statusName } from "../../feedback/status-label.tsx";
import { JobBadge } from "../../jobs/job-badge.tsx";

interface Column {
  id: string;
  header: string;
  /** Classes of the header. A narrow list hides the page and the job, a phone all but the date. */
  headerClass: string;
  /** Renders the whole cell, because an element less in each row is felt while scrolling. */
  cell: (item: FeedbackRow) => ReactNode;
}

/** The columns after the checkbox. */
export const COLUMNS: readonly Column[] = [
  {
    id: "status",
    header: "Status",
    headerClass: "min-w-0 max-sm:sr-only",
    cell: ({ status }) => (
      <div role="gridcell" className={`list-status ${statusClass(status)}`}>
        {statusName(status)}
      </div>
    ),
  },
  {
    id: "comment",
    header: "Feedback",
    headerClass: "min-w-0 max-sm:sr-only",
    cell: (item) => (
      <div role="gridcell" className="list-comment">
        <SourceIcon source={item.source} helpful={item.helpful} />
        <Comment
          text={item.match?.in === "comment" ? item.match.text : (item.reasons ?? item.comment)}
          source={item.source}
          singleLine
        />
        {item.match?.in === "code" && (
          <span className="list-match">
            in code: <Highlight text={item.match.text} />
          </span>
        )}
        {item.platformStatus !== item.status && <PlatformStatus status={item.platformStatus} />}
        {item.deletedAt !== null && <DeletedLabel at={item.deletedAt} />}
        {item.notes > 0 && (
          <span className="list-notes with-icon icon-pencil">
            {item.notes}
            <span className="sr-only">{item.notes === 1 ? " note" : " notes"}</span>
          </span>
        )}
        {item.assignee !== null && <Assignee id={item.assignee} />}
      </div>
    ),
  },
  {
    id: "page",
    header: "Page",
    headerClass: "min-w-0 max-sm:sr-only sm:@max-xl:hidden",
    cell: ({ page }) => (
      <div role="gridcell" dir="auto" className="list-page">
        <Highlight text={displayable(page)} />
      </div>
    ),
  },
  {
    id: "job",
    header: "Job",
    headerClass: "min-w-0 max-sm:hidden sm:@max-4xl:hidden",
    cell: ({ job }) => (
      <div role="gridcell" className="list-job">
        {job && <JobBadge job={job} />}
      </div>
    ),
  },
  {
    id: "createdAt",
    header: "Date",
    headerClass: "text-right max-sm:col-start-3",
    cell: ({ createdAt }) => <DateCell at={createdAt} />,
  },
];

function DateCell({ at }: { at: number | null }) {
  if (at !== null) return <TimeCell at={at} className="list-date" />;
  return (
    <div role="gridcell" className="list-date text-muted">
      No date
    </div>
  );
}
