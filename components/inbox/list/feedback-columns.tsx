import { createColumnHelper, tableFeatures } from "@tanstack/react-table";
import type { FeedbackRow, RowGroup } from "../../../lib/contract/api/feedback.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { Time, TimeCell } from "../../app/time.tsx";
import { usePersonName } from "../../app/use-person-name.ts";
import { Comment } from "../../feedback/comment.tsx";
import { Highlight } from "../../feedback/highlight.tsx";
import { PlatformStatus } from "../../feedback/platform-status.tsx";
import { SourceIcon } from "../../feedback/source-label.tsx";
import { statusClass, statusName } from "../../feedback/status-label.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { VoteLine } from "./vote-line.tsx";

const RowMarks = lazyPart({
  load: () => import("./row-marks.tsx").then((module) => module.RowMarks),
});

const JobResult = lazyPart({
  load: () => import("./row-marks.tsx").then((module) => module.JobResult),
});

export const features = tableFeatures({});
const column = createColumnHelper<typeof features, FeedbackRow>();

/** Classes of the header by column. A narrow list hides the page and the job, a phone all but the date. */
export const HEADER_CELL = {
  status: "min-w-0 max-sm:sr-only",
  comment: "min-w-0 max-sm:sr-only",
  page: "min-w-0 max-sm:sr-only sm:@max-xl:hidden",
  job: "min-w-0 max-sm:hidden sm:@max-4xl:hidden",
  createdAt: "text-right max-sm:col-start-3",
};

/**
 * The columns after the checkbox. Every column renders its whole cell, because an element less in
 * each row is felt while scrolling.
 */
export const columns = column.columns([
  column.accessor("status", {
    header: "Status",
    cell: ({ getValue }) => (
      <div role="gridcell" className={`list-status ${statusClass(getValue())}`}>
        {statusName(getValue())}
      </div>
    ),
  }),
  column.accessor("comment", {
    header: "Feedback",
    cell: ({ row: { original: item } }) => (
      <div role="gridcell" className="list-comment">
        {areVotes(item) ? (
          <VoteLine item={item} />
        ) : (
          <>
            <SourceIcon source={item.source} helpful={item.helpful} />
            <Comment
              text={item.match?.in === "comment" ? item.match.text : (item.reasons ?? item.comment)}
              source={item.source}
              singleLine
            />
          </>
        )}
        {item.match?.in === "code" && (
          <span className="list-match">
            in code: <Highlight text={item.match.text} />
          </span>
        )}
        {hasMarks(item) && <RowMarks item={item} />}
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
  }),
  column.accessor("page", {
    header: "Page",
    cell: ({ getValue }) => (
      <div role="gridcell" className="list-page">
        <Highlight text={displayable(getValue())} />
      </div>
    ),
  }),
  column.accessor("job", {
    header: "Job",
    cell: ({ row: { original } }) => (
      <div role="gridcell" className="list-job">
        {original.job && <JobResult job={original.job} />}
      </div>
    ),
  }),
  column.accessor("createdAt", {
    header: "Date",
    cell: ({ getValue }) => <DateCell at={getValue()} />,
  }),
]);

function DateCell({ at }: { at: number | null }) {
  if (at !== null) return <TimeCell at={at} className="list-date" />;
  return (
    <div role="gridcell" className="list-date text-muted">
      No date
    </div>
  );
}

/** Whether the row stands for several votes. */
function areVotes(item: FeedbackRow): item is FeedbackRow & { group: RowGroup } {
  return item.group?.notHelpful !== undefined;
}

function hasMarks(item: FeedbackRow): boolean {
  const { noise, changedSince, snoozedUntil, snoozeOver, labels } = item;
  const group = item.group && !areVotes(item);
  return !!(group || noise || changedSince || snoozedUntil || snoozeOver || labels?.length);
}

/** Marks a row whose item was deleted on the platform. Screen readers also hear the date. */
function DeletedLabel({ at }: { at: number }) {
  return (
    <span className="tag">
      Deleted<span className="@max-4xl:sr-only"> on the platform</span>
      <span className="sr-only">
        {", found "}
        <Time at={at} exact />
      </span>
    </span>
  );
}

/** The initials of the person that an item is assigned to. */
function Assignee({ id }: { id: string }) {
  const name = usePersonName()(id);
  const title = `Assigned to ${name ?? "a teammate"}`;
  return (
    <span title={title} className="list-assignee">
      <span className="sr-only">{title}</span>
      <span aria-hidden>{name && initialsOf(name)}</span>
    </span>
  );
}

/** Returns the first letters of the first and the last word, in upper case. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.slice(1).at(-1)]
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toUpperCase();
}
