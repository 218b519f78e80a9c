"use client";

import { memo, type RefObject } from "react";
import type { Facets } from "../../../lib/contract/api/feedback-counts.ts";
import { SOURCES, STATUSES } from "../../../lib/contract/platform/vocabulary.ts";
import { isFiltered } from "../../../lib/filters/feedback-filters.ts";
import { sourceName } from "../../feedback/source-label.tsx";
import { StatusLabel, statusName } from "../../feedback/status-label.tsx";
import { Button } from "../../ui/button.tsx";
import type { InboxUrl } from "../use-inbox-url.ts";
import { chipClass } from "./chip.ts";
import { ChoiceFilter } from "./choice-filter.tsx";
import { DateFilter } from "./date-filter.tsx";
import { PageFilter } from "./page-filter.tsx";
import { SearchBox } from "./search-box.tsx";

const RATINGS = ["true", "false"] as const;
const RATING_NAMES: Record<string, string> = { true: "Helpful", false: "Not helpful" };
const ratingName = (value: string) => RATING_NAMES[value] ?? "Not rated";

/** Everything that narrows the list. Each filter writes the address; nothing is kept here. */
export const FilterBar = memo(function FilterBar(props: {
  projectId: string;
  address: InboxUrl;
  facets: Facets | undefined;
  search: RefObject<HTMLInputElement | null>;
}) {
  const { projectId, facets } = props;
  const { filters, setFilters, approach, cleared } = props.address;
  return (
    <search className="flex flex-wrap items-center gap-2 border-line border-b px-3 py-2">
      <SearchBox
        text={filters.q}
        onSearch={(q) => setFilters({ q }, "replace")}
        field={props.search}
      />
      <DateFilter range={filters} onChoose={(range) => setFilters(range)} />
      <ChoiceFilter
        name="Source"
        testId="filter-source"
        values={SOURCES}
        chosen={filters.source}
        counts={facets?.source}
        nameOf={sourceName}
        onChoose={(source) => setFilters({ source })}
        onPrefetch={(source) => approach({ source })}
      />
      <ChoiceFilter
        name="Status"
        testId="filter-status"
        values={STATUSES}
        chosen={filters.status}
        counts={facets?.status}
        nameOf={statusName}
        show={(status) => <StatusLabel status={status} />}
        onChoose={(status) => setFilters({ status })}
        onPrefetch={(status) => approach({ status })}
      />
      <ChoiceFilter
        name="Rating"
        testId="filter-rating"
        values={RATINGS}
        chosen={filters.helpful === null ? null : [filters.helpful ? "true" : "false"]}
        counts={facets?.helpful}
        single
        nameOf={ratingName}
        onChoose={(chosen) => setFilters({ helpful: isHelpful(chosen) })}
        onPrefetch={(chosen) => approach({ helpful: isHelpful(chosen) })}
      />
      <CommentFilter
        comment={filters.comment}
        counts={facets?.comment}
        onChoose={(comment) => setFilters({ comment })}
        onPrefetch={(comment) => approach({ comment })}
      />
      <PageFilter
        projectId={projectId}
        filters={filters}
        onChoose={(path) => setFilters({ path })}
      />
      {filters.job !== null && (
        <Chip name="Of one agent job" onRemove={() => setFilters({ job: null })} />
      )}
      {isFiltered(filters) && (
        <Button
          variant="quiet"
          onPointerEnter={() => approach(cleared)}
          onClick={() => setFilters(cleared)}
        >
          Clear filters
        </Button>
      )}
    </search>
  );
});

const isHelpful = (chosen: readonly string[] | null) => chosen && chosen[0] === "true";

/** Votes without a word aside: one press, as that is what triage begins with. */
function CommentFilter(props: {
  comment: boolean | null;
  counts: Record<string, number> | undefined;
  onChoose: (comment: boolean | null) => void;
  onPrefetch: (comment: boolean | null) => void;
}) {
  const { comment, counts, onChoose, onPrefetch } = props;
  const next = comment === true ? null : true;
  // Only an address says so; the list should then not look as if nothing were filtered.
  if (comment === false) return <Chip name="Without comment" onRemove={() => onChoose(null)} />;
  return (
    <button
      type="button"
      data-testid="filter-comment"
      aria-pressed={comment === true}
      onPointerEnter={() => onPrefetch(next)}
      onClick={() => onChoose(next)}
      className={chipClass(comment === true)}
    >
      With comment
      <span className="text-muted tabular-nums">{counts?.true?.toLocaleString("en")}</span>
    </button>
  );
}

function Chip({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <button type="button" onClick={onRemove} className={chipClass(true)}>
      {name}
      <span aria-hidden>✕</span>
      <span className="sr-only">, remove this filter</span>
    </button>
  );
}
