import type { ReactNode } from "react";
import type { SyncStatus } from "../../../lib/contract/api/sync.ts";
import { type FeedbackFilters, isFiltered } from "../../../lib/filters/feedback-filters.ts";
import { BackfillRate } from "../../app/backfill-rate.tsx";
import { Button } from "../../ui/button.tsx";

/** Why there is no row: each reason is a screen of its own. */
export function EmptyList(props: {
  sync: SyncStatus | undefined;
  all: number | undefined;
  filters: FeedbackFilters;
  onClear: () => void;
}) {
  const { sync, all, filters } = props;
  if (all === 0 && sync?.problem) {
    return (
      <Message title="Nothing could be copied yet">
        The notice above says why. Feedback appears here once the platform answers.
      </Message>
    );
  }
  if (all === 0 && sync?.paused) {
    return (
      <Message title="Nothing is copied">
        All of the hour's requests are left to others. Lower PLATFORM_RESERVE and start Errata
        again.
      </Message>
    );
  }
  if (all === 0 && sync?.phase === "backfill") {
    return (
      <Message title="First sync under way">
        <p>Feedback is being copied from the platform and appears here as it comes.</p>
        {sync.backfill?.resumesAt && (
          <p>
            The hour's requests are spent; it <BackfillRate backfill={sync.backfill} />.
          </p>
        )}
      </Message>
    );
  }
  if (all === 0) {
    return (
      <Message title="No feedback yet">Nobody has left feedback on this documentation.</Message>
    );
  }
  if (asksForWork(filters)) {
    return (
      <Message title="All caught up">
        Nothing waits for anybody here.
        <Button onClick={props.onClear} className="mx-auto mt-3">
          Show everything
        </Button>
      </Message>
    );
  }
  if (isFiltered(filters)) {
    return (
      <Message title="Nothing matches">
        No feedback matches these filters.
        <Button onClick={props.onClear} className="mx-auto mt-3">
          Clear filters
        </Button>
      </Message>
    );
  }
  return null;
}

/** Whether the list is of what is open, and of all of it. */
function asksForWork({ status, ...others }: FeedbackFilters): boolean {
  const isOpen = status?.every((one) => one === "pending" || one === "in_progress") ?? false;
  return isOpen && !isFiltered({ ...others, status: null });
}

function Message({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col px-6 py-20 text-center text-muted">
      <p className="font-medium text-ink text-sm">{title}</p>
      {children}
    </div>
  );
}
