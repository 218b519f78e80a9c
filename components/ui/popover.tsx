"use client";

import { CSPProvider } from "@base-ui/react/csp-provider";
import { Popover as Base } from "@base-ui/react/popover";
import { type ReactNode, type RefObject, use, useMemo } from "react";
import { NonceContext } from "../app/nonce.ts";

/** An open popup beside its button. Escape or a press elsewhere closes it. */
export function Popover(props: {
  anchor: RefObject<HTMLButtonElement | null>;
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const { anchor, title, onClose } = props;
  const place = useMemo(() => pinned(anchor), [anchor]);
  return (
    <CSPProvider nonce={use(NonceContext)}>
      <Base.Root
        open
        onOpenChange={(open, details) => {
          // A press on the button itself is the button's to answer.
          const target = details.event.target;
          const own = target instanceof Node && anchor.current?.contains(target);
          if (!open && !own) onClose();
        }}
      >
        <Base.Portal>
          <Base.Positioner anchor={place} align="start" sideOffset={4} className="z-40">
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
 * Where the button stood when its popup opened. What is chosen changes the button's text and with it
 * its place; the popup stays under the hand, until the window itself changes.
 */
function pinned(anchor: RefObject<HTMLButtonElement | null>) {
  let rect: DOMRect | undefined;
  let size = "";
  return {
    getBoundingClientRect: () => {
      const now = `${innerWidth} ${innerHeight}`;
      if (!rect || size !== now) rect = anchor.current?.getBoundingClientRect() ?? new DOMRect();
      size = now;
      return rect;
    },
  };
}
