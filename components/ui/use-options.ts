import { type KeyboardEvent, useId } from "react";

/**
 * Moves through a list of options by the arrow keys of a text field, which keeps the focus.
 * @param active place of the option that Enter takes; -1 for none
 */
export function useOptions(count: number, active: number, onMove: (index: number) => void) {
  const listId = useId();
  const optionId = (index: number) => `${listId}-${index}`;
  const list = {
    "aria-autocomplete": "list",
    "aria-controls": count > 0 ? listId : undefined,
    "aria-activedescendant": count > 0 && active >= 0 ? optionId(active) : undefined,
  } as const;
  return {
    listId,
    optionId,
    /** Properties of the field; for one whose only purpose is the list, `combobox`. */
    list,
    combobox: {
      ...list,
      role: "combobox",
      "aria-expanded": count > 0,
      spellCheck: false,
      autoComplete: "off",
    },
    /** Moves past the ends, too. @returns whether the key is an arrow that moves */
    move: (event: KeyboardEvent): boolean => {
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!by || count === 0) return false;
      event.preventDefault();
      // Without an active option, up begins with the last one.
      const index = (Math.max(active, by < 0 ? 0 : -1) + by + count) % count;
      onMove(index);
      document.getElementById(optionId(index))?.scrollIntoView({ block: "nearest" });
      return true;
    },
  };
}
