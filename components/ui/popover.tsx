"use client";

import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";

/** Pixels between the popover and its button, and between the popover and the window. */
const BUTTON_GAP_PX = 4;
const WINDOW_MARGIN_PX = 8;

const FOCUSABLE = "input:not(:disabled), button:not(:disabled), select, textarea, a[href]";

/**
 * An open popover next to its button, in the browser's top layer. Escape, a click outside, or moving
 * the focus elsewhere closes it; the focus then returns to the button.
 */
export function Popover(props: {
  anchor: RefObject<HTMLButtonElement | null>;
  title: string;
  onClose: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  children: ReactNode;
}) {
  const popup = useRef<HTMLDivElement>(null);
  const onClose = useRef(props.onClose);
  useLayoutEffect(() => {
    onClose.current = props.onClose;
  });
  const { anchor } = props;
  useLayoutEffect(() => {
    const element = popup.current;
    const button = anchor.current;
    if (!element || !button) return;
    return open(element, button, () => onClose.current());
  }, [anchor]);
  return (
    <div
      ref={popup}
      popover="auto"
      role="dialog"
      aria-label={props.title}
      tabIndex={-1}
      onKeyDown={(event) => event.target === event.currentTarget && props.onKeyDown(event)}
      className="popover"
    >
      {props.children}
    </div>
  );
}

/** Shows the popover and moves the focus into it. @returns how to close it */
function open(popup: HTMLElement, button: HTMLButtonElement, onClose: () => void): () => void {
  // "toggle" comes in a task of its own, after a key that was pressed right after Escape.
  const onToggle = ({ newState }: ToggleEvent) => {
    if (newState !== "closed") return;
    if (document.activeElement === document.body) button.focus();
    onClose();
  };
  const onFocusOut = ({ relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Node)) return;
    if (!popup.contains(relatedTarget) && !button.contains(relatedTarget)) onClose();
  };
  // A click on its own button doesn't count as a click outside, so the button can close it.
  button.popoverTargetElement = popup;
  popup.showPopover();
  const stopPlacing = keepPlaced(popup, button);
  popup.addEventListener("beforetoggle", onToggle);
  popup.addEventListener("focusout", onFocusOut);
  const chosen = popup.querySelector<HTMLElement>("[type=radio]:checked");
  (chosen ?? popup.querySelector<HTMLElement>(FOCUSABLE) ?? popup).focus({ preventScroll: true });
  return () => {
    popup.removeEventListener("beforetoggle", onToggle);
    popup.removeEventListener("focusout", onFocusOut);
    stopPlacing();
    button.popoverTargetElement = null;
    if (popup.contains(document.activeElement)) button.focus({ preventScroll: true });
    popup.hidePopover();
  };
}

/**
 * Places the popover below its button, or above if there is more room. It stays where the button was
 * when it opened: choosing values changes the button's width, and the popover would move under the
 * pointer. Resizing the window moves it.
 */
function keepPlaced(popup: HTMLElement, button: HTMLElement): () => void {
  let rect = button.getBoundingClientRect();
  const place = () => {
    const below = innerHeight - rect.bottom - BUTTON_GAP_PX - WINDOW_MARGIN_PX;
    const above = rect.top - BUTTON_GAP_PX - WINDOW_MARGIN_PX;
    const isAbove = popup.scrollHeight > below && above > below;
    const left = Math.min(rect.left, innerWidth - popup.offsetWidth - WINDOW_MARGIN_PX);
    popup.style.left = `${Math.max(WINDOW_MARGIN_PX, left)}px`;
    popup.style.top = isAbove ? "auto" : `${rect.bottom + BUTTON_GAP_PX}px`;
    popup.style.bottom = isAbove ? `${innerHeight - rect.top + BUTTON_GAP_PX}px` : "auto";
    popup.style.setProperty("--available-height", `${isAbove ? above : below}px`);
  };
  const onResize = () => {
    rect = button.getBoundingClientRect();
    place();
  };
  place();
  const observer = new ResizeObserver(place);
  observer.observe(popup);
  addEventListener("resize", onResize);
  return () => {
    observer.disconnect();
    removeEventListener("resize", onResize);
  };
}
