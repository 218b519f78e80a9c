import { FlexRender, type Row } from "@tanstack/react-table";
import { type MouseEvent, memo, useEffect, useRef } from "react";
import type { FeedbackRow } from "../../../lib/contract/api/feedback.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { CELL, type features, GRID } from "./feedback-columns.tsx";

/** Pixels; all rows have one height, so that nothing has to be measured. */
export const ROW_HEIGHT = 40;

const PLACE = "absolute inset-x-0 top-0 h-10 contain-strict border-line border-b";

/** One entry of the list. The row itself takes the focus; its box and its click are for the mouse. */
export const FeedbackTableRow = memo(function FeedbackTableRow(props: {
  row: Row<typeof features, FeedbackRow>;
  /** In the whole list, from 0. */
  place: number;
  canSelect: boolean;
  selected: boolean;
  active: boolean;
  focusable: boolean;
  onSelect: (id: string, event: MouseEvent) => void;
  onOpen: (id: string) => void;
  onFocus: (id: string) => void;
}) {
  const { row, selected, active } = props;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The focus follows the keys while it is in the list or nowhere, never out of a field elsewhere.
    const grid = element.current?.closest("[role=grid]");
    const free = document.activeElement === document.body;
    if (active && (free || grid?.contains(document.activeElement))) {
      element.current?.focus({ preventScroll: true });
    }
  }, [active]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter and Space are handled once, on the grid.
    <div
      ref={element}
      role="row"
      data-testid="feedback-row"
      data-feedback-id={row.id}
      aria-rowindex={props.place + 2}
      aria-selected={selected}
      tabIndex={props.focusable ? 0 : -1}
      onClick={() => props.onOpen(row.id)}
      // A pressed row moves no list: a click would end on another row than it began on, and be none.
      onFocus={({ target }) => !active && target.matches(":focus-visible") && props.onFocus(row.id)}
      className={`${PLACE} ${GRID} cursor-pointer hover:bg-raised focus-visible:-outline-offset-2 ${selected ? "bg-accent-soft" : ""} ${active ? "shadow-[inset_3px_0_var(--accent)]" : ""} ${active && !selected ? "bg-raised" : ""}`}
      style={standingAt(props.place)}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: only keeps a click on the box from opening. */}
      <div role="gridcell" className="flex" onClick={(event) => event.stopPropagation()}>
        {props.canSelect && (
          <input
            type="checkbox"
            data-testid="row-select"
            aria-label={`Select ${nameOf(row.original)}`}
            tabIndex={-1}
            checked={selected}
            readOnly
            onClick={(event) => props.onSelect(row.id, event)}
            className="size-4 accent-accent"
          />
        )}
      </div>
      {row.getAllCells().map((cell) => (
        <div key={cell.column.id} role="gridcell" className={CELL[cell.column.id]}>
          <FlexRender cell={cell} />
        </div>
      ))}
    </div>
  );
});

function standingAt(place: number) {
  return { transform: `translateY(${place * ROW_HEIGHT}px)` };
}

/** What a row is called by those who cannot see it. */
function nameOf({ comment, page }: FeedbackRow): string {
  return displayable(comment?.slice(0, 60) || page);
}

/** Stands where a row was let go and is being read again. */
export function MissingRow({ place }: { place: number }) {
  return (
    <div aria-hidden className={`${PLACE} grid items-center px-3`} style={standingAt(place)}>
      <span className="h-3 w-2/5 rounded bg-sunken" />
    </div>
  );
}
