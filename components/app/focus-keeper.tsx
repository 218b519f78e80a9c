"use client";

import { type ReactNode, useEffect, useRef } from "react";

/**
 * Keeps the keyboard in its place. A control that was disabled while its action ran gets the focus back. If the
 * focused control goes away, its replacement gets the focus, or else the part around it: never a control, which a key
 * that is held down would press.
 */
export function FocusKeeper(props: { className: string; children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => (part.current ? keepFocus(part.current) : undefined), []);
  return (
    <div ref={part} className={props.className}>
      {props.children}
    </div>
  );
}

/** @returns a function that stops it */
function keepFocus(part: HTMLElement): () => void {
  const listening = new AbortController();
  let focused: HTMLElement | null = null;
  let wasDisabled = false;
  const remember = (target: EventTarget | null) => {
    focused = target instanceof HTMLElement && part.contains(target) ? target : null;
    wasDisabled = false;
  };
  const options = { capture: true, signal: listening.signal };
  // A click beside the controls takes the focus away on purpose.
  document.addEventListener("pointerdown", () => remember(null), options);
  document.addEventListener("focusin", ({ target }) => remember(target), options);
  const observer = new MutationObserver((changes) => {
    if (!focused || document.activeElement !== document.body) return;
    if (!focused.isConnected) return focusPlaceOf(focused, changes);
    if (focused.matches(":disabled")) wasDisabled = true;
    else if (wasDisabled) focused.focus({ preventScroll: true });
  });
  observer.observe(part, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  return () => {
    listening.abort();
    observer.disconnect();
  };
}

const CONTROL = "a, button, input, select, textarea, summary";

/** Focuses what is now where an element was, or the nearest part around it that can be seen. */
function focusPlaceOf(removed: HTMLElement, changes: MutationRecord[]): void {
  const change = changes.findLast(
    ({ target, removedNodes }) =>
      target.isConnected && [...removedNodes].some((node) => node.contains(removed)),
  );
  if (!(change?.target instanceof HTMLElement)) return;
  const { target, previousSibling } = change;
  const next =
    previousSibling === null
      ? target.firstElementChild
      : previousSibling instanceof Element && previousSibling.parentNode === target
        ? previousSibling.nextElementSibling
        : null;
  let place: HTMLElement | null =
    next instanceof HTMLElement && !next.matches(CONTROL) ? next : target;
  while (place && document.activeElement === document.body) {
    if (!place.hasAttribute("tabindex")) place.tabIndex = -1;
    // One that can't be seen, such as a place that is kept free, isn't focused.
    place.focus({ preventScroll: true });
    place = place.parentElement;
  }
}
