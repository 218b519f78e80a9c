"use client";

import { type RefObject, useEffect, useState } from "react";

/** Rows of all parts in one frame, and of one part at a time: more than a screen shows, and little enough for every frame. */
export const ROWS_PER_FRAME = 60;
/** Each part counts as at least this many rows, however few it has. */
const ROWS_OF_PART = 15;
/** How far from the screen parts come first. */
const NEAR_MARGIN = "800px 0px";

/** A part of a page that isn't rendered, or isn't up to date. */
interface Waiting {
  rows: number;
  isNear: boolean;
  show: (rows: number) => void;
}

const waiting = new Map<Element, Waiting>();
let observer: IntersectionObserver | undefined;
let isScheduled = false;

/** The displayed state of a part: its value, and how many of its rows are shown. */
interface Shown<Value> {
  value: Value | undefined;
  rows: number;
  /** Whether the part was shown from the start. */
  isFirst: boolean;
}

/**
 * Shows the parts of a long page a few rows at a time, those near the screen first, so that no frame takes long. A part that
 * is shown stays as it is until it is its turn to be shown as another value says.
 * @param rows how many the part has
 * @param place what is on the screen where the part will be
 * @param atOnce rows that are shown from the start
 */
export function useScheduledRows<Value>(
  value: Value,
  rows: number,
  place: RefObject<Element | null>,
  atOnce = 0,
): Shown<Value> {
  const [shown, setShown] = useState<Shown<Value>>(() =>
    atOnce > 0
      ? { ...after(undefined, value, atOnce, rows), isFirst: true }
      : { value: undefined, rows: 0, isFirst: true },
  );
  const isBehind = shown.value !== value || shown.rows < rows;
  useEffect(() => {
    if (!isBehind || !place.current) return;
    return wait(place.current, rows, (more) => setShown(after(shown, value, more, rows)));
  }, [shown, isBehind, value, rows, place]);
  return shown;
}

/** A part that was shown completely stays complete when it grows. */
function after<Value>(
  before: Shown<Value> | undefined,
  value: Value,
  more: number,
  rows: number,
): Shown<Value> {
  const all = (before?.value === value ? before.rows : 0) + more;
  return { value, rows: all < rows ? all : Number.POSITIVE_INFINITY, isFirst: false };
}

/** @returns a function that cancels the wait */
function wait(element: Element, rows: number, show: Waiting["show"]): () => void {
  observer ??= new IntersectionObserver(onMove, { rootMargin: NEAR_MARGIN });
  waiting.set(element, { rows, isNear: false, show });
  observer.observe(element);
  return () => leave(element);
}

function leave(element: Element): void {
  waiting.delete(element);
  observer?.unobserve(element);
}

/** Called for each new element as well. */
function onMove(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    const part = waiting.get(target);
    if (part) part.isNear = isIntersecting;
  }
  schedule();
}

function schedule(): void {
  if (isScheduled || waiting.size === 0) return;
  isScheduled = true;
  requestAnimationFrame(takeTurns);
}

function takeTurns(): void {
  isScheduled = false;
  let left = ROWS_PER_FRAME;
  const inOrder = [...waiting].toSorted(
    ([, one], [, other]) => Number(other.isNear) - Number(one.isNear),
  );
  for (const [element, { rows, show }] of inOrder) {
    if (left <= 0) break;
    const given = Math.min(rows, ROWS_PER_FRAME);
    left -= Math.max(given, ROWS_OF_PART);
    leave(element);
    show(given);
  }
  schedule();
}
