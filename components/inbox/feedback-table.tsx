"use client";

import { type MouseEvent, type ReactNode, useCallback, useRef } from "react";
import type { FeedbackFilters } from "../../lib/filters/feedback-filters.ts";
import { FeedbackTableHead } from "./feedback-table-head.tsx";
import { FeedbackTableRow, MissingRow, ROW_HEIGHT } from "./feedback-table-row.tsx";
import type { ActiveEntry } from "./use-active-entry.ts";
import type { FeedbackList } from "./use-feedback-list.ts";
import { useListScroll } from "./use-list-scroll.ts";
import type { Selection } from "./use-selection.ts";

/**
 * The virtualised list. Only the rows near the screen are in the document and only the pages near
 * them in memory, however long the list is. It is a grid: one row has the focus and the arrow keys
 * move it.
 */
export function FeedbackTable(props: {
  list: FeedbackList;
  total: number;
  sort: FeedbackFilters["sort"];
  onSort: (sort: FeedbackFilters["sort"]) => void;
  selection: Selection;
  entry: ActiveEntry;
  /** The pointer or the focus came to the list, so that an entry may be opened soon. */
  onApproach: () => void;
  /** Stands below the list's head when there is no row. */
  empty: ReactNode;
}) {
  const { list, selection } = props;
  const { active, activate, show } = props.entry;
  const { toggle, extendTo } = selection;
  const scroller = useRef<HTMLDivElement>(null);
  const { rows } = list;
  const shown = useListScroll(list, active, scroller);
  const select = useCallback(
    (id: string, event: MouseEvent) => {
      activate(id);
      if (event.shiftKey) extendTo(id, list.ids);
      else toggle(id);
    },
    [activate, extendTo, toggle, list.ids],
  );
  const isLoaded = active !== null && list.ids.includes(active);
  const focusable = isLoaded ? active : (list.ids[0] ?? null);
  const isEmpty = rows.length === 0 && !list.loading;
  return (
    <>
      <div
        ref={scroller}
        data-testid="feedback-table"
        role="grid"
        aria-label="Feedback"
        aria-rowcount={props.total + 1}
        aria-multiselectable
        aria-busy={list.loading}
        tabIndex={-1}
        onPointerEnter={props.onApproach}
        onFocus={props.onApproach}
        className={`@container relative overflow-auto ${list.loading ? "opacity-60 transition-opacity delay-300" : ""} ${isEmpty ? "shrink-0" : "min-h-0 flex-1"}`}
      >
        <FeedbackTableHead
          sort={props.sort}
          onSort={props.onSort}
          selected={selection.ids.size}
          allSelected={rows.length > 0 && rows.every((row) => selection.ids.has(row.id))}
          onSelectAll={() => selection.selectAll()}
          onClear={selection.clear}
        />
        {!isEmpty && (
          <div
            role="rowgroup"
            className="relative"
            style={{ height: (list.before + rows.length) * ROW_HEIGHT }}
          >
            {shown.map((place) => {
              const row = rows[place - list.before];
              // By place: another view changes what rows say, and makes none anew.
              return row ? (
                <FeedbackTableRow
                  key={place}
                  entry={row}
                  place={place}
                  selected={selection.ids.has(row.id)}
                  active={row.id === active}
                  focusable={row.id === focusable}
                  onSelect={select}
                  onOpen={show}
                  onFocus={activate}
                />
              ) : (
                <MissingRow key={place} place={place} />
              );
            })}
          </div>
        )}
      </div>
      {isEmpty && <div className="min-h-0 flex-1 overflow-auto">{props.empty}</div>}
    </>
  );
}
