"use client";

import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from "react";

/**
 * An open modal dialog. Escape closes it; the rest of the page is inert, and the focus returns to
 * where it was.
 */
export function Modal(props: {
  /** The ID of the heading. */
  labelledBy: string;
  /** Whether a click outside closes it, too. */
  isLight?: boolean;
  /** The classes of its place and size. */
  className: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const onClose = useRef(props.onClose);
  useLayoutEffect(() => {
    onClose.current = props.onClose;
  });
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const listening = new AbortController();
    // "close" alone comes in a task of its own, after a key that was pressed right after Escape.
    for (const type of ["cancel", "close"]) {
      element.addEventListener(
        type,
        (event) => {
          event.preventDefault();
          onClose.current();
        },
        { signal: listening.signal },
      );
    }
    element.showModal();
    return () => {
      listening.abort();
      element.close();
    };
  }, []);
  const onClick = ({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>) => {
    // A click on the backdrop is a click on the dialog, but not within its box.
    if (!props.isLight || target !== currentTarget) return;
    const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
    const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
    if (!isInside) props.onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it for keyboards.
    <dialog
      ref={dialog}
      aria-labelledby={props.labelledBy}
      onClick={onClick}
      className={`fixed w-auto flex-col rounded-lg border border-line bg-surface text-ink shadow-2xl outline-none backdrop:bg-black/40 open:flex ${props.className}`}
    >
      {props.children}
    </dialog>
  );
}
