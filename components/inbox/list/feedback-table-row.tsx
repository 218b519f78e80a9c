import { FlexRender, type Row } from "@tanstack/react-table";
import { type CSSProperties, type MouseEvent, memo, useEffect, useRef, useState } from "react";
import type { FeedbackRow } from "../../../lib/contract/api/feedback.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import type { features } from "./feedback-columns.tsx";

const RowActions = lazyPart({
  load: () => import("../reached-parts.ts").then((module) => module.RowActions),
  early: "used",
});

interface RowProps {
  row: Row<typeof features, FeedbackRow>;
  /** In the whole list, from 0. */
  index: number;
  canSelect: boolean;
  selected: boolean;
  active: boolean;
  focusable: boolean;
  onSelect: (id: string, event: MouseEvent) => void;
  onOpen: (id: string) => void;
  onFocus: (id: string) => void;
}

/** One item of the list. The row receives the focus; its checkbox is for pointers only. */
export const FeedbackTableRow = memo(function FeedbackTableRow(props: RowProps) {
  const { row, selected, active } = props;
  const element = useRef<HTMLDivElement>(null);
  const [isHovered, setHovered] = useState(false);
  useEffect(() => {
    // Move the focus only if it is in the list or nowhere, never away from another control.
    const grid = element.current?.closest("[role=grid]");
    const isUnfocused = document.activeElement === document.body;
    if (active && (isUnfocused || grid?.contains(document.activeElement))) {
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
      aria-rowindex={props.index + 2}
      aria-selected={selected}
      tabIndex={props.focusable ? 0 : -1}
      onClick={(event) => (isOnControl(event) ? props.onFocus : props.onOpen)(row.id)}
      // Only for keyboard focus: activating a row scrolls the list, and the click would miss the row.
      onFocus={({ target }) => !active && target.matches(":focus-visible") && props.onFocus(row.id)}
      onPointerEnter={({ pointerType }) => setHovered(pointerType !== "touch")}
      onPointerLeave={({ currentTarget }) => setHovered(hasFocusWithin(currentTarget))}
      onBlur={({ currentTarget }) => !currentTarget.matches(":hover") && setHovered(false)}
      data-active={active || undefined}
      className={row.original.group?.items === 0 ? "list-row list-member" : "list-row"}
      style={positionOf(props.index)}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click next to the checkbox selects the item, too. */}
      <div
        role="gridcell"
        className="list-select"
        onClick={(event) => {
          event.stopPropagation();
          if (props.canSelect) props.onSelect(row.id, event);
        }}
      >
        {props.canSelect && (
          <input
            type="checkbox"
            data-testid="row-select"
            aria-label={`Select ${labelOf(row.original, props.index)}`}
            tabIndex={-1}
            checked={selected}
            // The cell handles the click.
            onChange={ignore}
          />
        )}
      </div>
      {row.getAllCells().map((cell) => (
        <FlexRender key={cell.column.id} cell={cell} />
      ))}
      {isHovered && <RowActions item={row.original} />}
    </div>
  );
}, isSameRow);

/** The table makes a new object for every row whenever rows are loaded. */
function isSameRow(before: RowProps, after: RowProps): boolean {
  const names = Object.keys(after) as (keyof RowProps)[];
  return (
    before.row.original === after.row.original &&
    names.every((name) => name === "row" || before[name] === after[name])
  );
}

/** Whether a click is on the pull request, or on the button that shows the row's group; keys act on the row from then on. */
function isOnControl({ target }: MouseEvent): boolean {
  return target instanceof Element && target.closest("a, [data-testid=row-group]") !== null;
}

/** Whether a control of the row has the focus. */
function hasFocusWithin(row: HTMLElement): boolean {
  return row.matches(":focus-within:not(:focus)");
}

function ignore() {}

function positionOf(index: number) {
  return { "--row": index } as CSSProperties;
}

/** The accessible name of an item. Without words, many are about the same page. */
function labelOf({ comment, page }: FeedbackRow, index: number): string {
  return displayable(comment?.slice(0, 32) || `${page}, row ${index + 1}`);
}

/** A placeholder for a row that was dropped from memory and is loading again. */
export function PlaceholderRow({ index }: { index: number }) {
  return (
    <div aria-hidden className="list-row" style={positionOf(index)}>
      <span className="col-span-full h-3 w-2/5 rounded bg-sunken" />
    </div>
  );
}
