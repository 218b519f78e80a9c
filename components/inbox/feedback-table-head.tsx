import { ArrowDown, ArrowUp } from "lucide-react";
import type { FeedbackFilters } from "../../lib/filters/feedback-filters.ts";
import { CELL, columns, GRID } from "./feedback-columns.tsx";

type Sort = FeedbackFilters["sort"];

/** The head of the list: select all that match, and sort by date both ways. */
export function FeedbackTableHead(props: {
  sort: Sort;
  onSort: (sort: Sort) => void;
  selected: number;
  allSelected: boolean;
  onSelectAll: () => void;
  onClear: () => void;
}) {
  const { sort, selected } = props;
  return (
    <div role="rowgroup" className="sticky top-0 z-10 border-line border-b bg-surface">
      <div role="row" aria-rowindex={1} className={`${GRID} h-8 font-medium text-muted text-xs`}>
        <div role="columnheader" className="flex">
          <input
            type="checkbox"
            aria-label={selected > 0 ? "Clear the selection" : "Select all that match"}
            checked={props.allSelected}
            ref={(box) => {
              if (box) box.indeterminate = selected > 0 && !props.allSelected;
            }}
            onChange={selected > 0 ? props.onClear : props.onSelectAll}
            className="size-4 accent-accent"
          />
        </div>
        {columns.map(({ id, header }) => (
          <div
            key={id}
            role="columnheader"
            aria-sort={id === "createdAt" ? ARIA_SORT[sort] : undefined}
            className={CELL[id]}
          >
            {id === "createdAt" ? (
              <SortButton sort={sort} onSort={props.onSort} />
            ) : (
              <span className={id === "status" ? "@max-xl:sr-only" : ""}>{header}</span>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

const ARIA_SORT = { newest: "descending", oldest: "ascending" } as const;

function SortButton({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  const Arrow = sort === "newest" ? ArrowDown : ArrowUp;
  const other = sort === "newest" ? "oldest" : "newest";
  return (
    <button
      type="button"
      title={`Sorted with the ${sort} first; show the ${other} first`}
      onClick={() => onSort(other)}
      className="inline-flex items-center gap-1 rounded hover:text-ink"
    >
      Date
      <Arrow aria-hidden size={12} />
      <span className="sr-only">, {sort} first</span>
    </button>
  );
}
