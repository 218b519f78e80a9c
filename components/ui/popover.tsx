"use client";

import { CSPProvider } from "@base-ui/react/csp-provider";
import { Popover as Base } from "@base-ui/react/popover";
import { type ReactNode, type RefObject, use, useMemo } from "react";
import { NonceContext } from "../app/nonce.ts";

/** An open popover next to its button. Escape or a click outside closes it. */
export function Popover(props: {
  anchor: RefObject<HTMLButtonElement | null>;
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const { anchor, title, onClose } = props;
  const pinnedAnchor = useMemo(() => pinTo(anchor), [anchor]);
  return (
    <CSPProvider nonce={use(NonceContext)}>
      <Base.Root
        open
        onOpenChange={(open, details) => {
          // The button handles clicks on itself.
          const target = details.event.target;
          const isOwnButton = target instanceof Node && anchor.current?.contains(target);
          if (!open && !isOwnButton) onClose();
        }}
      >
        <Base.Portal>
          <Base.Positioner anchor={pinnedAnchor} align="start" sideOffset={4} className="z-40">
            <Base.Popup
              aria-label={title}
              finalFocus={anchor}
              className="max-h-[min(32rem,var(--available-height))] max-w-[calc(100vw-1rem)] overflow-auto rounded-md border border-line bg-surface p-1 text-ink shadow-lg"
            >
              {props.children}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}

/**
 * Pins the popover to where its button was when it opened. Choosing values changes the button's
 * width, so the popover would move under the pointer otherwise. Resizing the window moves it.
 */
function pinTo(anchor: RefObject<HTMLButtonElement | null>) {
  let rect: DOMRect | undefined;
  let size = "";
  return {
    getBoundingClientRect: () => {
      const windowSize = `${innerWidth} ${innerHeight}`;
      if (!rect || size !== windowSize)
        rect = anchor.current?.getBoundingClientRect() ?? new DOMRect();
      size = windowSize;
      return rect;
    },
  };
}
