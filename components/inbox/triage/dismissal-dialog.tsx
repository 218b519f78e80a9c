"use client";

import { type KeyboardEvent, useEffect, useRef } from "react";
import { displayable } from "../../../lib/text/displayable.ts";
import { useDismissalReasons } from "../../app/use-dismissal-reasons.ts";
import { Kbd } from "../../ui/kbd.tsx";
import { Modal } from "../../ui/modal.tsx";

const TITLE_ID = "dismissal-title";

/** Chooses why items are dismissed, by digit or with the arrow keys. */
export function DismissalDialog(props: {
  /** Items that are dismissed already; null to dismiss some. */
  dismissed: number | null;
  onChoose: (reason: string | null) => void;
  onClose: () => void;
}) {
  const { dismissed, onChoose } = props;
  const reasons = useDismissalReasons()?.filter(({ removed }) => !removed);
  const list = useRef<HTMLUListElement>(null);
  const choices = reasons && [
    ...reasons,
    ...(dismissed === null ? [] : [{ id: null, name: "No reason" }]),
  ];
  const isLoaded = choices !== undefined;
  useEffect(() => {
    if (isLoaded) list.current?.querySelector("button")?.focus();
  }, [isLoaded]);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey } = event;
    if (altKey || ctrlKey || metaKey) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[key];
    const chosen = /^[1-9]$/.test(key) ? choices?.[Number(key) - 1] : undefined;
    if (chosen) {
      event.preventDefault();
      onChoose(chosen.id);
    } else if (by) {
      event.preventDefault();
      const buttons = [...(list.current?.querySelectorAll<Element>("button") ?? [])];
      const from = document.activeElement ? buttons.indexOf(document.activeElement) : -1;
      const next = buttons.at((from + by) % buttons.length);
      if (next instanceof HTMLElement) next.focus();
    }
  };
  return (
    <Modal
      labelledBy={TITLE_ID}
      isLight
      onClose={props.onClose}
      className="inset-x-2 top-24 mx-auto w-fit min-w-64 max-w-[calc(100vw-1rem)] gap-2 p-3"
    >
      <h2 id={TITLE_ID} className="font-semibold text-sm">
        {titleOf(dismissed)}
      </h2>
      <ul ref={list} onKeyDown={onKeyDown} className="-m-1 max-h-80 overflow-y-auto p-1">
        {choices?.map(({ id, name }, index) => (
          <li key={id}>
            <button
              type="button"
              data-reason={id}
              onClick={() => onChoose(id)}
              className="flex w-full items-center gap-3 rounded px-2 py-1.5 text-left hover:bg-sunken"
            >
              <span className="untrusted min-w-0">{displayable(name)}</span>
              {index < 9 && (
                <span aria-hidden className="ml-auto">
                  <Kbd>{index + 1}</Kbd>
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {!choices && (
        <p role="status" className="px-2 pb-1 text-muted">
          Loading…
        </p>
      )}
      {choices?.length === 0 && (
        <p className="px-2 pb-1 text-muted">
          This project has no reasons. Admins can add some in Settings.
        </p>
      )}
    </Modal>
  );
}

function titleOf(dismissed: number | null): string {
  if (dismissed === null) return "Dismiss with reason";
  return dismissed === 1
    ? "Why was this item dismissed?"
    : `Why were these ${dismissed.toLocaleString("en")} items dismissed?`;
}
