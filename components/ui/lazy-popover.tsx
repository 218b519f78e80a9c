"use client";

import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { lazyPart } from "./lazy-part.tsx";

const Popover = lazyPart({
  name: "this menu",
  load: () => import("./popover.tsx").then((module) => module.Popover),
  failure: "floating",
});

/**
 * A button that opens a popover. If the popover's code isn't loaded yet, it loads when the button is
 * first hovered or focused; `onPrefetch` runs at the same time, to load the content's code or data.
 */
export function LazyPopover(props: {
  label: ReactNode;
  title: string;
  /** The button's tooltip. */
  hint?: string;
  /** Whether the button's filter is on; shown in forced colors. */
  isActive?: boolean;
  testId?: string;
  className?: string;
  onPrefetch?: () => void;
  onOpenChange?: (open: boolean) => void;
  /** `typedAhead` is what was typed while the popover was loading. */
  children: (close: () => void, typedAhead: string) => ReactNode;
}) {
  const [open, setOpenState] = useState(false);
  const [typedAhead, setTypedAhead] = useState("");
  const button = useRef<HTMLButtonElement>(null);
  const setOpen = (next: boolean) => {
    setOpenState(next);
    setTypedAhead("");
    props.onOpenChange?.(next);
  };
  const prefetch = () => {
    Popover.preload();
    props.onPrefetch?.();
  };
  // The button has the focus until the popover is loaded. Keys typed meanwhile are for the popover.
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") setOpen(false);
    else if (event.key.length === 1) setTypedAhead((typed) => typed + event.key);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        title={props.hint}
        data-testid={props.testId}
        data-chosen={props.isActive}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => setOpen(!open)}
        onKeyDown={onKeyDown}
        className={props.className}
      >
        {props.label}
      </button>
      {open && (
        <Popover anchor={button} title={props.title} onClose={() => setOpen(false)}>
          {props.children(() => setOpen(false), typedAhead)}
        </Popover>
      )}
    </>
  );
}
