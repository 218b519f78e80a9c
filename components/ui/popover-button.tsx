"use client";

import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { Popover } from "./popover.tsx";

/**
 * A button that opens a popover. `onPrefetch` runs when the button is hovered or focused, to load the
 * content's code or data.
 */
export function PopoverButton(props: {
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
  /** `typedAhead` is what was typed while the content was loading. */
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
  // The popover itself has the focus until its content is loaded. Keys typed meanwhile are for that.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    setTypedAhead((typed) => typed + event.key);
    event.preventDefault();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        title={props.hint}
        data-testid={props.testId}
        data-chosen={props.isActive || undefined}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={props.onPrefetch}
        onFocus={props.onPrefetch}
        onClick={(event) => {
          // The browser would close the popover as well.
          event.preventDefault();
          setOpen(!open);
        }}
        className={props.className}
      >
        {props.label}
      </button>
      {open && (
        <Popover
          anchor={button}
          title={props.title}
          onClose={() => setOpen(false)}
          onKeyDown={onKeyDown}
        >
          {props.children(() => setOpen(false), typedAhead)}
        </Popover>
      )}
    </>
  );
}
