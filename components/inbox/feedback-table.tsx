"use client";

import { useTable } from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import type { FeedbackFilters } from "../../lib/filters/feedback-filters.ts";
import { columns, features } from "./feedback-columns.tsx";
import { FeedbackTableHead } from "./feedback-table-head.tsx";
import { FeedbackTableRow, MissingRow, ROW_HEIGHT } from "./feedback-table-row.tsx";
import type { FeedbackList } from "./use-feedback-list.ts";
import { useMorePages } from "./use-more-pages.ts";
import type { Selection } from "./use-selection.ts";

/** Before the browser has measured: enough rows for the server's HTML to fill a screen. */
const FIRST_RECT = { width: 1024, height: 800 };

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
  onSelectAll: () => void;
  active: string | null;
  onActivate: (id: string) => void;
  onOpen: (id: string) => void;
  /** The pointer or the focus came to the list, so that an entry may be opened soon. */
  onApproach: () => void;
  empty: ReactNode;
}) {
  const { list, selection, active, onActivate, onOpen } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const table = useTable({ features, columns, data: list.rows, getRowId: (row) => row.id });
  const rows = table.getRowModel().rows;
  const virtualizer = useVirtualizer({
    count: list.before + rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index - list.before]?.id ?? index,
    initialRect: FIRST_RECT,
    overscan: 8,
  });
  const items = virtualizer.getVirtualItems();
  useMorePages(list, items[0]?.index ?? 0, items.at(-1)?.index ?? 0);

  const activeIndex = list.rows.findIndex((row) => row.id === active);
  useEffect(() => {
    if (activeIndex >= 0) virtualizer.scrollToIndex(list.before + activeIndex, { align: "auto" });
  }, [activeIndex, list.before, virtualizer]);

  const select = (id: string, event: MouseEvent) => {
    onActivate(id);
    if (event.shiftKey) selection.extendTo(id, list.ids);
    else selection.toggle(id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && active) onOpen(active);
    else if (event.key === " " && active) selection.toggle(active);
    else return;
    event.preventDefault();
  };

  const focusable = activeIndex >= 0 ? active : (list.rows[0]?.id ?? null);
  return (
    <div
      ref={scroller}
      data-testid="feedback-table"
      role="grid"
      aria-label="Feedback"
      aria-rowcount={props.total + 1}
      aria-multiselectable
      aria-busy={list.loading}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onPointerEnter={props.onApproach}
      onFocus={props.onApproach}
      className="@container relative min-h-0 flex-1 overflow-auto"
    >
      <FeedbackTableHead
        table={table}
        sort={props.sort}
        onSort={props.onSort}
        selected={selection.ids.size}
        allSelected={rows.length > 0 && rows.every((row) => selection.ids.has(row.id))}
        onSelectAll={props.onSelectAll}
        onClear={selection.clear}
      />
      {rows.length === 0 && !list.loading && props.empty}
      <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {items.map((item) => {
          const row = rows[item.index - list.before];
          return row ? (
            <FeedbackTableRow
              key={row.id}
              table={table}
              row={row}
              index={item.index}
              top={item.start}
              selected={selection.ids.has(row.id)}
              active={row.id === active}
              focusable={row.id === focusable}
              onSelect={select}
              onOpen={onOpen}
              onFocus={onActivate}
            />
          ) : (
            <MissingRow key={item.key} top={item.start} />
          );
        })}
      </div>
    </div>
  );
}
