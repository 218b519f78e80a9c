import type { ReactNode } from "react";
import type { SyncStatus } from "../../../lib/contract/api/sync.ts";
import { type FeedbackFilters, isFiltered } from "../../../lib/filters/feedback-filters.ts";
import { BackfillRate } from "../../app/backfill-rate.tsx";
import { Button } from "../../ui/button.tsx";

/** Explains why the list is empty: sync problem, first sync, no feedback, or no match. */
export function EmptyList(props: {
  sync: SyncStatus | undefined;
  all: number | undefined;
  filters: FeedbackFilters;
  onClear: () => void;
}) {
  const { sync, all, filters } = props;
  if (all === 0 && sync?.problem) {
    return (
      <Message title="Couldn't sync feedback">
        The message above explains why. Feedback appears here after the next successful sync.
      </Message>
    );
  }
  if (all === 0 && sync?.paused) {
    return (
      <Message title="Sync is paused">
        All hourly requests are reserved for other clients. Lower PLATFORM_RESERVE and restart
        Errata.
      </Message>
    );
  }
  if (all === 0 && sync?.phase === "backfill") {
    return (
      <Message title="First sync in progress">
        <p>Feedback appears here as it's copied from the platform.</p>
        {sync.backfill?.resumesAt && (
          <p>
            Hourly request limit reached. The sync <BackfillRate backfill={sync.backfill} />.
          </p>
        )}
      </Message>
    );
  }
  if (all === 0) {
    return <Message title="No feedback yet">Feedback from your readers will appear here.</Message>;
  }
  if (isCaughtUp(filters)) {
    return (
      <Message title="You're all caught up">
        There's no pending feedback.
        <Button onClick={props.onClear} className="mx-auto mt-3">
          Show all feedback
        </Button>
      </Message>
    );
  }
  if (isFiltered(filters)) {
    return (
      <Message title="No matching feedback">
        Try changing or clearing the filters.
        <Button onClick={props.onClear} className="mx-auto mt-3">
          Clear filters
        </Button>
      </Message>
    );
  }
  return null;
}

/** Whether an empty list means that nothing is pending: no other filter narrows it. */
function isCaughtUp({ status, ...others }: FeedbackFilters): boolean {
  const includesPending = status?.includes("pending") ?? false;
  return includesPending && !isFiltered({ ...others, status: null });
}

function Message({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col px-6 py-20 text-center text-muted">
      <p className="font-medium text-ink text-sm">{title}</p>
      {children}
    </div>
  );
}
