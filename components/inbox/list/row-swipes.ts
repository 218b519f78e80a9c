import type { RefObject } from "react";

/** Decides about the items of a row. */
export type DecideRow = (id: string, status: "resolved" | "dismissed") => void;

/** Pixels after which a finger that moves sideways swipes, and after which a swipe decides. */
const BEGINS_PX = 12;
const DECIDES_PX = 96;
/** How many times further a swipe goes sideways than up or down. */
const SIDEWAYS = 2;
/** Milliseconds in which a row that was let go earlier returns. */
const RETURN_MS = 120;

interface Touch {
  row: HTMLElement;
  id: string | undefined;
  pointerId: number;
  x: number;
  y: number;
  /** What shows behind the row once it is swiped. */
  behind: HTMLElement | null;
}

let decide: RefObject<DecideRow> | null = null;
let touch: Touch | null = null;

/**
 * Lets a finger decide about a row: to the right resolves it, to the left dismisses it. Scrolling is the browser's: it
 * takes the pointer away as soon as a finger moves up or down.
 */
export function enableRowSwipes(decideRow: RefObject<DecideRow>): void {
  decide = decideRow;
  addEventListener("pointerdown", begin);
  addEventListener("pointermove", move);
  addEventListener("pointerup", finish);
  addEventListener("pointercancel", cancel);
}

function begin({ target, pointerType, pointerId, clientX: x, clientY: y }: PointerEvent): void {
  if (touch) {
    // A second finger zooms.
    cancel();
    return;
  }
  if (pointerType !== "touch" || !(target instanceof Element)) return;
  const row = target.closest<HTMLElement>("[data-feedback-id]");
  if (row) touch = { row, id: row.dataset.feedbackId, pointerId, x, y, behind: null };
}

function move(event: PointerEvent): void {
  if (touch?.pointerId !== event.pointerId) return;
  const { row, x, y } = touch;
  const dx = event.clientX - x;
  touch.behind ??= isSideways(dx, event.clientY - y) ? showBehind(row) : null;
  if (!touch.behind) return;
  row.style.translate = `${dx}px`;
  touch.behind.dataset.decision = decisionOf(dx);
  touch.behind.toggleAttribute("data-decides", Math.abs(dx) >= DECIDES_PX);
}

function finish(event: PointerEvent): void {
  if (touch?.pointerId !== event.pointerId) return;
  const { row, id, x, behind } = touch;
  const dx = event.clientX - x;
  if (!behind || Math.abs(dx) < DECIDES_PX || id === undefined) {
    cancel();
    return;
  }
  putBack(row, behind);
  touch = null;
  // Someone else's change may have put another item in the row since then.
  if (id === row.dataset.feedbackId) decide?.current(id, decisionOf(dx));
}

/** Returns the row to its place without a decision. */
function cancel(): void {
  const { row, behind } = touch ?? {};
  touch = null;
  if (!row || !behind) return;
  const { translate } = row.style;
  putBack(row, behind);
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  row.animate([{ translate }, { translate: "0" }], RETURN_MS);
}

function putBack(row: HTMLElement, behind: HTMLElement): void {
  row.style.translate = "";
  row.removeAttribute("data-swiped");
  behind.remove();
}

function isSideways(dx: number, dy: number): boolean {
  return Math.abs(dx) > BEGINS_PX && Math.abs(dx) > SIDEWAYS * Math.abs(dy);
}

function decisionOf(dx: number): "resolved" | "dismissed" {
  return dx > 0 ? "resolved" : "dismissed";
}

/** Shows what the swipe does, in the row's place. */
function showBehind(row: HTMLElement): HTMLElement {
  row.toggleAttribute("data-swiped", true);
  const behind = document.createElement("div");
  behind.className = "list-swipe";
  behind.ariaHidden = "true";
  behind.style.setProperty("--row", row.style.getPropertyValue("--row"));
  row.parentElement?.prepend(behind);
  return behind;
}
