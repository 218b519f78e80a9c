import { FlexRender, type HeaderGroup } from "@tanstack/react-table";
import type { FeedbackRow } from "../../../lib/contract/api/feedback.ts";
import type { FeedbackFilters } from "../../../lib/filters/feedback-filters.ts";
import { ArrowDown, ArrowUp } from "../../ui/icons.tsx";
import { type features, HEADER_CELL } from "./feedback-columns.tsx";

type Sort = FeedbackFilters["sort"];

/** The header of the list: a checkbox that selects all matching items, and the sort order. */
export function FeedbackTableHeader(props: {
  groups: HeaderGroup<typeof features, FeedbackRow>[];
  sort: Sort;
  onSort: (sort: Sort) => void;
  canSelect: boolean;
  selected: number;
  allSelected: boolean;
  onSelectAll: () => void;
  onClear: () => void;
}) {
  const { sort } = props;
  return (
    <div role="rowgroup" className="sticky top-0 z-10 border-line border-b bg-surface">
      {props.groups.map((group) => (
        <div
          key={group.id}
          role="row"
          aria-rowindex={1}
          className="list-header font-medium text-muted text-xs"
        >
          <div role="columnheader" className="list-select">
            {props.canSelect ? <SelectAll {...props} /> : <span className="sr-only">Row</span>}
          </div>
          {group.headers.map((header) => (
            <div
              key={header.id}
              role="columnheader"
              aria-sort={header.id === "createdAt" ? ARIA_SORT[sort] : undefined}
              className={HEADER_CELL[header.id as keyof typeof HEADER_CELL]}
            >
              {header.id === "createdAt" ? (
                <SortButton sort={sort} onSort={props.onSort} />
              ) : header.id === "status" ? (
                <span className="@max-xl:sr-only">
                  <FlexRender header={header} />
                </span>
              ) : (
                <FlexRender header={header} />
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function SelectAll(props: {
  selected: number;
  allSelected: boolean;
  onSelectAll: () => void;
  onClear: () => void;
}) {
  const { selected } = props;
  return (
    <label className="list-select flex-1 cursor-pointer">
      <input
        type="checkbox"
        aria-label={selected > 0 ? "Clear selection" : "Select all matching feedback"}
        checked={props.allSelected}
        ref={(box) => {
          if (box) box.indeterminate = selected > 0 && !props.allSelected;
        }}
        onChange={selected > 0 ? props.onClear : props.onSelectAll}
      />
    </label>
  );
}

const ARIA_SORT = { newest: "descending", oldest: "ascending" } as const;

function SortButton({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  const Arrow = sort === "newest" ? ArrowDown : ArrowUp;
  const other = sort === "newest" ? "oldest" : "newest";
  return (
    <button
      type="button"
      title={`Sorted ${sort} first. Click to sort ${other} first`}
      onClick={() => onSort(other)}
      className="inline-flex items-center gap-1 rounded hover:text-ink"
    >
      Date
      <Arrow size={12} />
      <span className="sr-only">, {sort} first</span>
    </button>
  );
}
