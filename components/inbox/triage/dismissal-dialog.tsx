"use client";

import { useEffect, useRef } from "react";
import type { DismissalChange } from "../../../lib/outbox/decision.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { useDismissalReasons } from "../../app/use-dismissal-reasons.ts";
import { Kbd } from "../../ui/kbd.tsx";
import { Modal } from "../../ui/modal.tsx";
import { handleChoiceKey } from "./choice-keys.ts";

const TITLE_ID = "dismissal-title";

/** Chooses why items are dismissed, by digit or with the arrow keys. */
export function DismissalDialog(props: {
  /** Items that are dismissed already; null to dismiss some. */
  dismissed: number | null;
  onChoose: (change: DismissalChange) => void;
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
  const choose = (place: number) => {
    const chosen = choices?.[place];
    if (chosen) onChoose({ kind: "dismissal", reason: chosen.id, name: chosen.name });
    return chosen !== undefined;
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
      <ul
        ref={list}
        onKeyDown={(event) => handleChoiceKey(event, choose)}
        className="-m-1 max-h-80 overflow-y-auto p-1"
      >
        {choices?.map(({ id, name }, index) => (
          <li key={id}>
            <button
              type="button"
              data-reason={id}
              onClick={() => choose(index)}
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
