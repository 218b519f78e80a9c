import type { Row } from "@tanstack/react-table";
import {
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
} from "react";
import type { FeedbackRow } from "../../../lib/contract/api/feedback.ts";
import type { Selection } from "../triage/use-selection.ts";
import type { ActiveItem } from "../use-active-item.ts";
import type { features } from "./feedback-columns.tsx";
import { FeedbackTableRow, PlaceholderRow } from "./feedback-table-row.tsx";
import type { FeedbackList } from "./use-feedback-list.ts";
import { useListScroll } from "./use-list-scroll.ts";

/** Renders only the rows near the viewport, in a container as tall as all of them. */
export function FeedbackRows(props: {
  list: FeedbackList;
  /** The rows of `list`, in the same order. */
  rows: Row<typeof features, FeedbackRow>[];
  selection: Selection;
  item: ActiveItem;
  scroller: RefObject<HTMLDivElement | null>;
}) {
  const { list, selection, scroller } = props;
  const { ids, itemsOf } = list;
  const { activeId, activate, open } = props.item;
  const { toggle, extendTo } = selection;
  useFocusOfLastRow(scroller);
  const visible = useListScroll(list, activeId, scroller);
  // A ref, because as a dependency, newly loaded rows would render all rows again.
  const selectable = useRef({ ids, itemsOf });
  useLayoutEffect(() => {
    selectable.current = { ids, itemsOf };
  }, [ids, itemsOf]);
  const select = useCallback(
    (id: string, event: MouseEvent) => {
      activate(id);
      if (event.shiftKey) extendTo(id, selectable.current);
      else toggle(selectable.current.itemsOf([id]));
    },
    [activate, extendTo, toggle],
  );
  const press = usePressedItem();
  const isLoaded = activeId !== null && ids.includes(activeId);
  const focusable = isLoaded ? activeId : (ids[0] ?? null);
  return (
    <div
      role="rowgroup"
      {...press}
      className="relative"
      style={{ height: `calc(${list.offset + list.rows.length} * var(--row-height))` }}
    >
      {visible.map(({ index, key }) => {
        const row = props.rows[index - list.offset];
        return row ? (
          <FeedbackTableRow
            key={key}
            row={row}
            index={index}
            canSelect={selection.isPossible}
            selected={selection.ids.has(row.id)}
            active={row.id === activeId}
            focusable={row.id === focusable}
            onSelect={select}
            onOpen={open}
            onFocus={activate}
          />
        ) : (
          <PlaceholderRow key={key} index={index} />
        );
      })}
    </div>
  );
}

/**
 * Ignores a click that is released on another item than it was pressed on: while a button is down, a new row, or one
 * that a teammate decided, can put another item into the same element.
 */
function usePressedItem() {
  const pressed = useRef<string | undefined>(undefined);
  const onClick = (event: MouseEvent) => {
    // A click without a pointer, such as by a screen reader, has no press.
    if (event.detail === 0 || pressed.current === itemAt(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    onPointerDownCapture: ({ target }: PointerEvent) => {
      pressed.current = itemAt(target);
    },
    onClickCapture: onClick,
    onAuxClickCapture: onClick,
  };
}

function itemAt(target: EventTarget): string | undefined {
  if (!(target instanceof Element)) return undefined;
  return target.closest<HTMLElement>("[data-feedback-id]")?.dataset.feedbackId;
}

/** Keeps the focus in the list when its last row goes away, so that Tab and the keys continue there. */
function useFocusOfLastRow(scroller: RefObject<HTMLDivElement | null>): void {
  useLayoutEffect(
    () => () => {
      if (document.activeElement?.matches("[data-feedback-id]")) scroller.current?.focus();
    },
    [scroller],
  );
}
