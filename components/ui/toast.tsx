"use client";

import { X } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";

/** Milliseconds that a toast stays, unless the pointer or the focus is on it. */
const STAYS = 7_000;

const LOOK = {
  plain: "border-line-strong bg-surface text-ink",
  bad: "border-bad bg-bad-soft text-bad",
} as const;

/**
 * A word on what was just done, at the lower edge. It stands inside a live region of the caller's,
 * which has to be there before it. What failed stays until it is closed.
 */
export function Toast(props: {
  tone: keyof typeof LOOK;
  children: ReactNode;
  onClose: () => void;
}) {
  const { tone, onClose } = props;
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held || tone === "bad") return;
    const timer = setTimeout(onClose, STAYS);
    return () => clearTimeout(timer);
  }, [held, tone, onClose]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: being on it holds its clock, nothing else.
    <div
      data-testid="toast"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={`pointer-events-auto flex max-w-full items-center gap-3 rounded-md border py-1.5 pr-1.5 pl-3 shadow-lg ${LOOK[tone]}`}
    >
      {props.children}
      <button
        type="button"
        aria-label="Close this message"
        onClick={onClose}
        className="grid size-6 shrink-0 place-items-center rounded hover:bg-sunken"
      >
        <X aria-hidden size={14} />
      </button>
    </div>
  );
}
