import type { HideableColumn } from "../../../lib/contract/api/list-layouts.ts";
import { withWidth } from "../../app/list-layout.ts";
import { chooseLayout, shownLayout, showWidths } from "../../views/shown-layout.ts";

/** Pixels of a header's cell that belong to the edge before it. */
const EDGE_PX = 4;

/**
 * Lets columns be resized at the edges of their headers, which style sheets show; a double click resets one. The inbox's
 * menu has the same for keyboards and fingers.
 */
export function enableColumnWidths(): void {
  addEventListener("pointerdown", startResizing);
  addEventListener("dblclick", reset);
}

/** The edge between two columns: the one that it resizes, and its cell in the header. */
interface Edge {
  column: HideableColumn;
  cell: HTMLElement;
  /** 1 if moving it to the right makes the column wider. */
  direction: 1 | -1;
}

function startResizing(event: PointerEvent): void {
  const edge = event.button === 0 ? edgeAt(event) : null;
  if (!edge || !(event.target instanceof HTMLElement)) return;
  event.preventDefault();
  const { column, cell, direction } = edge;
  const [before, width] = [shownLayout(), cell.offsetWidth];
  const listening = new AbortController();
  const { signal } = listening;
  const header = event.target;
  // The pointer may leave the edge.
  header.setPointerCapture(event.pointerId);
  header.style.cursor = "col-resize";
  signal.addEventListener("abort", () => header.style.removeProperty("cursor"));
  let isMoved = false;
  addEventListener(
    "pointermove",
    ({ clientX }) => {
      isMoved ||= clientX !== event.clientX;
      if (!isMoved) return;
      showWidths(withWidth(before, column, width + direction * (clientX - event.clientX)));
    },
    { signal },
  );
  addEventListener(
    "pointerup",
    () => {
      listening.abort();
      // As wide as there was room.
      if (isMoved) chooseLayout(withWidth(before, column, cell.offsetWidth));
    },
    { signal },
  );
  const cancel = () => {
    listening.abort();
    showWidths(before);
  };
  addEventListener("pointercancel", cancel, { signal });
  addEventListener(
    "keydown",
    (pressed) => {
      if (pressed.key !== "Escape") return;
      // It would clear the selection as well.
      pressed.stopPropagation();
      cancel();
    },
    { signal, capture: true },
  );
}

function reset(event: MouseEvent): void {
  const edge = edgeAt(event);
  if (edge) chooseLayout(withWidth(shownLayout(), edge.column, null));
}

/**
 * Returns the edge under the pointer. The comment's column takes the remaining width, so its edge resizes the
 * status column.
 */
function edgeAt({ target, clientX }: MouseEvent): Edge | null {
  if (!(target instanceof HTMLElement) || !target.matches(".list-header > *")) return null;
  if (clientX >= target.getBoundingClientRect().left + EDGE_PX) return null;
  const [, status, comment, page, job, date] = target.parentElement?.children ?? [];
  if (target === comment && status instanceof HTMLElement) {
    return { column: "status", cell: status, direction: 1 };
  }
  const column =
    target === page ? "page" : target === job ? "job" : target === date ? "date" : null;
  return column && { column, cell: target, direction: -1 };
}
