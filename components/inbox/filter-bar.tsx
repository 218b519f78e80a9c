"use client";

import type { RefObject } from "react";
import type { Facets } from "../../lib/contract/dashboard.ts";
import { SOURCES, STATUSES } from "../../lib/contract/vocabulary.ts";
import { displayable } from "../../lib/prompt/untrusted.ts";
import { sourceName } from "../entry/source-label.tsx";
import { StatusLabel, statusName } from "../entry/status-label.tsx";
import { Button } from "../ui/button.tsx";
import { chipLook } from "./chip.ts";
import { ChoiceFilter } from "./choice-filter.tsx";
import { DateFilter } from "./date-filter.tsx";
import { SearchBox } from "./search-box.tsx";
import type { InboxAddress } from "./use-inbox-address.ts";

/** Everything that narrows the list. Each filter writes the address; nothing is kept here. */
export function FilterBar(props: {
  address: InboxAddress;
  facets: Facets | undefined;
  search: RefObject<HTMLInputElement | null>;
}) {
  const { address, facets } = props;
  const { filters, setFilters } = address;
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
        show={sourceName}
        onChoose={(source) => setFilters({ source })}
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
      />
      {filters.path !== null && (
        <Chip name={`Page: ${filters.path}`} onRemove={() => setFilters({ path: null })} />
      )}
      {filters.helpful !== null && (
        <Chip
          name={filters.helpful ? "Helpful" : "Not helpful"}
          onRemove={() => setFilters({ helpful: null })}
        />
      )}
      {filters.job !== null && (
        <Chip name="Of one agent job" onRemove={() => setFilters({ job: null })} />
      )}
      {isFiltered(address) && (
        <Button look="quiet" onClick={address.clearFilters}>
          Clear filters
        </Button>
      )}
    </search>
  );
}

/** Whether anything narrows the list. */
export function isFiltered({ filters }: InboxAddress): boolean {
  const { sort, ...narrowing } = filters;
  return Object.values(narrowing).some((value) => value !== null);
}

function Chip({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <button type="button" onClick={onRemove} className={chipLook(true)}>
      <bdi className="truncate">{displayable(name)}</bdi>
      <span aria-hidden>✕</span>
      <span className="sr-only">, remove this filter</span>
    </button>
  );
}
