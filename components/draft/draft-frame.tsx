"use client";

import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { X } from "../ui/icons.tsx";

/** The heading of the dialog. */
export const DRAFT_TITLE_ID = "draft-title";

/** Shows a step of the dialog under its heading. */
export function DraftFrame(props: {
  title: string;
  /** Focuses the heading, for steps without a text field. */
  focus?: boolean;
  /** Runs on Ctrl+Enter, or ⌘ Enter. */
  onNext?: (() => void) | null;
  /** Runs on Escape, instead of closing the dialog. */
  onBack?: (() => void) | undefined;
  children: ReactNode;
}) {
  const { title, focus = false, onNext, onBack } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focus && title) heading.current?.focus();
  }, [focus, title]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) onNext?.();
    if (event.key !== "Escape" || !onBack || event.defaultPrevented) return;
    event.preventDefault();
    onBack();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keyboard shortcut for the button below.
    <div onKeyDown={onKeyDown} className="contents">
      <header className="flex shrink-0 items-center gap-3 border-line border-b px-4 py-2">
        <h2
          id={DRAFT_TITLE_ID}
          ref={heading}
          tabIndex={-1}
          className="untrusted min-w-0 font-semibold text-sm outline-none"
        >
          {title}
        </h2>
        <button
          type="button"
          aria-label="Close draft"
          onClick={closeDialog}
          className="ml-auto grid size-7 shrink-0 place-items-center rounded text-muted hover:bg-sunken hover:text-ink"
        >
          <X size={16} />
        </button>
      </header>
      {props.children}
    </div>
  );
}

/** Closes the dialog around the button, as Escape does. */
function closeDialog({ currentTarget }: MouseEvent): void {
  currentTarget.closest("dialog")?.close();
}
