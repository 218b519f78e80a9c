"use client";

import { useTable } from "@tanstack/react-table";
import { type ReactNode, useRef } from "react";
import type { FeedbackRow } from "../../../lib/contract/api/feedback.ts";
import type { FeedbackFilters } from "../../../lib/filters/feedback-filters.ts";
import type { Selection } from "../triage/use-selection.ts";
import type { ActiveItem } from "../use-active-item.ts";
import { columns, features } from "./feedback-columns.tsx";
import { FeedbackRows } from "./feedback-rows.tsx";
import { FeedbackTableHeader } from "./feedback-table-header.tsx";
import type { FeedbackList } from "./use-feedback-list.ts";

const getRowId = (row: FeedbackRow) => row.id;

/**
 * The virtualized list of feedback. Only rows near the viewport are in the document, and only pages
 * near them in memory. It is an ARIA grid: one row has the focus, and the arrow keys move it.
 */
export function FeedbackTable(props: {
  list: FeedbackList;
  total: number;
  /** While other rows load. */
  isDimmed: boolean;
  /** Whether the filters accept one status. */
  hasOneStatus: boolean;
  sort: FeedbackFilters["sort"];
  onSort: (sort: FeedbackFilters["sort"]) => void;
  selection: Selection;
  item: ActiveItem;
  /** Shown below the header if there are no rows. */
  empty: ReactNode;
}) {
  const { list, selection } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const table = useTable({ features, columns, data: list.rows, getRowId });
  // Properties that all rows share get no column.
  const same = [
    props.hasOneStatus && "status",
    list.rows.every(({ job }) => job === null) && "job",
  ].filter(Boolean);
  // If a pending change removes all loaded rows, more may follow.
  const isEmpty = list.rows.length === 0 && !list.isLoading && !list.hasNext;
  return (
    <>
      <div
        ref={scroller}
        data-testid="feedback-table"
        role="grid"
        aria-label="Feedback"
        aria-rowcount={props.total + 1}
        aria-multiselectable
        aria-busy={list.isLoading}
        data-same={same.join(" ") || undefined}
        tabIndex={-1}
        className={`@container relative overflow-auto ${props.isDimmed ? "opacity-60 transition-opacity delay-300" : ""} ${isEmpty ? "shrink-0" : "min-h-0 flex-1"}`}
      >
        <FeedbackTableHeader
          groups={table.getHeaderGroups()}
          sort={props.sort}
          onSort={props.onSort}
          canSelect={selection.isPossible}
          selected={selection.ids.size}
          allSelected={list.rows.length > 0 && list.ids.every((id) => selection.ids.has(id))}
          onSelectAll={() => selection.selectAll()}
          onClear={selection.clear}
        />
        {!isEmpty && (
          <FeedbackRows
            list={list}
            rows={table.getRowModel().rows}
            selection={selection}
            item={props.item}
            scroller={scroller}
          />
        )}
      </div>
      {isEmpty && <div className="min-h-0 flex-1 overflow-auto">{props.empty}</div>}
    </>
  );
}
