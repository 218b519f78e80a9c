"use client";

import { type ReactNode, useEffect, useState } from "react";
import { IconButton } from "./icon-button.tsx";
import { X } from "./icons.tsx";

/** Milliseconds before a message closes, unless it is hovered or focused. */
const TIMEOUT_MS = 7_000;

/**
 * A short message about what just happened. Render it inside a live region that already exists, so
 * that screen readers announce it. Errors stay until they are closed.
 */
export function Toast(props: {
  tone: "plain" | "bad";
  /** Identifies the message, so that a new one starts the timer again. */
  message: unknown;
  children: ReactNode;
  onClose: () => void;
}) {
  const { tone, message, onClose } = props;
  const [isHeld, setIsHeld] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message starts the timer again
  useEffect(() => {
    if (isHeld || tone === "bad") return;
    const timer = setTimeout(onClose, TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [isHeld, tone, message, onClose]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the timer.
    <div
      data-testid="toast"
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      className={`toast toast-${tone}`}
    >
      {props.children}
      <IconButton label="Dismiss message" onClick={onClose}>
        <X size={14} />
      </IconButton>
    </div>
  );
}
