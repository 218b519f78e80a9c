"use client";

import { memo, type RefObject } from "react";
import type { Facets } from "../../../lib/contract/api/feedback-counts.ts";
import { SOURCES, STATUSES } from "../../../lib/contract/platform/vocabulary.ts";
import { isFiltered } from "../../../lib/filters/feedback-filters.ts";
import { sourceName } from "../../feedback/source-label.tsx";
import { StatusLabel, statusName } from "../../feedback/status-label.tsx";
import { Button } from "../../ui/button.tsx";
import type { FirstRow } from "../list/use-first-row.ts";
import type { InboxUrl } from "../use-inbox-url.ts";
import { chipClass } from "./chip.ts";
import { ChoiceFilter } from "./choice-filter.tsx";
import { DateFilter } from "./date-filter.tsx";
import { PageFilter } from "./page-filter.tsx";
import { SearchBox } from "./search-box.tsx";

const RATINGS = ["true", "false"] as const;
const RATING_NAMES: Record<string, string> = { true: "Helpful", false: "Not helpful" };
const ratingName = (value: string) => RATING_NAMES[value] ?? "Not rated";

/** The filters of the list. Their state is in the URL; this component has none. */
export const FilterBar = memo(function FilterBar(props: {
  projectId: string;
  url: InboxUrl;
  facets: Facets | undefined;
  search: RefObject<HTMLInputElement | null>;
  firstRow: FirstRow;
}) {
  const { projectId, facets, firstRow } = props;
  const { filters, setFilters, prefetch, clearedFilters } = props.url;
  return (
    <search className="flex flex-wrap items-center gap-2 border-line border-b px-3 py-2">
      <SearchBox
        text={filters.q}
        onSearch={(q) => {
          firstRow.cancel();
          setFilters({ q }, "replace");
        }}
        onEnterList={firstRow.focus}
        field={props.search}
      />
      <DateFilter dates={filters} onChange={(dates) => setFilters(dates)} />
      <ChoiceFilter
        name="Source"
        testId="filter-source"
        values={SOURCES}
        selected={filters.source}
        counts={facets?.source}
        nameOf={sourceName}
        onChange={(source) => setFilters({ source })}
        onPrefetch={(source) => prefetch({ source })}
      />
      <ChoiceFilter
        name="Status"
        testId="filter-status"
        values={STATUSES}
        selected={filters.status}
        counts={facets?.status}
        nameOf={statusName}
        render={(status) => <StatusLabel status={status} />}
        onChange={(status) => setFilters({ status })}
        onPrefetch={(status) => prefetch({ status })}
      />
      <ChoiceFilter
        name="Rating"
        testId="filter-rating"
        values={RATINGS}
        selected={filters.helpful === null ? null : [filters.helpful ? "true" : "false"]}
        counts={facets?.helpful}
        single
        nameOf={ratingName}
        onChange={(values) => setFilters({ helpful: isHelpful(values) })}
        onPrefetch={(values) => prefetch({ helpful: isHelpful(values) })}
      />
      <CommentFilter
        comment={filters.comment}
        counts={facets?.comment}
        onChange={(comment) => setFilters({ comment })}
        onPrefetch={(comment) => prefetch({ comment })}
      />
      <PlatformFilter
        differs={filters.differs}
        onChange={(differs) => setFilters({ differs })}
        onPrefetch={(differs) => prefetch({ differs })}
      />
      <PageFilter
        projectId={projectId}
        filters={filters}
        onChange={(path) => setFilters({ path })}
      />
      {filters.job !== null && (
        <Chip name="In agent job" onRemove={() => setFilters({ job: null })} />
      )}
      {isFiltered(filters) && (
        <Button
          variant="quiet"
          onPointerEnter={() => prefetch(clearedFilters)}
          onClick={() => setFilters(clearedFilters)}
        >
          Clear filters
        </Button>
      )}
    </search>
  );
});

const isHelpful = (values: readonly string[] | null) => values && values[0] === "true";

/** Hides votes without a comment. A toggle, because triage usually starts with comments. */
function CommentFilter(props: {
  comment: boolean | null;
  counts: Record<string, number> | undefined;
  onChange: (comment: boolean | null) => void;
  onPrefetch: (comment: boolean | null) => void;
}) {
  const { comment, counts, onChange, onPrefetch } = props;
  const next = comment === true ? null : true;
  // Only a URL can set this, so there is no button for it. Show that the list is filtered.
  if (comment === false) return <Chip name="No comment" onRemove={() => onChange(null)} />;
  return (
    <button
      type="button"
      data-testid="filter-comment"
      aria-pressed={comment === true}
      onPointerEnter={() => onPrefetch(next)}
      onClick={() => onChange(next)}
      className={chipClass(comment === true)}
    >
      Has comment
      <span className="text-muted tabular-nums">{counts?.true?.toLocaleString("en")}</span>
    </button>
  );
}

/** Shows items whose status on the platform differs from the team's. */
function PlatformFilter(props: {
  differs: boolean | null;
  onChange: (differs: boolean | null) => void;
  onPrefetch: (differs: boolean | null) => void;
}) {
  const { differs, onChange, onPrefetch } = props;
  const next = differs === true ? null : true;
  // Only a URL can set this.
  if (differs === false) return <Chip name="Same as platform" onRemove={() => onChange(null)} />;
  return (
    <button
      type="button"
      data-testid="filter-differs"
      aria-pressed={differs === true}
      onPointerEnter={() => onPrefetch(next)}
      onClick={() => onChange(next)}
      className={chipClass(differs === true)}
    >
      Differs from platform
    </button>
  );
}

function Chip({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <button type="button" onClick={onRemove} className={chipClass(true)}>
      {name}
      <span aria-hidden>✕</span>
      <span className="sr-only"> (remove filter)</span>
    </button>
  );
}
