"use client";

import { lazy, type ReactNode, Suspense, useRef, useState } from "react";

const load = () => import("./popover.tsx");
const Popover = lazy(() => load().then((module) => ({ default: module.Popover })));

/**
 * A button that opens a popover. The popover's code loads when the button is first hovered or
 * focused; `onPrefetch` runs at the same time, to load the content's code or data.
 */
export function LazyPopover(props: {
  label: ReactNode;
  title: string;
  /** The button's tooltip. */
  hint?: string;
  testId?: string;
  className?: string;
  onPrefetch?: () => void;
  children: (close: () => void) => ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const prefetch = () => {
    void load();
    props.onPrefetch?.();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        title={props.hint}
        data-testid={props.testId}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => setOpen(!open)}
        className={props.className}
      >
        {props.label}
      </button>
      {open && (
        <Suspense>
          <Popover anchor={button} title={props.title} onClose={() => setOpen(false)}>
            {props.children(() => setOpen(false))}
          </Popover>
        </Suspense>
      )}
    </>
  );
}
