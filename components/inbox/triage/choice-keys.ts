import type { KeyboardEvent } from "react";

/**
 * Handles the keys of a list of buttons: arrows move the focus, and digits choose.
 * @param choose is given the place of a button, from 0; returns whether there is one
 */
export function handleChoiceKey(
  event: KeyboardEvent<HTMLElement>,
  choose: (place: number) => boolean,
): void {
  const { key, altKey, ctrlKey, metaKey, currentTarget } = event;
  if (altKey || ctrlKey || metaKey) return;
  const by = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (by) {
    event.preventDefault();
    moveFocus(currentTarget, by);
  } else if (/^[1-9]$/.test(key) && choose(Number(key) - 1)) {
    event.preventDefault();
  }
}

function moveFocus(list: HTMLElement, by: number): void {
  const buttons = [...list.querySelectorAll<Element>("button")];
  const from = document.activeElement ? buttons.indexOf(document.activeElement) : -1;
  const next = buttons.at((from + by) % buttons.length);
  if (next instanceof HTMLElement) next.focus();
}
