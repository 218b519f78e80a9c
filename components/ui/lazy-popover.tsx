"use client";

import { lazy, type ReactNode, Suspense, useRef, useState } from "react";

const load = () => import("./popover.tsx");
const Popover = lazy(() => load().then((module) => ({ default: module.Popover })));

/**
 * A button with a popup whose code arrives when the button is first approached, and that of its
 * content with it, where `onPrefetch` asks for that.
 */
export function LazyPopover(props: {
  label: ReactNode;
  title: string;
  testId?: string;
  className?: string;
  onPrefetch?: () => void;
  children: (close: () => void) => ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const approach = () => {
    void load();
    props.onPrefetch?.();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        data-testid={props.testId}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={approach}
        onFocus={approach}
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
