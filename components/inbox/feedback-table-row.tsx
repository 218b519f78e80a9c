import { type MouseEvent, memo, useEffect, useRef } from "react";
import type { FeedbackRow } from "../../lib/contract/dashboard.ts";
import { displayable } from "../../lib/prompt/displayable.ts";
import { CELL, columns, GRID } from "./feedback-columns.tsx";

/** Pixels; all rows have one height, so that nothing has to be measured. */
export const ROW_HEIGHT = 40;

const PLACE = "absolute inset-x-0 top-0 h-10 contain-strict border-line border-b";

/** One entry of the list. The row itself takes the focus; its box and its click are for the mouse. */
export const FeedbackTableRow = memo(function FeedbackTableRow(props: {
  entry: FeedbackRow;
  /** In the whole list, from 0. */
  place: number;
  selected: boolean;
  active: boolean;
  focusable: boolean;
  onSelect: (id: string, event: MouseEvent) => void;
  onOpen: (id: string) => void;
  onFocus: (id: string) => void;
}) {
  const { entry, selected, active } = props;
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
      data-feedback-id={entry.id}
      aria-rowindex={props.place + 2}
      aria-selected={selected}
      tabIndex={props.focusable ? 0 : -1}
      onClick={() => props.onOpen(entry.id)}
      // A pressed row moves no list: a click would end on another row than it began on, and be none.
      onFocus={({ target }) => target.matches(":focus-visible") && props.onFocus(entry.id)}
      className={`${PLACE} ${GRID} cursor-pointer hover:bg-raised focus-visible:-outline-offset-2 ${selected ? "bg-accent-soft" : ""} ${active ? "shadow-[inset_3px_0_var(--accent)]" : ""} ${active && !selected ? "bg-raised" : ""}`}
      style={standingAt(props.place)}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: only keeps a click on the box from opening. */}
      <div role="gridcell" className="flex" onClick={(event) => event.stopPropagation()}>
        <input
          type="checkbox"
          data-testid="row-select"
          aria-label={`Select ${nameOf(entry)}`}
          tabIndex={-1}
          checked={selected}
          readOnly
          onClick={(event) => props.onSelect(entry.id, event)}
          className="size-4 accent-accent"
        />
      </div>
      {columns.map(({ id, cell }) => (
        <div key={id} role="gridcell" className={CELL[id]}>
          {cell(entry)}
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
