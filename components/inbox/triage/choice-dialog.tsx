"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { Kbd } from "../../ui/kbd.tsx";
import { Modal } from "../../ui/modal.tsx";
import { handleChoiceKey } from "./choice-keys.ts";

const TITLE_ID = "choice-title";

/** A dialog with a button for each choice. Digits choose as well, and arrow keys move the focus. */
export function ChoiceDialog<Choice extends { id: string | null }>(props: {
  title: string;
  /** Undefined while they load. */
  choices: readonly Choice[] | undefined;
  render: (choice: Choice) => ReactNode;
  /** Whether a choice is on. Without it, choosing turns nothing on or off. */
  checkedOf?: (choice: Choice) => "true" | "mixed" | "false";
  onChoose: (choice: Choice) => void;
  /** Shown if there are no choices. */
  empty: ReactNode;
  onClose: () => void;
  /** Below the choices. */
  children?: ReactNode;
}) {
  const { choices, checkedOf, onChoose } = props;
  const list = useRef<HTMLUListElement>(null);
  const isLoaded = choices !== undefined;
  useEffect(() => {
    if (isLoaded) list.current?.querySelector("button")?.focus();
  }, [isLoaded]);
  const chooseAt = (place: number) => {
    const chosen = choices?.[place];
    if (chosen) onChoose(chosen);
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
        {props.title}
      </h2>
      <ul
        ref={list}
        onKeyDown={(event) => handleChoiceKey(event, chooseAt)}
        className="-m-1 max-h-96 overflow-y-auto p-1"
      >
        {choices?.map((choice, index) => (
          <li key={choice.id}>
            <button
              type="button"
              {...(checkedOf && { role: "checkbox", "aria-checked": checkedOf(choice) })}
              onClick={() => onChoose(choice)}
              className="choice"
            >
              {props.render(choice)}
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
      {choices?.length === 0 && <p className="px-2 pb-1 text-muted">{props.empty}</p>}
      {props.children}
    </Modal>
  );
}
