import type { Facets } from "../../../lib/contract/api/feedback-counts.ts";
import type { SyncStatus } from "../../../lib/contract/api/sync.ts";
import {
  type FeedbackFilters,
  isFiltered,
  NO_FILTERS,
  withoutDefaultFilters,
} from "../../../lib/filters/feedback-filters.ts";
import { useDefaultView } from "../../app/default-view.tsx";
import { ClockTime } from "../../app/time.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

/** Explains why the list is empty: sync problem, first sync, no feedback, or no match. */
export function EmptyList(props: {
  sync: SyncStatus | undefined;
  facets: Facets | undefined;
  filters: FeedbackFilters;
  onChange: (changes: Partial<FeedbackFilters>) => void;
}) {
  const { sync, facets, filters, onChange } = props;
  const all = facets?.all;
  const clear = () => onChange({ ...NO_FILTERS, sort: filters.sort });
  // Default hiding isn't a filter that someone has chosen.
  const shown = withoutDefaultFilters(filters);
  if (all === 0 && sync?.problem) {
    return (
      <EmptyState title="Couldn't sync feedback">
        The message above explains why. Feedback appears here after the next successful sync.
      </EmptyState>
    );
  }
  if (all === 0 && sync?.source === "export" && sync.paused) {
    return (
      <EmptyState title="Sync is paused">
        All hourly requests are reserved for other clients. Lower PLATFORM_RESERVE and restart
        Errata.
      </EmptyState>
    );
  }
  if (all === 0 && sync?.phase === "backfill") {
    return (
      <EmptyState title="First sync in progress">
        <p>Feedback appears here as it's copied from the platform.</p>
        {sync.source === "export" && sync.backfill?.resumesAt && (
          <p>
            Hourly request limit reached. The sync resumes at{" "}
            <ClockTime at={sync.backfill.resumesAt} />.
          </p>
        )}
      </EmptyState>
    );
  }
  if (all === 0) {
    return (
      <EmptyState title="No feedback yet">
        Feedback from your readers will be here.
        <a href="start" className="link mt-3 text-accent">
          Set up Errata
        </a>
      </EmptyState>
    );
  }
  if (isCaughtUp(shown, facets)) {
    return <CaughtUp filters={shown} onChange={onChange} />;
  }
  if (isFiltered(filters)) {
    return (
      <EmptyState title="No matching feedback">
        Try changing or clearing the filters.
        <Button onClick={clear} className="mx-auto mt-3">
          Clear filters
        </Button>
      </EmptyState>
    );
  }
  return null;
}

/** Says that nothing is left to triage in this view, and links to other views. */
function CaughtUp(props: {
  filters: FeedbackFilters;
  onChange: (changes: Partial<FeedbackFilters>) => void;
}) {
  const { filters, onChange } = props;
  const { status, path } = filters;
  // Items that are hidden by default stay hidden.
  const others = { ...NO_FILTERS, ...useDefaultView().hiding, sort: filters.sort };
  if (!isFiltered({ ...filters, status: null })) {
    return (
      <EmptyState title={TITLE}>
        There's no pending feedback.
        <Button onClick={() => onChange(others)} className="mx-auto mt-3">
          Show all feedback
        </Button>
      </EmptyState>
    );
  }
  if (path !== null) {
    return (
      <EmptyState title={TITLE}>
        There's no pending feedback left on {path.endsWith("*") ? "these pages" : "this page"}.
        <Button onClick={() => onChange({ path: null })} className="mx-auto mt-3">
          Clear page filter
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={TITLE}>
      There's no pending feedback left in this view.
      <Button onClick={() => onChange({ ...others, status })} className="mx-auto mt-3">
        Clear other filters
      </Button>
    </EmptyState>
  );
}

const TITLE = "You're all caught up";

/**
 * Whether nothing is left to triage: the list is empty because its pending items were decided. If
 * no items of other statuses match either, the other filters match nothing at all.
 */
function isCaughtUp(filters: FeedbackFilters, facets: Facets | undefined): boolean {
  const { status, ...others } = filters;
  // Who searches looks for something, and isn't told that there is nothing to do.
  if (!status?.includes("pending") || others.q !== null) return false;
  if (!isFiltered({ ...others, status: null })) return true;
  return Object.values(facets?.status ?? {}).some((count) => count > 0);
}
